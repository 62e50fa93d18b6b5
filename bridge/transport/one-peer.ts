import { version } from '../version.ts';
import type { Receive, Transport, TransportName } from './transport.ts';

/**
 * Creates a channel that has one possible peer, and so nothing to pin: messages are sent by `post` and received through
 * `subscribe`, and as the result of `post` where a platform answers by a promise.
 */
export const onePeer = (
  name: TransportName,
  post: (message: object) => unknown,
  subscribe: (receive: Receive) => () => void,
): Transport => {
  let receive: Receive;
  let stop: (() => void) | undefined;
  // Uses `await`, as a patched `then` would see the answer.
  const receiveReply = async (answer: unknown, n: string, id: number | undefined): Promise<void> => {
    try {
      receive(await answer);
    } catch (error) {
      receive({ souk: version, t: 'res', n, id, e: { message: `${error}` } });
    }
  };
  return {
    name,
    open: (listener) => {
      receive = listener;
      stop = subscribe(listener);
    },
    send: (message) => void receiveReply(post(message), message.n, message.id),
    close: () => stop?.(),
  };
};
