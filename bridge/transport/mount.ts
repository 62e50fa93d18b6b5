import { onePeer } from './one-peer.ts';
import type { Receive, Transport } from './transport.ts';

/**
 * The object that a page gives to `mount(el, { host })` to be Souk's host: the same messages, by two functions.
 * @example const { host, end } = createHostObject();
 */
export interface HostObject {
  /** Receives a message of Souk: an object as in protocol.ts. */
  postMessage(message: unknown): void;
  /** Registers Souk's receiver; returns what removes it. */
  subscribe(receive: Receive): () => void;
}

/** Creates the channel to a host object in the same page. What its `postMessage` returns is ignored. */
export const mountTransport = (host: HostObject): Transport =>
  onePeer(
    'mount',
    (message) => void host.postMessage(message),
    (receive) => host.subscribe(receive),
  );
