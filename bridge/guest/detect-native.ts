import { type AndroidWindow, androidTransport } from '../transport/android.ts';
import { type AndroidObjectWindow, androidObjectTransport } from '../transport/android-object.ts';
import { type FlutterWindow, flutterTransport } from '../transport/flutter.ts';
import type { IosWindow } from '../transport/ios.ts';
import { iosReplyTransport } from '../transport/ios-reply.ts';
import { type ReactNativeWindow, reactNativeTransport } from '../transport/react-native.ts';
import type { Transport } from '../transport/transport.ts';

/** A window as far as native hosts put anything into it. */
export type NativeWindow = IosWindow &
  AndroidWindow &
  AndroidObjectWindow &
  ReactNativeWindow &
  FlutterWindow & { readonly parent?: unknown };

/**
 * The app whose WebView shows the page. A host answers its main frame only, and some platforms put their objects into
 * every frame: in a frame, the page around it is the host.
 */
export const findNative = (window: NativeWindow): Transport | undefined =>
  window.parent === window
    ? (iosReplyTransport(window) ??
      androidTransport(window) ??
      androidObjectTransport(window) ??
      reactNativeTransport(window) ??
      flutterTransport(window))
    : undefined;

/** Found when the module loads, before any other script can put something of its own in the place. */
export const native = /* @__PURE__ */ findNative(globalThis as NativeWindow);
