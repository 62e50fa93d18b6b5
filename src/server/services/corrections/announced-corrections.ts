import { eq, lte } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { findPosting, type PostedTransaction } from '../../ledger/reversal.ts';
import { after, day, latest } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { type Database, insertOne } from '../../platform/database/db.ts';
import { dueWork } from '../../platform/due-work.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { corrections } from '../../schema/corrections.ts';
import { markDone, notify, topicOfCorrection } from '../../shops/notices/notify.ts';
import {
  appealDeadline,
  placeAnnouncedHold,
  releaseAnnouncedHold,
  rescheduleAnnouncedHold,
} from '../../shops/restrictions/announced-holds.ts';
import { appealReversed, issueStatement } from '../../shops/restrictions/statements.ts';
import { type CorrectionEvent, correctionMachine, dueCorrectionEvents } from './correction-machine.ts';
import { type CorrectionRow, requireNewGrounds } from './earlier-corrections.ts';
import { postCorrection, postingNoOf, undoCorrection } from './post-correction.ts';

/**
 * Days between the announcement of a correction at the merchant's cost and its posting, and the greatest age of its
 * posting in days.
 */
const announcedDays = 14;
const correctableDays = 30;

interface Announcement {
  /** Its earlier announcements, all of them dropped. */
  before: CorrectionRow[];
  wrong: PostedTransaction;
  amount: bigint;
  taken: bigint;
  reason: string;
  actor: string;
}

/**
 * Announces a correction at the merchant's cost: states the reasons, sets the sum aside, and leaves two weeks for an
 * appeal. Nothing is taken before.
 * @throws Refusal 203 where an appeal against an earlier announcement prevents it, 203 `too_old` for a posting of more
 * than 30 days ago, 424 where the balance is short
 */
export async function announceCorrection(
  deps: Deps,
  { before, wrong, amount, taken, reason, actor }: Announcement,
): Promise<CorrectionRow> {
  const { db: tx, clock, random } = deps;
  const { shopId, seq, ref } = wrong;
  if (!shopId)
    throw refuse(codes.invalidOperation, { reason: 'not_correctable', params: { kind: wrong.kind } });
  requireNewGrounds(before, reason);
  const at = clock.now();
  if (after(wrong.at, correctableDays * day) < at)
    throw refuse(codes.invalidOperation, {
      reason: 'too_old',
      message: `This posting is older than ${correctableDays} days: nothing of it is taken back any more.`,
    });
  const postAt = after(at, announcedDays * day);
  const id = newId(random, 'cor');
  const no = await postingNoOf(tx, wrong);
  const [from, to] = [formatMoney(amount + taken), formatMoney(amount)];
  const statementId = await issueStatement(deps, {
    shopId,
    kind: 'correction',
    facts: reason,
    rule: 'correction_rule',
    params: { no, before: from, after: to },
    actor,
    subject: id,
    reviewBy: postAt,
  });
  const holdRequest = {
    shopId,
    amount: taken,
    reasonCode: 'correction',
    ref: no,
    statementId,
    actor,
  } as const;
  const holdId = await placeAnnouncedHold(deps, { ...holdRequest, until: postAt });
  const row = await insertOne(tx, corrections, {
    id,
    shopId,
    seq,
    ref,
    amount,
    taken,
    reason,
    actor,
    state: 'waiting',
    statementId,
    holdId,
    announcedAt: at,
    postAt,
    dueAt: postAt,
  });
  const params = { ref: no, amount: formatMoney(taken), postAt: postAt.toISOString() };
  await notify(tx, { kind: 'correction_announced', params, shopId, statementId, at });
  return row;
}

async function lockCorrection(tx: Database, statementId: string): Promise<CorrectionRow | null> {
  const which = eq(corrections.statementId, statementId);
  const [row] = await tx.select().from(corrections).where(which).for('update');
  return row ?? null;
}

