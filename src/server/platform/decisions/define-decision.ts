import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../refuse.ts';

type Flags = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** How a decision is sent. */
interface DecisionOptions {
  /**
   * Whether it is refused over HTTP without an Idempotency-Key. Required by default: a decision that moves money or
   * creates something would do so twice where an answer is lost and it is sent again. Optional where a repeat changes
   * nothing.
   */
  key: 'required' | 'optional';
  /**
   * Marks an answer that holds a credential such as a token: it is stored so that only the sender of its key can read
   * it again.
   */
  secretReply?: true;
  /**
   * Returns the flags as the partner's key means them, and refuses what it may not name; the operator's key may name
   * everything.
   */
  flagsOfPartner?(deps: Deps, input: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** A decision that an operator can make: its description, its flags, and the function that carries it out. */
export interface Decision extends DecisionOptions {
  about: string;
  flags: Flags;
  /** Runs in a transaction, unless it opens its own; `actor` is stored with everything it changes. */
  run(deps: Deps, input: Record<string, unknown>, actor: string): Promise<unknown>;
  ownTransactions?: true;
}

export const defineDecision = <Entries extends v.ObjectEntries>(
  about: string,
  entries: Entries,
  run: (
    deps: Deps,
    input: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>,
    actor: string,
  ) => Promise<unknown>,
  options: DecisionOptions = { key: 'required' },
): Decision => ({ about, flags: v.strictObject(entries), run: run as Decision['run'], ...options });

/**
 * Refuses outside the demo what only a buyer can state: a figure typed by an operator would be invented.
 * @throws Refusal 203 `demo_only`
 */
export function requireDemoFor({ config }: Deps, what: string): void {
  if (config.demo) return;
  throw refuse(codes.invalidOperation, {
    reason: 'demo_only',
    message: `${what}: this comes from buyers themselves and cannot be entered; only the demo (SOUK_DEMO=1) plays it.`,
  });
}

/** Limits a decision to the demo: elsewhere only buyers do it, and the shop's figures count it. */
export const demoOnly = (inner: Decision): Decision => ({
  ...inner,
  run: async (deps, input, actor) => {
    requireDemoFor(deps, 'decision');
    return inner.run(deps, input, actor);
  },
});
