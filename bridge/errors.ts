/** Codes a host may answer with: method unknown, refused by a person or a rule, tried and failed. */
export const hostCodes = ['unsupported', 'denied', 'failed'] as const;

/** A code that a host may answer in place of a result. */
export type HostCode = (typeof hostCodes)[number];

/**
 * Every code a request can end with in place of a result; closed within version 1. `unsupported` is also given where
 * there is no host at all, so a caller needs one test to take its web fallback.
 */
export type BridgeCode = HostCode | 'timeout' | 'overflow' | 'destroyed';

/**
 * The only error a request rejects with, and the one that a host's method throws to choose its answer.
 * @example try { await guest.request('copy', { text }) } catch (error) {
 *   if (error instanceof BridgeError && error.code === 'unsupported') await navigator.clipboard.writeText(text);
 * }
 */
export class BridgeError extends Error {
  override readonly name = 'BridgeError';
  declare readonly code: BridgeCode;

  constructor(code: BridgeCode, message: string = code) {
    super(message);
    this.code = code;
  }
}
