import { defineProperty, freeze } from '../natives.ts';
import type { Receive } from './transport.ts';

let receive: Receive | undefined;

/** What native code calls by `evaluateJavaScript` and its like; it must be serialisable, so it answers nothing. */
const door = freeze({ receive: (message: unknown): void => receive?.(message) });

/**
 * Opens `soukBridge`, the bridge's only global, through which native hosts speak: there for the page's whole life, and
 * nobody can take its place. Throws where somebody already has; returns what stops the listening.
 */
export const openInbox = (window: object, hear: Receive): (() => void) => {
  if ((window as { soukBridge?: unknown }).soukBridge !== door)
    defineProperty(window, 'soukBridge', { value: door, configurable: false, writable: false });
  receive = hear;
  return () => {
    if (receive === hear) receive = undefined;
  };
};
