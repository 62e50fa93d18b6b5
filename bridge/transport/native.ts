import { stringify } from '../captured.ts';
import { inboxOf } from './inbox.ts';
import { onePeer } from './one-peer.ts';
import type { Transport, TransportName } from './transport.ts';

/** An object that a WebView put into the page. */
export interface Native {
  readonly postMessage: ((text: string) => unknown) | undefined;
}

/**
 * Texts leave by the object's method as it is now, before any other script can put its own in the place, and come in
 * by `soukBridge.receive` where the platform has nothing better.
 */
export const nativeTransport = (
  name: TransportName,
  window: object,
  native: Native | undefined,
  subscribe = inboxOf(window),
): Transport | undefined => {
  const post = native?.postMessage?.bind(native);
  return post && onePeer(name, (message) => post(stringify(message)), subscribe);
};
