import type { Timers } from './timers.ts';

// Captured when the module loads, so that scripts that patch these later (fetch wrappers, analytics) see no message.
export const { parse, stringify } = JSON;
export const { defineProperty, freeze, keys } = Object;
export const { isArray } = Array;
/** The built-in Promise, captured before another script can replace it. */
export const NativePromise = Promise;

const { crypto, setTimeout, clearTimeout } = globalThis;
const { now } = Date;

/** The built-in clock, captured before another script can replace it; milliseconds. */
export const nativeTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer as number),
  now,
};

/** Returns 128 random bits, written as four numbers. */
export const makeNonce = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Reports an error of a listener in the console without stopping the bridge. */
export const report = (error: unknown): void => globalThis.reportError?.(error);
