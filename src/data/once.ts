import type { CallName, Calls, Input, Output } from '../contract/calls.ts';
import { type AnyOptions, call, type OnSent } from './api.ts';
import { ApiError } from './api-error.ts';
import { dropKey, isFinal, keyFor, markFree, markSent } from './idempotency.ts';
import { has } from './session.ts';

/** The calls that carry an Idempotency-Key. */
export type Keyed = { [C in CallName]: Calls[C] extends { keyed: true } ? C : never }[CallName];

/** How a call that changes something ended, as far as anybody knows. Refusals are thrown as ApiError. */
export type Outcome<T> =
  | { readonly state: 'done'; readonly output: T }
  /** The server never saw it: nothing happened, and the same key serves the next try. */
  | { readonly state: 'not-arrived' }
  /** No answer, and nobody to ask: it may have happened. */
  | { readonly state: 'unknown' };

export interface OnceOptions {
  /** Names the form or quote: the same name is the same intention. */
  form: string;
  /** Called when the answer is late and its fate is being asked for. */
  onChecking?(): void;
  /** How long to ask; 30 s. */
  patienceMs?: number;
  /** Hears how much has left, where files travel along. */
  onSent?: OnSent;
}

const lost = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['timeout', 'network', 'status', 'aborted', 202].includes(error.code);

/**
 * Sends a keyed call once. When the answer does not come, the call is not sent again: the server is asked by the key
 * what became of it.
 */
export async function once<C extends Keyed>(
  name: C,
  input: Input<C>,
  { form, onChecking, patienceMs = 30_000, onSent }: OnceOptions,
): Promise<Outcome<Output<C>>> {
  const key = keyFor(form);
  markSent(form);
  try {
    // A refusal stands beside its form, where it can be put right.
    const output = await (call as Send)(name, input, { key, quiet: true, onSent });
    dropKey(form);
    return { state: 'done', output: output as Output<C> };
  } catch (error) {
    if (!lost(error)) throw settle(form, error);
    onChecking?.();
    return inquire<Output<C>>(form, patienceMs);
  }
}

type Send = (name: CallName, input: unknown, options: AnyOptions) => Promise<unknown>;

function settle(form: string, error: unknown) {
  if (error instanceof ApiError && isFinal(error)) dropKey(form);
  else markFree(form);
  return error;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Asks what became of a form's call, ever more slowly, until it is known or the patience ends.
 * Also after a reload, where `wasSent(form)`.
 */
export async function inquire<T>(form: string, patienceMs = 30_000): Promise<Outcome<T>> {
  if (!has('operation')) return { state: 'unknown' };
  const key = keyFor(form);
  const end = Date.now() + patienceMs;
  let last: 'unknown' | 'running' | 'unheard' = 'unheard';
  for (let wait = 500; ; wait = Math.min(wait * 2, 5_000)) {
    const answer = await call('POST /v1/operation', { key }, { quiet: true }).catch(() => undefined);
    if (answer?.state === 'done') return finish<T>(form, answer.code, answer.data);
    last = answer?.state ?? 'unheard';
    if (Date.now() + wait > end) break;
    await pause(wait);
  }
  if (last !== 'unknown') return { state: 'unknown' };
  markFree(form);
  return { state: 'not-arrived' };
}

function finish<T>(form: string, code: number | null, data: unknown): Outcome<T> {
  dropKey(form);
  if (code !== 200) throw new ApiError(code ?? 'status', '', (data ?? {}) as ApiError['data']);
  return { state: 'done', output: data as T };
}
