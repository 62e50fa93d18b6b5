import type { HostEnd } from '../../bridge/host-end/host-end.ts';
import type { Message } from '../../bridge/protocol.ts';
import type { Receive } from '../../bridge/transport/transport.ts';

/** The page's window with the objects of an app's WebView. */
interface HostedWindow extends Window {
  soukBridge?: { receive(message: unknown): void };
  [name: string]: unknown;
}

/** A channel: the objects it puts into the page, and how a message is sent there. */
interface Channel {
  readonly objects: Readonly<Record<string, unknown>>;
  send(message: Message): void;
}

type CreateChannel = (receiveText: (text: string) => void, page: () => HostedWindow | null) => Channel;

/** Sends an event: every platform evaluates this one call. */
const deliver = (page: () => HostedWindow | null, message: Message): void =>
  page()?.soukBridge?.receive(JSON.stringify(message));

/** Creates a handler that answers each call by a promise: `hi` and `res` are its values, and only events are sent. */
const withReply = (hear: (text: string) => void, page: () => HostedWindow | null) => {
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
        deliver(page, message);
        return;
      }
      for (const resolve of open.get(keyOf(message)) ?? []) resolve(JSON.stringify(message));
      open.delete(keyOf(message));
    },
  };
};

/** The objects of each platform, by the names under which Souk looks for them. */
const platforms = {
  ios: (hear, page) => {
    const { ask, send } = withReply(hear, page);
    return { objects: { webkit: { messageHandlers: { souk: { postMessage: ask } } } }, send };
  },
  'ios-one-way': (hear, page) => ({
    objects: { webkit: { messageHandlers: { souk: { postMessage: hear } } } },
    send: (message) => deliver(page, message),
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
    send: (message) => deliver(page, message),
  }),
  'react-native': (hear, page) => ({
    objects: { ReactNativeWebView: { postMessage: hear } },
    send: (message) => deliver(page, message),
  }),
  flutter: (hear, page) => {
    const { ask, send } = withReply(hear, page);
    const callHandler = (name: string, text: string) => (name === 'souk' ? ask(text) : Promise.resolve(null));
    return { objects: { flutter_inappwebview: { callHandler } }, send };
  },
} satisfies Record<string, CreateChannel>;

export type Platform = keyof typeof platforms;

/** The end of a simulated native app, which prepares a window before the page in it runs. */
export interface NativeEnd extends HostEnd {
  enter(page: Window): void;
}

/**
 * Creates the end of a simulated native app around a frame: its channel's objects are in the window before the page's
 * first script runs, and `parent` is the frame itself, as in a WebView.
 */
export const nativeEnd = (frame: HTMLIFrameElement, platform: Platform): NativeEnd => {
  const page = () => frame.contentWindow as HostedWindow | null;
  let receive: Receive = () => {};
  // Delivered asynchronously, as between two processes.
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
