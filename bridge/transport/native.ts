import { stringify } from '../natives.ts';
import { type Message, version } from '../protocol.ts';
import { openInbox } from './inbox.ts';
import type { Receive, Transport, TransportName } from './transport.ts';

/** A platform's own way to take a text. Some answer by a promise. */
export type Post = (text: string) => unknown;

/** An object with one method that a WebView put into the page. */
export type Native<Method extends string = 'postMessage'> = { readonly [M in Method]: Post };

/** The method as it is now, before any other script can put its own in the place. */
export const capture = (native: Native | undefined): Post | undefined => native?.postMessage?.bind(native);

/**
 * Texts go out by `post` and come in by `soukBridge.receive`, and by what `post` answers where it does. There is one
 * peer, the app around the WebView, so there is nothing to pin.
 */
export const nativeTransport = (name: TransportName, window: object, post: Post): Transport => {
  let receive: Receive = () => {};
  let stop = (): void => {};
  // By `await`, as a patched `then` would see what is answered.
  const say = (message: Message): void => void answered(message, post(stringify(message)));
  const answered = async ({ n, id }: Message, answer: unknown): Promise<void> => {
    try {
      receive(await answer);
    } catch (error) {
      receive({ souk: version, t: 'res', n, id, e: { code: 'failed', message: `${error}` } });
    }
  };
  return {
    name,
    open: (hear) => {
      receive = hear;
      stop = openInbox(window, hear);
    },
    greet: say,
    pin: () => {},
    send: say,
    close: () => {
      receive = () => {};
      stop();
    },
  };
};
