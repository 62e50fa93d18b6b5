import { version } from '../protocol.ts';
import type { Receive, Transport, TransportName } from './transport.ts';

/**
 * A channel that has one possible peer, and so nothing to pin: messages leave by `post` and come in by what `subscribe`
 * hears, and by what `post` answers where a platform answers by a promise.
 */
export const onePeer = (
  name: TransportName,
  post: (message: object) => unknown,
  subscribe: (receive: Receive) => () => void,
): Transport => {
  let receive: Receive;
  let stop: (() => void) | undefined;
  // Waited for by `await`: a patched `then` would see what is answered.
  const hear = async (answer: unknown, n: string, id: number | undefined): Promise<void> => {
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
    send: (message) => void hear(post(message), message.n, message.id),
    close: () => stop?.(),
  };
};
