// One file: every decision about a case, side by side.

import { and, eq, ne } from 'drizzle-orm';
import * as v from 'valibot';
import { buyerCase } from '../../../contract/cases.ts';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import {
  caseOutcomes,
  caseParties,
  caseReasons,
  caseStates,
  caseTypes,
  faults,
  orderStatuses,
} from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, integer, picture, text } from '../../platform/decisions/flag-types.ts';
import { maybeMoney, maybeTime } from '../../platform/decisions/output-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { idOf } from '../../shops/find-rows.ts';
import { maxReviewDays } from '../../shops/restrictions/review-periods.ts';
import { nextParty } from '../model/case-machine.ts';
import { type CaseRow, caseOf, type LockedCase, lockCase, requireNotUnderAppeal } from '../model/case-row.ts';
import { lockOrder } from '../model/order-row.ts';
import { applyCaseEvent } from './apply-case-event.ts';
import { effectOfCase } from './case-effect.ts';
import { extendCase, setFault, upholdCase } from './decide-case.ts';
import { addEvidence } from './evidence.ts';
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

const caseSummary = v.object({
  id: v.string(),
  order: v.string(),
  orderStatus: v.picklist(orderStatuses),
  type: v.picklist(caseTypes),
  state: v.picklist(caseStates),
  fault: v.picklist(faults),
  next: v.nullable(v.picklist(caseParties)),
  actBy: maybeTime,
  part: maybeMoney,
  outcome: v.nullable(v.picklist(caseOutcomes)),
  effect: buyerCase.entries.effect,
});

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

export const caseDecisions = {
  'case-open': defineDecision({
    about:
      'A buyer asks for money back, of all or a part; settlement and release wait until the case is closed.',
    on: 'case',
    roles: ['shop_front'],
    weight: 'plain',
    input: {
      order: text,
      reason: text,
      code: v.optional(v.picklist(caseReasons), 'other'),
      type: v.optional(v.picklist(caseTypes), 'refund'),
      amount: v.optional(amount),
    },
    output: caseSummary,
    run: async (deps, { order, reason, code, type, amount }, actor) => {
      const orderId = await idOf(deps.db, 'order', order);
      const request = { orderId, type, reasonCode: code, reason, partialAmount: amount, actor };
      return summary(deps, await openCase(deps, request));
    },
  }),

  'case-evidence': defineDecision({
    about: 'Words or a picture (base64) for the open case of an order, from another party than its merchant.',
    on: 'case',
    roles: ['shop_front', 'supplier', 'support'],
    weight: 'plain',
    input: {
      order: text,
      party: v.optional(v.picklist(['buyer', 'supplier', 'platform']), 'buyer'),
      text: v.optional(text),
      picture: v.optional(picture),
    },
    output: caseSummary,
    run: async (deps, { order, party, ...evidence }, actor) => {
      if (!evidence.text && !evidence.picture) throw refuse(codes.parameterMissing, { field: 'text' });
      const { row } = await openCaseOf(deps, order);
      await addEvidence(deps, row, { party, actor, ...evidence });
      return summary(deps, row);
    },
  }),

  'case-finding': defineDecision({
    about:
      'Finds who is at fault, and shows it to the merchant with what it would cost; nothing is posted yet.',
    on: 'case',
    roles: ['support'],
    weight: 'binds',
    input: { order: text, fault: v.picklist(['supplier', 'merchant']), reason: text },
    output: caseSummary,
    run: async (deps, { order, ...finding }, actor) =>
      summary(deps, await setFault(deps, await openCaseOf(deps, order), { ...finding, actor })),
  }),

  'case-escalate': defineDecision({
    about: 'The buyer does not accept the rejection: the platform looks at it.',
    on: 'case',
    roles: ['shop_front'],
    weight: 'plain',
    input: { order: text, reason: text },
    output: caseSummary,
    run: async (deps, { order, reason }, actor) => {
      const change = { event: 'escalate', party: 'buyer', actor, reason } as const;
      return summary(deps, await applyCaseEvent(deps, await openCaseOf(deps, order), change));
    },
  }),

  'case-decide': defineDecision({
    about:
      'The platform decides a case: approve refunds (after the goods are back, where they are sent back), reject closes it. What it takes from the merchant is stated, set aside, and posted 7 days later unless the merchant appeals.',
    on: 'case',
    roles: ['support'],
    weight: 'binds',
    input: {
      order: text,
      result: v.picklist(['approve', 'reject']),
      reason: text,
      rule: v.optional(text, rule),
      amount: v.optional(amount),
    },
    output: caseSummary,
    run: async (deps, { order, result, reason, amount, ...stated }, actor) => {
      const locked = await openCaseOf(deps, order);
      requireNotUnderAppeal(locked.row);
      if (result === 'reject')
        return summary(deps, await applyCaseEvent(deps, locked, { event: 'dismiss', party, actor, reason }));
      return summary(
        deps,
        await upholdCase(deps, locked, { actor, facts: reason, rule: stated.rule, amount }),
      );
    },
  }),

  'case-extend': defineDecision({
    about: 'The platform needs longer for a case; needs a new statement of reasons.',
    on: 'case',
    roles: ['support'],
    weight: 'binds',
    input: {
      order: text,
      facts: text,
      rule: text,
      days: v.optional(integer(1, maxReviewDays), maxReviewDays),
    },
    output: caseSummary,
    run: async (deps, { order, ...stated }, actor) =>
      summary(deps, await extendCase(deps, await openCaseOf(deps, order), { ...stated, actor })),
  }),

  'case-returned': defineDecision({
    about: 'The buyer has sent the goods back.',
    on: 'case',
    roles: ['shop_front'],
    weight: 'plain',
    input: { order: text, carrier: text, tracking: text },
    output: caseSummary,
    run: async (deps, { order, carrier, tracking }, actor) => {
      const set = { carrier, trackingNo: tracking };
      const change = { event: 'send_back', party: 'buyer', actor, set } as const;
      return summary(deps, await applyCaseEvent(deps, await openCaseOf(deps, order), change));
    },
  }),

  'case-received': defineDecision({
    about: 'The supplier has the goods back and looks at them.',
    on: 'case',
    roles: ['supplier'],
    weight: 'plain',
    input: { order: text, reason: v.optional(text) },
    output: caseSummary,
    run: async (deps, { order, reason }, actor) => {
      const change = { event: 'receive', party: 'supplier', actor, reason } as const;
      return summary(deps, await applyCaseEvent(deps, await openCaseOf(deps, order), change));
    },
  }),

  'case-close': defineDecision({
    about:
      'What came back is as it was: the buyer is refunded and the case is closed. What a merchant can still appeal is not closed by it.',
    on: 'case',
    roles: ['supplier', 'support'],
    weight: 'pays',
    input: { order: text },
    output: caseSummary,
    run: async (deps, { order }, actor) => {
      const locked = await openCaseOf(deps, order);
      return summary(deps, await applyCaseEvent(deps, locked, { event: 'refund', party, actor }));
    },
  }),

  'case-withdraw': defineDecision({
    about: 'The buyer lets the request go; settlement and release go on.',
    on: 'case',
    roles: ['shop_front'],
    weight: 'frees',
    input: { order: text, reason: text },
    output: caseSummary,
    run: async (deps, { order, reason }, actor) => {
      const locked = await openCaseOf(deps, order);
      const change = { event: 'withdraw', party: 'buyer', actor, reason } as const;
      await applyCaseEvent(deps, locked, change);
      return summary(deps, await caseOf(deps.db, locked.row.id));
    },
  }),
};
