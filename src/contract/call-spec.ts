import type * as v from 'valibot';
import type { ErrorCode } from './errors.ts';
import type { FeatureName } from './features.ts';
import type { FieldCodes } from './messages.ts';

/** Open, or open only where the call's path holds these. */
export type Door = true | Readonly<Record<string, string>>;

/** One call: everything that client, server and OpenAPI need to know of it. */
export interface CallSpec {
  /** One line for a person. */
  readonly about: string;
  readonly input: v.GenericSchema;
  /** The envelope's `data` on success. */
  readonly output: v.GenericSchema;
  /** Every code that the call may answer. */
  readonly codes: readonly ErrorCode[];
  readonly auth: 'public' | 'user';
  /** Takes an Idempotency-Key. */
  readonly keyed?: true;
  /** Moves money when it succeeds. */
  readonly money?: true;
  readonly multipart?: true;
  /** Answers also while the account is blocked (411, 437, 440): reading why, objecting, taking out what is one's own. */
  readonly whileBlocked?: Door;
  /** Answers also to the token that comes with a refused sign-in (411, 440): reading why, and objecting. */
  readonly whileShutOut?: Door;
  /** Only on routes beyond the specification: the feature that names it. */
  readonly feature?: FeatureName;
  /** Fields whose absence or form has a code of its own. */
  readonly fieldCodes?: FieldCodes;
}

/** Rows of the table, by method and path: `'POST /v1/order/list'`. */
export type CallSpecs = Readonly<Record<`${'GET' | 'POST'} /${string}`, CallSpec>>;

const base = [200, 201, 202, 400, 402, 403, 405, 500, 501] as const;
const signedIn = [...base, 401, 406, 407, 408, 409, 410, 411, 437, 440] as const;
const moneyWrite = [...signedIn, 203, 204, 424, 445, 446, 450] as const;

/** Codes of a public call, with its own. */
export const publicCodes = (...own: ErrorCode[]): readonly ErrorCode[] => union(base, own);
/** Codes of a call that needs a session, with its own. */
export const userCodes = (...own: ErrorCode[]): readonly ErrorCode[] => union(signedIn, own);
/** Codes of a call that moves money, with its own. */
export const moneyCodes = (...own: ErrorCode[]): readonly ErrorCode[] => union(moneyWrite, own);

function union(set: readonly ErrorCode[], own: readonly ErrorCode[]): readonly ErrorCode[] {
  return [...new Set([...set, ...own])].sort((a, b) => a - b);
}
