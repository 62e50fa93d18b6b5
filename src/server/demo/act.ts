import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refuse.ts';
import { unitOf } from './chance.ts';
import type { Market } from './market.ts';

/** Somebody of the market takes their time: `luck` names what their patience belongs to, and so does not change. */
export interface Wait {
  since: Date;
  ms: number;
  luck: string;
}

/** Whether the wait is over: between half and one and a half of the usual time, from the market's opening at the earliest. */
export function isOver(
  { clock }: Pick<Deps, 'clock'>,
  { openedAt }: Market,
  { since, ms, luck }: Wait,
): boolean {
  const start = Math.max(since.getTime(), openedAt.getTime());
  return start + ms * (0.5 + unitOf(luck)) <= clock.now().getTime();
}

/** One act, in a transaction of its own. Where a person or a deadline was faster, it is not done. */
export async function act(deps: Deps, run: (own: Deps) => Promise<unknown>): Promise<void> {
  await inTransaction(deps.db, (db) => run({ ...deps, db })).catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
