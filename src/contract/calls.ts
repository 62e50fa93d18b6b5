import type * as v from 'valibot';
import { accountsCalls } from './accounts.ts';
import { adsCalls } from './ads.ts';
import { appealsCalls } from './appeals.ts';
import type { CallSpec, KeyedEffect, Proof } from './call-spec.ts';
import { caseCalls } from './cases.ts';
import { commentsCalls } from './comments.ts';
import { earningsCalls } from './earnings.ts';
import { filesCalls } from './files.ts';
import { goodsCalls } from './goods.ts';
import { helpCalls } from './help.ts';
import { homeCalls } from './home.ts';
import { identityCalls } from './identity.ts';
import { invitesCalls } from './invites.ts';
import { levelsCalls } from './levels.ts';
import { loginPasswordCalls } from './login-password.ts';
import { noticesCalls } from './notices.ts';
import { operationCalls } from './operation.ts';
import { operatorCalls } from './operator.ts';
import { ordersCalls } from './orders.ts';
import { payPasswordCalls } from './pay-password.ts';
import { quotesCalls } from './quotes.ts';
import { rechargesCalls } from './recharges.ts';
import { repliesCalls } from './replies.ts';
import { sessionCalls } from './session.ts';
import { shopCalls } from './shop.ts';
import { showcaseCalls } from './showcase.ts';
import { statsCalls } from './stats.ts';
import { todayCalls } from './today.ts';
import { walletCalls } from './wallet.ts';
import { walletFlowCalls } from './wallet-flow.ts';
import { withdrawalsCalls } from './withdrawals.ts';

/**
 * All calls of the wire by method and path (without `/api`). A `{name}` in a path is filled from the input field of
 * that name; the other fields travel in the query of a GET, in the JSON or multipart body of a POST.
 *
 * @example const parsed = v.parse(calls['POST /login'].input, body);
 */
export const calls = {
  ...sessionCalls,
  ...operatorCalls,
  ...shopCalls,
  ...statsCalls,
  ...earningsCalls,
  ...todayCalls,
  ...homeCalls,
  ...goodsCalls,
  ...showcaseCalls,
  ...ordersCalls,
  ...quotesCalls,
  ...operationCalls,
  ...walletCalls,
  ...walletFlowCalls,
  ...accountsCalls,
  ...adsCalls,
  ...caseCalls,
  ...appealsCalls,
  ...commentsCalls,
  ...filesCalls,
  ...helpCalls,
  ...identityCalls,
  ...invitesCalls,
  ...levelsCalls,
  ...loginPasswordCalls,
  ...noticesCalls,
  ...payPasswordCalls,
  ...rechargesCalls,
  ...repliesCalls,
  ...withdrawalsCalls,
} as const;

/** The table as a type; `Input`, `Parsed` and `Output` read it. */
export type Calls = typeof calls;
/** Method and path of a call: `'GET /v1/me'`. */
export type CallName = keyof Calls;
/** The calls with one of these effects in their row. */
type CallWith<E extends CallSpec['effect']> = {
  [C in CallName]: Calls[C]['effect'] extends E ? C : never;
}[CallName];
/** A call that changes nothing. */
export type ReadCall = CallWith<'read'>;
/** A call that accepts an Idempotency-Key. */
export type KeyedCall = CallWith<KeyedEffect>;
/** A call that needs this proof. */
export type ProvenCall<P extends Proof> = {
  [C in CallName]: Calls[C] extends { proof: P } ? C : never;
}[CallName];

/** What a client sends. */
export type Input<C extends CallName> = v.InferInput<Calls[C]['input']>;
/** What a handler receives: folded, trimmed, with defaults. */
export type Parsed<C extends CallName> = v.InferOutput<Calls[C]['input']>;
/** The `data` of a successful answer. */
export type Output<C extends CallName> = v.InferOutput<Calls[C]['output']>;

/** Every call, in the order of the table. */
export const callNames = Object.keys(calls) as CallName[];

/**
 * Returns the description of a call with all optional parts, which the type of `calls[name]` has only where they are
 * set.
 */
export const specOf = (name: CallName): CallSpec => calls[name];
