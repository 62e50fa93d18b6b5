import type { Timers } from './guest/guest-api.ts';

// Captured when the module loads: what a page patches later (fetch wrappers, analytics, worse) never sees a message.
export const { parse, stringify } = JSON;
export const { defineProperty, freeze, keys } = Object;
export const { isArray } = Array;
/** The Promise of before anybody could replace it. */
export const NativePromise = Promise;

const { crypto, setTimeout, clearTimeout } = globalThis;
const { now } = Date;

/** The clock of before anybody could replace it; milliseconds. */
export const nativeTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (timer) => clearTimeout(timer as number),
  now,
};

/** 128 random bits, written as four numbers. */
export const makeNonce = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Shows an error of somebody's listener in the console without letting it stop the bridge. */
export const report = (error: unknown): void => globalThis.reportError?.(error);
