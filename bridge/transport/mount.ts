import { onePeer } from './one-peer.ts';
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

/** The channel to a host object in the same page. What its `postMessage` returns is no message. */
export const mountTransport = (host: HostObject): Transport =>
  onePeer(
    'mount',
    (message) => void host.postMessage(message),
    (receive) => host.subscribe(receive),
  );
