import { stringify } from '../captured.ts';
import { onePeer } from './one-peer.ts';
import type { Receive, Transport, TransportName } from './transport.ts';

const { defineProperty, freeze } = Object;

let receive: Receive | undefined;

/** Called by native code (`evaluateJavaScript`); it returns nothing, as a result would have to be serialisable. */
const value = freeze({ receive: (message: unknown): void => receive?.(message) });

/**
 * Defines `soukBridge`, the bridge's only global, through which native hosts send: it exists for the page's whole life,
 * and no script can replace it. Throws where one already has; returns what stops the listening.
 */
const inboxOf = (window: object) => (listener: Receive) => {
  defineProperty(window, 'soukBridge', { value, configurable: false, writable: false });
  receive = listener;
  return (): void => {
    if (receive === listener) receive = undefined;
  };
};

/** An object that a WebView put into the page. */
export interface Native {
  readonly postMessage: ((text: string) => unknown) | undefined;
}

/**
 * Creates a channel that sends texts by the object's method, captured now, before another script can replace it, and
 * receives them by `soukBridge.receive` where the platform has nothing better.
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
