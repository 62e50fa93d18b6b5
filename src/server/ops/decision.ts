import * as v from 'valibot';
import type { Deps } from '../context.ts';

type Flags = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** One thing an operator can decide: what it does, the flags it takes, and the function that does it. */
export interface Decision {
  about: string;
  flags: Flags;
  /** Runs in a transaction, unless it opens its own; `by` is stored with everything it changes. */
  run(deps: Deps, input: Record<string, unknown>, by: string): Promise<unknown>;
  ownTransactions?: true;
}

export const decision = <Entries extends v.ObjectEntries>(
  about: string,
  entries: Entries,
  run: (
    deps: Deps,
    input: v.InferOutput<v.StrictObjectSchema<Entries, undefined>>,
    by: string,
  ) => Promise<unknown>,
): Decision => ({ about, flags: v.strictObject(entries), run: run as Decision['run'] });
