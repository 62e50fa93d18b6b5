import { defineProperty, freeze } from '../captured.ts';
import type { Receive } from './transport.ts';

let receive: Receive | undefined;

/** What native code calls by `evaluateJavaScript` and its like: it answers nothing, as that must be serialisable. */
const value = freeze({ receive: (message: unknown): void => receive?.(message) });

/**
 * Opens `soukBridge`, the bridge's only global, through which native hosts speak: there for the page's whole life, and
 * nobody can take its place. Throws where somebody already has; returns what stops the listening.
 */
export const inboxOf = (window: object) => (hear: Receive) => {
  defineProperty(window, 'soukBridge', { value, configurable: false, writable: false });
  receive = hear;
  return (): void => {
    if (receive === hear) receive = undefined;
  };
};
