import type * as v from 'valibot';
import type { ErrorCode } from './errors.ts';
import type { FeatureName } from './features.ts';
import type { FieldCodes } from './messages.ts';

/** `true` for access in every case, or the path parameters for which access is allowed. */
export type AccessRule = true | Readonly<Record<string, string>>;

/** What a user proves for a call beyond the session, by the fields of its input. */
export type Proof =
  | 'payPassword'
  | 'payPasswordChange'
  | 'payPasswordReset'
  | 'loginPassword'
  | 'phoneChange';

/** One call: all that client, server and OpenAPI need to know of it. */
export interface CallSpec {
  /** A description in one line. */
  readonly about: string;
  readonly input: v.GenericSchema;
  /** The envelope's `data` on success. */
  readonly output: v.GenericSchema;
  /** Every code that the call may answer. */
  readonly codes: readonly ErrorCode[];
  readonly auth: 'public' | 'user';
  /**
   * What sending it changes. A `read` changes nothing; a second `write` does no harm; `keyed` and `repeatable` calls
   * accept an Idempotency-Key. Without a key, a `keyed` call cannot happen twice (an order is paid once), and equal
   * bodies of a `repeatable` one, which may be meant twice, count as one within a moment.
   */
  readonly effect: 'read' | 'write' | KeyedEffect;
  /** What is checked before the call runs; a failure counts even though the call is refused. */
  readonly proof?: Proof;
  /** Moves money when it succeeds. */
  readonly money?: true;
  readonly multipart?: true;
  /**
   * Answers even while the account is blocked (411, 437, 440): reading the reasons, appealing, downloading the own
   * files.
   */
  readonly whileBlocked?: AccessRule;
  /** Answers even to the token of a refused sign-in (410, 411, 440): reading the reasons, and appealing. */
  readonly whileConfined?: AccessRule;
  /**
   * Answers even before the terms are agreed to, in an account that a partner has opened; all other calls refuse with
   * 409 `terms`.
   */
  readonly beforeAgreement?: true;
  /** The feature that names a route beyond the specification. */
  readonly feature?: FeatureName;
  /** Fields with separate codes for being absent or malformed. */
  readonly fieldCodes?: FieldCodes;
}

/** The effects of the calls that accept an Idempotency-Key. */
export type KeyedEffect = 'keyed' | 'repeatable';

/** Returns whether a call accepts an Idempotency-Key. */
export const isKeyed = ({ effect }: CallSpec): boolean => effect === 'keyed' || effect === 'repeatable';

/** Rows of the table, by method and path: `'POST /v1/order/list'`. */
export type CallSpecs = Readonly<Record<`${'GET' | 'POST'} /${string}`, CallSpec>>;

const base = [200, 201, 202, 400, 402, 403, 405, 500, 501] as const;
const signedIn = [...base, 401, 406, 407, 408, 409, 410, 411, 437, 440] as const;
const moneyWrite = [...signedIn, 203, 204, 424, 445, 446, 450] as const;

/** Returns the codes of a public call: the common ones and its specific ones. */
export const publicCodes = (...own: ErrorCode[]): readonly ErrorCode[] => union(base, own);
/** Returns the codes of a call that needs a session: the common ones and its specific ones. */
export const userCodes = (...own: ErrorCode[]): readonly ErrorCode[] => union(signedIn, own);
/** Returns the codes of a call that moves money: the common ones and its specific ones. */
export const moneyCodes = (...own: ErrorCode[]): readonly ErrorCode[] => union(moneyWrite, own);

function union(set: readonly ErrorCode[], own: readonly ErrorCode[]): readonly ErrorCode[] {
  return [...new Set([...set, ...own])].sort((a, b) => a - b);
}
