import { eq, sql } from 'drizzle-orm';
import type { Deps } from './context.ts';
import { newId } from './ids.ts';
import { creditLog, shops } from './schema/shops.ts';
import { stateReasons } from './statements.ts';

type CreditDeps = Pick<Deps, 'db' | 'clock' | 'random'>;

/** By how much each event changes the score. Only what the merchant decides counts, never a supplier's delay. */
export const creditChanges = { opened: 90, release: 1, lapse: -2 } as const;
export type CreditEvent = keyof typeof creditChanges;
const full = 100;

const stateLapse = (deps: CreditDeps, shopId: string, no: string): Promise<string> =>
  stateReasons(deps, {
    ...{ shopId, kind: 'score', actor: 'system', params: { no } },
    facts: `The purchase cost of order ${no} was not paid by its date, so the buyer was refunded.`,
    rule: 'An order that is neither paid nor declined in time lowers the credit score by 2. There is no fine.',
  });

/** Adds the score's row of an event; a lower score comes with its statement of reasons in the same transaction. */
export async function addCredit(
  deps: CreditDeps,
  of: { shopId: string; no: string },
  code: CreditEvent,
): Promise<void> {
  const { db: tx, clock, random } = deps;
  const { shopId, no } = of;
  // The shop's row keeps two events from reading the same score.
  await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, shopId)).for('no key update');
  const [row] = await tx
    .select({ score: sql<string>`coalesce(sum(${creditLog.change}), 0)::text` })
    .from(creditLog)
    .where(eq(creditLog.shopId, shopId));
  const score = Number(row?.score ?? 0);
  const change = Math.min(full, Math.max(0, score + creditChanges[code])) - score;
  if (change === 0) return;
  const statementId = change < 0 ? await stateLapse(deps, shopId, no) : null;
  const id = newId(random, 'crd');
  await tx
    .insert(creditLog)
    .values({ id, shopId, change, code, ref: no, params: { no }, statementId, at: clock.now() });
}
