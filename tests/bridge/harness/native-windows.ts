import type { NativeWindow } from '../../../bridge/detect-native.ts';
import type { HostEnd } from '../../../bridge/host-end/host-end.ts';
import type { Message } from '../../../bridge/protocol.ts';
import type { Receive } from '../../../bridge/transport/transport.ts';
import type { Forged } from '../cases/forge.ts';

/** A WebView's window as its platform fills it, and the app's end of the channel. Messages take a microtask each way. */
export interface NativePair {
  readonly window: NativeWindow & { readonly soukBridge?: { receive(message: unknown): void } };
  readonly end: HostEnd;
  strike(forged: Forged): void;
}

type Put = (post: (text: string) => unknown) => object;

const later = (act: () => void): void => queueMicrotask(act);

/** A window that is its own parent, with the platform's objects in it. */
const mainFrame = (objects: object): NativePair['window'] => {
  const window: Record<string, unknown> = { ...objects };
  window.parent = window;
  return window;
};

/** Texts out by `post`, texts in by `soukBridge.receive`. */
const oneWay = (put: Put) => (): NativePair => {
  let receive: Receive | undefined;
  const window = mainFrame(put((text) => later(() => receive?.(text))));
  return {
    window,
    strike: ({ data }) => window.soukBridge?.receive(data),
    end: {
      open: (hear) => {
        receive = hear;
      },
      send: (message) => {
        const text = JSON.stringify(message);
        later(() => window.soukBridge?.receive(text));
      },
      close: () => {
        receive = undefined;
      },
    },
  };
};

/** The same, but `hi` and `res` come back as what the call of their `hello` and `req` is answered with. */
const withReply = (put: Put) => (): NativePair => {
  let receive: Receive | undefined;
  const open = new Map<string, (reply: string | null) => void>();
  const key = ({ t, id }: Message): string => (t === 'hello' || t === 'hi' ? 'hello' : `${id}`);
  const post = (text: string) =>
    new Promise<string | null>((resolve) => {
      const message = JSON.parse(text) as Message;
      if (message.t === 'note') resolve(null);
      else open.set(key(message), resolve);
      later(() => receive?.(text));
    });
  const window = mainFrame(put(post));
  return {
    window,
    strike: ({ data }) => window.soukBridge?.receive(data),
    end: {
      open: (hear) => {
        receive = hear;
      },
      send: (message) => {
        const text = JSON.stringify(message);
        const reply = message.t === 'evt' ? undefined : open.get(key(message));
        open.delete(key(message));
        if (reply) reply(text);
        else later(() => window.soukBridge?.receive(text));
      },
      close: () => {
        receive = undefined;
      },
    },
  };
};

const listener = (): NativePair => {
  let receive: Receive | undefined;
  const soukHost = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (text: string) => later(() => receive?.(text)),
  };
  return {
    window: mainFrame({ soukHost }),
    strike: ({ data }) => soukHost.onmessage?.({ data }),
    end: {
      open: (hear) => {
        receive = hear;
      },
      send: (message) => {
        const data = JSON.stringify(message);
        later(() => soukHost.onmessage?.({ data }));
      },
      close: () => {
        receive = undefined;
      },
    },
  };
};

const handlers: Put = (postMessage) => ({ webkit: { messageHandlers: { souk: { postMessage } } } });

/** The native platforms. */
export const nativePairs = {
  'ios-reply': withReply(handlers),
  ios: oneWay(handlers),
  android: listener,
  'android-object': oneWay((postMessage) => ({ SoukAndroid: { postMessage } })),
  'react-native': oneWay((postMessage) => ({ ReactNativeWebView: { postMessage } })),
  flutter: withReply((post) => ({
    flutter_inappwebview: { callHandler: (name: string, text: string) => name === 'souk' && post(text) },
  })),
} as const satisfies Record<string, () => NativePair>;
