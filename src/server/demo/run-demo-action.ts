import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { Refusal } from '../platform/refuse.ts';
import { unitOf } from './seeded-random.ts';

export interface Market {
  /** When the market opened: work that was due before is played at the normal pace from then on, not all at once. */
  openedAt: Date;
  /** When the last round was played: the next one plays what happened since. */
  playedAt: Date;
}

/** A wait of the market: `seed` is the text that its random length is derived from, so that it does not change. */
export interface Wait {
  since: Date;
  ms: number;
  seed: string;
}

/**
 * Returns whether the wait is over: between half and one and a half of the usual time, from the market's opening at the
 * earliest.
 */
export function isWaitOver({ clock }: Deps, { openedAt }: Market, { since, ms, seed }: Wait): boolean {
  const start = Math.max(since.getTime(), openedAt.getTime());
  return start + ms * (0.5 + unitOf(seed)) <= clock.now().getTime();
}

/** Runs one action in its own transaction. A refusal is ignored: a person or a deadline was faster. */
export async function runDemoAction(deps: Deps, run: (own: Deps) => Promise<unknown>): Promise<void> {
  await inTransaction(deps.db, (db) => run({ ...deps, db })).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
