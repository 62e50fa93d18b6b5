import type { NativeWindow } from '../../../bridge/guest/find-native.ts';
import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import type { Forged } from '../cases/forge.ts';
import { endOver, type Hear } from './wire.ts';

/** A WebView's window as its platform fills it, and the app's end of the channel. Messages take a microtask each way. */
export interface NativePair {
  readonly window: NativeWindow & { readonly soukBridge?: { receive(message: unknown): void } };
  readonly end: HostEnd;
  strike(forged: Forged): void;
}

/** What a platform puts into the window, made of what carries a text out of it; and what its app calls to say something. */
interface Platform {
  put(post: (text: string) => unknown): object;
  /** Where each call is answered, by a promise. */
  answers?: true;
  say?(window: NativePair['window'], data: unknown): void;
}

const later = (act: () => void): void => queueMicrotask(act);
const byDoor = (window: NativePair['window'], data: unknown): void => window.soukBridge?.receive(data);

const pairOf =
  ({ put, answers, say = byDoor }: Platform) =>
  (): NativePair => {
    let hear: Hear = () => {};
    const post = (text: string) => {
      if (!answers) return later(() => hear(text));
      return new Promise<string | null>((resolve) => later(() => hear(text, resolve)));
    };
    const window: Record<string, unknown> = { ...put(post) };
    // A main frame is its own parent.
    window.parent = window;
    return {
      window,
      strike: ({ data }) => say(window, data),
      end: endOver({
        hear: (given) => {
          hear = given;
        },
        say: (text) => later(() => say(window, text)),
      }),
    };
  };

const handlers: Platform['put'] = (postMessage) => ({
  webkit: { messageHandlers: { souk: { postMessage } } },
});

/** The native platforms. */
export const nativePairs = {
  ios: pairOf({ put: handlers, answers: true }),
  'ios-one-way': pairOf({ put: handlers }),
  android: pairOf({
    put: (postMessage) => ({ soukHost: { postMessage, onmessage: null } }),
    say: ({ soukHost }, data) => soukHost?.onmessage?.({ data }),
  }),
  'android-object': pairOf({ put: (postMessage) => ({ SoukAndroid: { postMessage } }) }),
  'react-native': pairOf({ put: (postMessage) => ({ ReactNativeWebView: { postMessage } }) }),
  flutter: pairOf({
    put: (post) => ({
      flutter_inappwebview: { callHandler: (name: string, text: string) => name === 'souk' && post(text) },
    }),
    answers: true,
  }),
} as const satisfies Record<string, () => NativePair>;
