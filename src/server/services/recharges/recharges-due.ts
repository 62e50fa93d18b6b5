import { and, eq, gt, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import { after } from '../../platform/clock.ts';
import { dueWork } from '../../platform/due-work.ts';
import { recharges } from '../../schema/recharges.ts';
import { issueStatement } from '../../shops/restrictions/statements.ts';
import { notifyRecharge } from './recharge-notices.ts';
import { sendBackFrom } from './send-back-date.ts';

const isLate = (now: Date) =>
  and(eq(recharges.status, 'moderated'), lt(recharges.expectedBy, now), isNull(recharges.overdueNoticedAt));

/** Notifies merchants once of recharges that were not decided by the promised date. */
export const rechargesDue = dueWork({
  name: 'recharge',
  due: (now) => ({ id: recharges.id, at: recharges.expectedBy, where: isLate(now) }),
  handle: async (deps, id) => {
    const { db: tx, clock } = deps;
    const at = clock.now();
    const [row] = await tx
      .update(recharges)
      .set({ overdueNoticedAt: at })
      .where(and(eq(recharges.id, id), isLate(at)))
      .returning();
    if (!row) return false;
    await notifyRecharge(deps, row, { event: 'overdue', at });
    return true;
  },
});

/** The condition for money of a refused recharge that was not yet sent back to its sender. */
export const isToSendBack = and(
  eq(recharges.status, 'failed'),
  isNotNull(recharges.arrived),
  isNull(recharges.sentBackAt),
);

const isUnreturned = (before: Date) =>
  and(
    isToSendBack,
    lte(sendBackFrom, before.toISOString()),
    or(isNull(recharges.sendBackOverdueAt), gt(sendBackFrom, recharges.sendBackOverdueAt)),
  );

/**
 * States reasons for money that was not sent back by its date, and notifies the merchant with a link to the appeal; once
 * more where an appeal against the refusal has moved the date since, and it has passed again.
 */
export const sendBacksDue = dueWork({
  name: 'recharge send back',
  due: (now, { config }) => ({
    id: recharges.id,
    at: recharges.decidedAt,
    where: isUnreturned(after(now, -config.timing.rechargeSendBack)),
  }),
  handle: async (deps, id) => {
    const { db: tx, clock, config } = deps;
    const at = clock.now();
    const due = and(eq(recharges.id, id), isUnreturned(after(at, -config.timing.rechargeSendBack)));
    const [before] = await tx.select().from(recharges).where(due).for('update');
    if (!before) return false;
    const { no, shopId } = before;
    const sendBackStatementId = await issueStatement(deps, {
      shopId,
      kind: 'recharge_not_sent_back',
      facts: 'recharge_not_sent_back_facts',
      rule: 'recharge_not_sent_back_rule',
      params: { no },
      actor: 'system',
      subject: id,
    });
    const change = { sendBackOverdueAt: at, sendBackStatementId };
    await tx.update(recharges).set(change).where(eq(recharges.id, id));
    const overdue = { event: 'send_back_overdue', at, statementId: sendBackStatementId } as const;
    await notifyRecharge(deps, { ...before, ...change }, overdue);
    return true;
  },
});
