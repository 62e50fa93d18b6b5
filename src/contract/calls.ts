import type * as v from 'valibot';
import type { CallSpec } from './call-spec.ts';
import { goodsCalls } from './goods.ts';
import { operationCalls } from './operation.ts';
import { operatorCalls } from './operator.ts';
import { ordersCalls } from './orders.ts';
import { quotesCalls } from './quotes.ts';
import { sessionCalls } from './session.ts';
import { shopCalls } from './shop.ts';
import { showcaseCalls } from './showcase.ts';
import { statsCalls } from './stats.ts';
import { walletCalls } from './wallet.ts';

/**
 * The wire: every call by method and path (without `/api`). A `{name}` in a path is filled from the input field of
 * that name; the other fields travel in the query of a GET, in the JSON or multipart body of a POST.
 *
 * @example const parsed = v.parse(calls['POST /login'].input, body);
 */
export const calls = {
  ...sessionCalls,
  ...operatorCalls,
  ...shopCalls,
  ...statsCalls,
  ...goodsCalls,
  ...showcaseCalls,
  ...ordersCalls,
  ...quotesCalls,
  ...operationCalls,
  ...walletCalls,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;

/** What a client sends. */
export type Input<C extends CallName> = v.InferInput<Calls[C]['input']>;
/** What a handler receives: folded, trimmed, with defaults. */
export type Parsed<C extends CallName> = v.InferOutput<Calls[C]['input']>;
/** The `data` of a successful answer. */
export type Output<C extends CallName> = v.InferOutput<Calls[C]['output']>;

export const callNames = Object.keys(calls) as CallName[];

/** The call's description with all its optional parts, which `calls[name]` shows only where they are set. */
export const specOf = (name: CallName): CallSpec => calls[name];
