import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { caseReasons, caseTypes } from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, integer, picture, text } from '../../platform/decisions/flag-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';
import { idOf } from '../../shops/find-rows.ts';
import { maxReviewDays } from '../../shops/restrictions/review-periods.ts';
import { nextParty } from '../model/case-machine.ts';
import { type CaseRow, caseOf, type LockedCase, lockCase, requireNotUnderAppeal } from '../model/case-row.ts';
import { lockOrder } from '../model/order-row.ts';
import { applyCaseEvent } from './apply-case-event.ts';
import { effectOfCase } from './case-effect.ts';
import { extendCase, setFault, upholdCase } from './decide-case.ts';
import { addEvidence, evidenceOf } from './evidence.ts';
import { openCase } from './open-case.ts';

// The key of a text that is shown in the reader's language.
const rule = 'after_sale_rule';
const party = 'platform' as const;

async function openCaseOf(deps: Deps, order: string): Promise<LockedCase> {
  const orderId = await idOf(deps.db, 'order', order);
  const open = and(eq(afterSaleCases.orderId, orderId), ne(afterSaleCases.state, 'closed'));
  const [openCase] = await deps.db.select({ id: afterSaleCases.id }).from(afterSaleCases).where(open);
  if (!openCase) throw refuse(codes.invalidOperation, { reason: 'no_case' });
  return lockCase(deps.db, openCase.id);
}

async function summary({ db }: Deps, row: CaseRow) {
  const order = await lockOrder(db, row.orderId);
  return {
    id: row.id,
    order: order.no,
    orderStatus: order.status,
    type: row.type,
    state: row.state,
    fault: row.fault,
    next: nextParty(row),
    actBy: row.dueAt?.toISOString() ?? null,
    part: row.partialAmount === null ? null : formatMoney(row.partialAmount),
    outcome: row.outcome,
    effect: row.state === 'closed' ? null : await effectOfCase(db, order, row),
  };
}

/** Returns the cases that wait for the platform, the most urgent first; of those under appeal the appeal waits. */
async function casesToReview(deps: Deps, limit: number) {
  const waiting = await deps.db
    .select({ row: afterSaleCases, order: orders })
    .from(afterSaleCases)
    .innerJoin(orders, eq(orders.id, afterSaleCases.orderId))
    .where(and(eq(afterSaleCases.state, 'platform_review'), isNull(afterSaleCases.appealBy)))
    .orderBy(asc(afterSaleCases.dueAt), asc(afterSaleCases.id))
    .limit(limit);
  const evidence = await evidenceOf(deps.db, ...waiting.map(({ row }) => row.id));
  const linkTo = await linkSigner(deps);
  return waiting.map(({ row, order }) => ({
    id: row.id,
    order: order.no,
    orderStatus: order.status,
    shopId: row.shopId,
    type: row.type,
    code: row.reasonCode,
    reason: row.reason,
    fault: row.fault,
    paid: formatMoney(order.amount),
    part: row.partialAmount === null ? null : formatMoney(row.partialAmount),
    openedAt: row.openedAt.toISOString(),
    decideBy: row.dueAt?.toISOString() ?? null,
    evidence: evidence
      .filter(({ caseId }) => caseId === row.id)
      .map(({ party: by, text, fileId }) => ({ by, text, url: fileId && linkTo(fileId) })),
  }));
}