async function moveCorrection(
  { db: tx, clock }: Deps,
  row: CorrectionRow,
  event: CorrectionEvent,
  dueAt: Date | null,
): Promise<void> {
  const state = correctionMachine[row.state][event];
  if (!state) throw refuse(codes.invalidOperation, { reason: 'status', params: { status: row.state } });
  const isEnded = state === 'posted' || state === 'dropped';
  await tx
    .update(corrections)
    .set({
      state,
      dueAt,
      endedAt: isEnded ? clock.now() : null,
      expiredAt: event === 'expire' ? clock.now() : null,
    })
    .where(eq(corrections.id, row.id));
}

/** Records the merchant's appeal against an announced correction: without an answer by its date nothing is taken. */
export async function recordCorrectionAppeal(deps: Deps, statementId: string, decideBy: Date): Promise<void> {
  const row = await lockCorrection(deps.db, statementId);
  if (row?.state !== 'waiting') return;
  const until = appealDeadline(deps.clock.now(), decideBy);
  await moveCorrection(deps, row, 'appeal', until);
  await rescheduleAnnouncedHold(deps, row.holdId, until);
  const { shopId, seq } = row;
  const ref = await postingNoOf(deps.db, await findPosting(deps.db, { shopId, seq }));
  await markDone(deps.db, { shopId, topics: [topicOfCorrection(ref)], at: deps.clock.now() });
}

async function dropCorrection(
  deps: Deps,
  row: CorrectionRow,
  event: 'drop' | 'expire',
  by: { actor: string; reason: string },
) {
  const { db: tx, clock } = deps;
  const { shopId, seq, taken, statementId, holdId } = row;
  await releaseAnnouncedHold(deps, holdId, by);
  await moveCorrection(deps, row, event, null);
  const params = {
    ref: await postingNoOf(tx, await findPosting(tx, { shopId, seq })),
    amount: formatMoney(taken),
  };
  const at = clock.now();
  await notify(tx, { kind: 'correction_dropped', params, shopId, statementId, at });
}

/**
 * Continues a correction after the answer to its appeal: it is posted on its date, or dropped. One that was posted before
 * the appeal is undone where the appeal was right.
 */
export async function answerCorrection(
  deps: Deps,
  statementId: string,
  {
    outcome,
    actor,
    distinctFrom,
  }: { outcome: 'upheld' | 'reversed'; actor: string; distinctFrom?: string[] },
): Promise<void> {
  const row = await lockCorrection(deps.db, statementId);
  if (row?.state === 'posted' && outcome === 'reversed')
    return undoCorrection(deps, row, { actor, reason: appealReversed, distinctFrom });
  if (row?.state !== 'appealed') return;
  if (outcome === 'reversed')
    return dropCorrection(deps, row, 'drop', { actor, reason: 'appeal_reversed_hold' });
  const until = latest(row.postAt, deps.clock.now());
  await moveCorrection(deps, row, 'uphold', until);
  await rescheduleAnnouncedHold(deps, row.holdId, until);
}

/** Posts announced corrections without an appeal, and drops those with an appeal that was not answered. */
export const correctionsDue = dueWork({
  name: 'correction',
  due: (now) => ({ id: corrections.id, at: corrections.dueAt, where: lte(corrections.dueAt, now) }),
  handle: async (deps, id) => {
    const [row] = await deps.db.select().from(corrections).where(eq(corrections.id, id)).for('update');
    const event = row && dueCorrectionEvents[row.state];
    // An appeal or its answer arrived in the meantime.
    if (!event || !row.dueAt || row.dueAt > deps.clock.now()) return false;
    const { actor, reason, amount, shopId, seq, holdId } = row;
    if (event === 'expire') {
      await dropCorrection(deps, row, 'expire', { actor: 'system', reason: 'review_date_passed' });
      return true;
    }
    await moveCorrection(deps, row, 'post', null);
    await releaseAnnouncedHold(deps, holdId, { actor: 'system', reason: 'correction_hold' });
    await postCorrection(deps, await findPosting(deps.db, { shopId, seq }), { amount, reason, actor });
    return true;
  },
});
