import type { Receive, Transport } from './transport.ts';

/**
 * What a page gives to `mount(el, { host })` to be Souk's host: the same messages as everywhere, by two functions.
 * @example const { host, end } = createHostObject();
 */
export interface HostObject {
  /** Souk says something: an object as in protocol.ts. */
  postMessage(message: unknown): void;
  /** Souk listens; returns what ends it. */
  subscribe(receive: Receive): () => void;
}

/** The channel to a host object in the same page. There is one peer, so there is nothing to pin. */
export const mountTransport = (host: HostObject): Transport => {
  let unsubscribe: (() => void) | undefined;
  return {
    name: 'mount',
    open: (receive) => {
      unsubscribe = host.subscribe(receive);
    },
    greet: (hello) => host.postMessage(hello),
    pin: () => {},
    send: (message) => host.postMessage(message),
    close: () => unsubscribe?.(),
  };
};