export const caseDecisions = {
  cases: defineDecision(
    'Cases that wait for the platform, the most urgent first, each with what its parties wrote and showed; links to their files are good for five minutes. One that its merchant has appealed is among the appeals.',
    { limit: v.optional(integer(1, 200), 50) },
    async (deps, { limit }) => ({ list: await casesToReview(deps, limit) }),
    { key: 'optional' },
  ),

  'case-open': defineDecision(
    'A buyer asks for money back, of all or a part; settlement and release wait until the case is closed.',
    {
      order: text,
      reason: text,
      code: v.optional(v.picklist(caseReasons), 'other'),
      type: v.optional(v.picklist(caseTypes), 'refund'),
      amount: v.optional(amount),
    },
    async (deps, { order, reason, code, type, amount }, actor) => {
      const orderId = await idOf(deps.db, 'order', order);
      const request = { orderId, type, reasonCode: code, reason, partialAmount: amount, actor };
      return summary(deps, await openCase(deps, request));
    },
  ),

  'case-evidence': defineDecision(
    'Words or a picture (base64) for the open case of an order, from somebody but its merchant.',
    {
      order: text,
      party: v.optional(v.picklist(['buyer', 'supplier', 'platform']), 'buyer'),
      text: v.optional(text),
      picture: v.optional(picture),
    },
    async (deps, { order, party, ...evidence }, actor) => {
      if (!evidence.text && !evidence.picture) throw refuse(codes.parameterMissing, { field: 'text' });
      const { row } = await openCaseOf(deps, order);
      await addEvidence(deps, row, { party, actor, ...evidence });
      return summary(deps, row);
    },
  ),

  'case-finding': defineDecision(
    'Finds who is at fault, and shows it to the merchant with what it would cost; nothing is posted yet.',
    { order: text, fault: v.picklist(['supplier', 'merchant']), reason: text },
    async (deps, { order, ...finding }, actor) =>
      summary(deps, await setFault(deps, await openCaseOf(deps, order), { ...finding, actor })),
  ),

  'case-escalate': defineDecision(
    'The buyer does not accept the rejection: the platform looks at it.',
    { order: text, reason: text },
    async (deps, { order, reason }, actor) => {
      const change = { event: 'escalate', party: 'buyer', actor, reason } as const;
      return summary(deps, await applyCaseEvent(deps, await openCaseOf(deps, order), change));
    },
  ),

  'case-decide': defineDecision(
    'The platform decides a case: approve refunds (after the goods are back, where they are sent back), reject closes it. What it takes from the merchant is stated, set aside, and posted 7 days later unless the merchant appeals.',
    {
      order: text,
      result: v.picklist(['approve', 'reject']),
      reason: text,
      rule: v.optional(text, rule),
      amount: v.optional(amount),
    },
    async (deps, { order, result, reason, amount, ...stated }, actor) => {
      const locked = await openCaseOf(deps, order);
      requireNotUnderAppeal(locked.row);
      if (result === 'reject')
        return summary(deps, await applyCaseEvent(deps, locked, { event: 'dismiss', party, actor, reason }));
      return summary(
        deps,
        await upholdCase(deps, locked, { actor, facts: reason, rule: stated.rule, amount }),
      );
    },
  ),

  'case-extend': defineDecision(
    'The platform needs longer for a case; needs a new statement of reasons.',
    {
      order: text,
      facts: text,
      rule: text,
      days: v.optional(integer(1, maxReviewDays), maxReviewDays),
    },
    async (deps, { order, ...stated }, actor) =>
      summary(deps, await extendCase(deps, await openCaseOf(deps, order), { ...stated, actor })),
  ),

  'case-returned': defineDecision(
    'The buyer has sent the goods back.',
    { order: text, carrier: text, tracking: text },
    async (deps, { order, carrier, tracking }, actor) => {
      const set = { carrier, trackingNo: tracking };
      const change = { event: 'send_back', party: 'buyer', actor, set } as const;
      return summary(deps, await applyCaseEvent(deps, await openCaseOf(deps, order), change));
    },
  ),

  'case-received': defineDecision(
    'The supplier has the goods back and looks at them.',
    { order: text, reason: v.optional(text) },
    async (deps, { order, reason }, actor) => {
      const change = { event: 'receive', party: 'supplier', actor, reason } as const;
      return summary(deps, await applyCaseEvent(deps, await openCaseOf(deps, order), change));
    },
  ),

  'case-close': defineDecision(
    'What came back is as it was: the buyer is refunded and the case is closed. What a merchant can still appeal is not closed by it.',
    { order: text },
    async (deps, { order }, actor) => {
      const locked = await openCaseOf(deps, order);
      return summary(deps, await applyCaseEvent(deps, locked, { event: 'refund', party, actor }));
    },
  ),

  'case-withdraw': defineDecision(
    'The buyer lets the request go; settlement and release go on.',
    { order: text, reason: text },
    async (deps, { order, reason }, actor) => {
      const locked = await openCaseOf(deps, order);
      const change = { event: 'withdraw', party: 'buyer', actor, reason } as const;
      await applyCaseEvent(deps, locked, change);
      return summary(deps, await caseOf(deps.db, locked.row.id));
    },
  ),
};
