import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { creditLog } from '../../schema/shops.ts';
import { notify } from '../notices/notify.ts';
import { issueStatement } from '../restrictions/statements.ts';
import { lockShop } from '../shop-row.ts';

type Entry = Pick<typeof creditLog.$inferInsert, 'code' | 'ref' | 'params'>;

/**
 * The change of the score by each code of the credit log, which merchants' apps read: `lapse` is an order that was
 * neither paid nor declined. Only the merchant's decisions count, never a supplier's delay.
 */
export const creditChanges = { opened: 90, release: 1, lapse: -2 } as const;
export type CreditCode = keyof typeof creditChanges;
const maxScore = 100;

/**
 * Returns the possible part of a change: the score stays between 0 and 100. The lock on the shop's row serialises
 * changes.
 */
async function possibleChange({ db: tx }: Deps, shopId: string, wanted: number): Promise<number> {
  const score = (await lockShop(tx, shopId)).credit ?? 0;
  return Math.min(maxScore, Math.max(0, score + wanted)) - score;
}

async function insertCredit(
  { db: tx, clock, random }: Deps,
  row: Entry & { shopId: string; change: number; statementId: string | null },
): Promise<string> {
  const id = newId(random, 'crd');
  await tx.insert(creditLog).values({ ...row, id, at: clock.now() });
  return id;
}

const issueLapseStatement = (deps: Deps, shopId: string, no: string): Promise<string> =>
  issueStatement(deps, {
    shopId,
    kind: 'score',
    actor: 'system',
    params: { no },
    facts: 'lapse_facts',
    rule: 'lapse_rule',
  });

/** Adds the score's row for a code; a decrease has its statement of reasons in the same transaction. */
export async function addCredit(
  deps: Deps,
  { shopId, no }: { shopId: string; no: string },
  code: CreditCode,
): Promise<void> {
  const change = await possibleChange(deps, shopId, creditChanges[code]);
  if (change === 0) return;
  const statementId = change < 0 ? await issueLapseStatement(deps, shopId, no) : null;
  await insertCredit(deps, { shopId, change, code, ref: no, params: { no }, statementId });
}

export interface CreditDecision {
  shopId: string;
  change: number;
  facts: string;
  rule: string;
  actor: string;
}

/**
 * Changes the score by an operator's decision, with its statement of reasons.
 * @throws Refusal 203 where the score is at its limit already
 */
export async function changeCredit(
  deps: Deps,
  { shopId, change: wanted, facts, rule, actor }: CreditDecision,
): Promise<{ id: string; change: number; statementId: string }> {
  const change = await possibleChange(deps, shopId, wanted);
  if (change === 0) throw refuse(codes.invalidOperation, { reason: 'score_at_its_end' });
  const statementId = await issueStatement(deps, { shopId, kind: 'score', facts, rule, actor });
  const entry = { code: 'score_changed', ref: '', params: { facts } };
  const id = await insertCredit(deps, { shopId, change, statementId, ...entry });
  const points = change > 0 ? `+${change}` : `\u2212${-change}`;
  const notice = { kind: 'score_changed', params: { points, facts }, statementId } as const;
  await notify(deps.db, { shopId, ...notice, at: deps.clock.now() });
  return { id, change, statementId };
}

/** Restores the points of a decrease that an appeal has reversed. */
export async function restoreCredit(
  deps: Deps,
  decrease: { shopId: string; change: number },
  appealNo: string,
): Promise<void> {
  const change = await possibleChange(deps, decrease.shopId, -decrease.change);
  if (change === 0) return;
  const entry = { code: 'appeal_reversed', ref: appealNo, params: { no: appealNo } };
  await insertCredit(deps, { shopId: decrease.shopId, change, statementId: null, ...entry });
}
