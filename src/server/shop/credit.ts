import { eq, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Deps } from '../context.ts';
import { newId } from '../ids.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { appealTo, stateReasons } from '../restrictions/statements.ts';
import { creditLog } from '../schema/shops.ts';
import { lockShop } from './shop-row.ts';

type CreditDeps = Pick<Deps, 'db' | 'clock' | 'random'>;
type Entry = Pick<typeof creditLog.$inferInsert, 'code' | 'ref' | 'params'>;

/** By how much each event changes the score. Only what the merchant decides counts, never a supplier's delay. */
export const creditChanges = { opened: 90, release: 1, lapse: -2 } as const;
export type CreditEvent = keyof typeof creditChanges;
const full = 100;

/** By how much the score can change at all: it stays between 0 and 100. The shop's row keeps others from reading it. */
async function roomFor({ db: tx }: CreditDeps, shopId: string, wanted: number): Promise<number> {
  await lockShop(tx, shopId);
  const [row] = await tx
    .select({ score: sql<string>`coalesce(sum(${creditLog.change}), 0)::text` })
    .from(creditLog)
    .where(eq(creditLog.shopId, shopId));
  const score = Number(row?.score ?? 0);
  return Math.min(full, Math.max(0, score + wanted)) - score;
}

async function add(
  { db: tx, clock, random }: CreditDeps,
  row: Entry & { shopId: string; change: number; statementId: string | null },
): Promise<string> {
  const id = newId(random, 'crd');
  await tx.insert(creditLog).values({ ...row, id, at: clock.now() });
  return id;
}

const stateLapse = (deps: CreditDeps, shopId: string, no: string): Promise<string> =>
  stateReasons(deps, {
    ...{ shopId, kind: 'score', actor: 'system', params: { no } },
    ...{ facts: 'lapse_facts', rule: 'lapse_rule' },
  });

/** Adds the score's row of an event; a lower score comes with its statement of reasons in the same transaction. */
export async function addCredit(
  deps: CreditDeps,
  { shopId, no }: { shopId: string; no: string },
  code: CreditEvent,
): Promise<void> {
  const change = await roomFor(deps, shopId, creditChanges[code]);
  if (change === 0) return;
  const statementId = change < 0 ? await stateLapse(deps, shopId, no) : null;
  await add(deps, { shopId, change, code, ref: no, params: { no }, statementId });
}

export interface CreditDecision {
  shopId: string;
  change: number;
  facts: string;
  rule: string;
  actor: string;
}

/**
 * A change of the score that somebody decided, with its statement of reasons.
 * @throws Refusal 203 where the score is at its end already
 */
export async function changeCredit(
  deps: CreditDeps,
  { shopId, change: wanted, facts, rule, actor }: CreditDecision,
): Promise<{ id: string; change: number; statementId: string }> {
  const change = await roomFor(deps, shopId, wanted);
  if (change === 0) throw refuse(codes.invalidOperation, { reason: 'score_at_its_end' });
  const statementId = await stateReasons(deps, { shopId, kind: 'score', facts, rule, actor });
  const entry = { code: 'score_changed', ref: '', params: { facts } };
  const id = await add(deps, { shopId, change, statementId, ...entry });
  const points = change > 0 ? `+${change}` : `\u2212${-change}`;
  const told = { kind: 'score_changed', params: { points, facts }, link: appealTo(statementId) } as const;
  await notify(deps.db, { shopId, ...told, at: deps.clock.now() });
  return { id, change, statementId };
}

/** Gives back what the score lost by a statement that an appeal has reversed. */
export async function restoreCredit(
  deps: CreditDeps,
  lost: { shopId: string; change: number },
  appealNo: string,
): Promise<void> {
  const change = await roomFor(deps, lost.shopId, -lost.change);
  if (change === 0) return;
  const entry = { code: 'appeal_reversed', ref: appealNo, params: { no: appealNo } };
  await add(deps, { shopId: lost.shopId, change, statementId: null, ...entry });
}
