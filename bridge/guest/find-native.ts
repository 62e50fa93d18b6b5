import { type AndroidWindow, androidTransport } from '../transport/android.ts';
import { type AndroidObjectWindow, androidObjectTransport } from '../transport/android-object.ts';
import { type FlutterWindow, flutterTransport } from '../transport/flutter.ts';
import { type IosWindow, iosTransport } from '../transport/ios.ts';
import { type ReactNativeWindow, reactNativeTransport } from '../transport/react-native.ts';
import type { Transport } from '../transport/transport.ts';

/** A window, with the properties that native hosts put into it. */
export type NativeWindow = IosWindow &
  AndroidWindow &
  AndroidObjectWindow &
  ReactNativeWindow &
  FlutterWindow & { readonly parent?: unknown };

/**
 * Returns the channel to the app that shows the page in its WebView. A host answers its main frame only, and some platforms
 * put their objects into every frame: in a frame, the page around it is the host.
 */
export const findNative = (window: NativeWindow): Transport | undefined =>
  window.parent === window
    ? (iosTransport(window) ??
      androidTransport(window) ??
      androidObjectTransport(window) ??
      reactNativeTransport(window) ??
      flutterTransport(window))
    : undefined;

/** The native channel, found when the module loads, before another script can put its own object in its place. */
export const native = /* @__PURE__ */ findNative(globalThis as NativeWindow);
