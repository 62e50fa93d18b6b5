// What only a guest captures: a host waits for nothing and makes no nonce.
import type { Timers } from './timers.ts';

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
