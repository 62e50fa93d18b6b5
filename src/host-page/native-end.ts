import type { HostEnd } from '../../bridge/host-end/host-end.ts';
import type { Message } from '../../bridge/protocol.ts';
import type { Receive } from '../../bridge/transport/transport.ts';

/** A window as an app's WebView leaves it for the page. */
interface Shown extends Window {
  soukBridge?: { receive(message: unknown): void };
  [name: string]: unknown;
}

/** What a channel is made of: what it puts into the page, and how a message gets there. */
interface Played {
  readonly objects: Readonly<Record<string, unknown>>;
  send(message: Message): void;
}

type Play = (hear: (text: string) => void, page: () => Shown | null) => Played;

/** Every platform evaluates this one call to say something by itself. */
const tell = (page: () => Shown | null, message: Message): void =>
  page()?.soukBridge?.receive(JSON.stringify(message));

/** A handler that answers each call by a promise: `hi` and `res` are its values, and only events are told. */
const withReply = (hear: (text: string) => void, page: () => Shown | null) => {
  const open = new Map<string, ((answer: string) => void)[]>();
  const keyOf = ({ t, n, id }: Message): string => (t === 'hi' || t === 'hello' ? n : `${n} ${id}`);
  return {
    ask: (text: string): Promise<string> => {
      const message: Message = JSON.parse(text);
      hear(text);
      if (message.t === 'note') return Promise.resolve('');
      return new Promise((resolve) => {
        const key = keyOf(message);
        open.set(key, [...(open.get(key) ?? []), resolve]);
      });
    },
    send: (message: Message): void => {
      if (message.t === 'evt') {
        tell(page, message);
        return;
      }
      for (const resolve of open.get(keyOf(message)) ?? []) resolve(JSON.stringify(message));
      open.delete(keyOf(message));
    },
  };
};

/** The objects of each platform, under the names by which Souk looks for them. */
const platforms = {
  'ios-reply': (hear, page) => {
    const { ask, send } = withReply(hear, page);
    return { objects: { webkit: { messageHandlers: { souk: { postMessage: ask } } } }, send };
  },
  ios: (hear, page) => ({
    objects: { webkit: { messageHandlers: { souk: { postMessage: hear } } } },
    send: (message) => tell(page, message),
  }),
  android: (hear) => {
    const soukHost: { postMessage: typeof hear; onmessage: ((event: { data: string }) => void) | null } = {
      postMessage: hear,
      onmessage: null,
    };
    return {
      objects: { soukHost },
      send: (message) => soukHost.onmessage?.({ data: JSON.stringify(message) }),
    };
  },
  'android-object': (hear, page) => ({
    objects: { SoukAndroid: { postMessage: hear } },
    send: (message) => tell(page, message),
  }),
  'react-native': (hear, page) => ({
    objects: { ReactNativeWebView: { postMessage: hear } },
    send: (message) => tell(page, message),
  }),
  flutter: (hear, page) => {
    const { ask, send } = withReply(hear, page);
    const callHandler = (name: string, text: string) => (name === 'souk' ? ask(text) : Promise.resolve(null));
    return { objects: { flutter_inappwebview: { callHandler } }, send };
  },
} satisfies Record<string, Play>;

export type Platform = keyof typeof platforms;

/** What plays a native app's end, and what it does to a window before the page in it runs. */
export interface NativeEnd extends HostEnd {
  enter(page: Window): void;
}

/**
 * Plays a native app around a frame: its channel's objects are in the window before the page's first script runs. To
 * that page the frame is all there is, as a WebView is.
 */
export const nativeEnd = (frame: HTMLIFrameElement, platform: Platform): NativeEnd => {
  const page = () => frame.contentWindow as Shown | null;
  let receive: Receive = () => {};
  // A message leaves its caller before anybody hears it, as it does between two processes.
  const hear = (text: string): void => void Promise.resolve().then(() => receive(text));
  const { objects, send } = platforms[platform](hear, page);
  return {
    enter: (shown) => {
      Object.defineProperty(shown, 'parent', { value: shown });
      Object.assign(shown, objects);
    },
    open: (onData) => {
      receive = onData;
    },
    send: (message) => {
      send(message);
    },
    close: () => {
      receive = () => {};
    },
  };
};
