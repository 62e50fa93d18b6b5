import type { CallName, Parsed } from '../../contract/calls.ts';
import type { Context } from '../context.ts';
import { proveForChange, proveForReset } from '../pay-password/prove.ts';

/** Passes, or refuses; may write, and what it writes stays whatever becomes of the call. */
export type Proof<C extends CallName> = (context: Context<C>, input: Parsed<C>) => Promise<void>;

/**
 * What a call has to prove besides a payment password in it, which every call proves. It happens before the call's
 * transaction opens, so that a counted failure outlives the refusal.
 */
export const proofs: { readonly [C in CallName]?: Proof<C> } = {
  'POST /v1/user/update_pay_password': proveForChange,
  'POST /v1/user/reset_pay_password': proveForReset,
};
