import { and, eq, ne } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import { afterSaleReasons, afterSaleTypes } from '../../contract/status.ts';
import { effectOfCase } from '../cases/case-effect.ts';
import { nextParty } from '../cases/case-machine.ts';
import { type CaseRow, caseOf, type LockedCase, lockCase } from '../cases/case-row.ts';
import { extendCase, upholdCase } from '../cases/decide-case.ts';
import { addEvidence } from '../cases/evidence.ts';
import { findFault } from '../cases/find-fault.ts';
import type { CaseDeps } from '../cases/move-case.ts';
import { openCase } from '../cases/open-case.ts';
import { stepCase } from '../cases/step-case.ts';
import type { Deps } from '../context.ts';
import { lockOrder } from '../orders/order-row.ts';
import { refuse } from '../refuse.ts';
import { afterSaleCases } from '../schema/cases.ts';
import { decision } from './decision.ts';
import { idOf, picture, sum, text, whole } from './flags.ts';

const longestReview = 14;
// Said in the reader's language.
const rule = 'after_sale_rule';
const party = 'platform' as const;

async function openCaseOf(deps: CaseDeps, order: string): Promise<LockedCase> {
  const orderId = await idOf(deps.db, 'order', order);
  const open = and(eq(afterSaleCases.orderId, orderId), ne(afterSaleCases.state, 'closed'));
  const [found] = await deps.db.select({ id: afterSaleCases.id }).from(afterSaleCases).where(open);
  if (!found) throw refuse(codes.invalidOperation, { reason: 'no_case' });
  return lockCase(deps.db, found.id);
}

async function summary({ db }: Pick<Deps, 'db'>, row: CaseRow) {
  const order = await lockOrder(db, row.orderId);
  return {
    ...{ id: row.id, order: order.no, orderStatus: order.status, type: row.type, state: row.state },
    ...{ fault: row.fault, next: nextParty(row.state), actBy: row.dueAt?.toISOString() ?? null },
    ...{ part: row.part === null ? null : formatMoney(row.part), outcome: row.outcome },
    effect: row.state === 'closed' ? null : await effectOfCase(db, order, row),
  };
}

export const caseDecisions = {
  'case-open': decision(
    'A buyer asks for money back, of all or a part; settlement and release wait until the case is closed.',
    {
      order: text,
      reason: text,
      code: v.optional(v.picklist(afterSaleReasons), 'other'),
      type: v.optional(v.picklist(afterSaleTypes), 'refund'),
      amount: v.optional(sum),
    },
    async (deps, { order, reason, code, type, amount }, actor) => {
      const orderId = await idOf(deps.db, 'order', order);
      const request = { orderId, type, reasonCode: code, reason, wanted: amount, actor };
      return summary(deps, await openCase(deps, request));
    },
  ),

  'case-evidence': decision(
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

  'case-finding': decision(
    'Finds who is at fault, and shows it to the merchant with what it would cost; nothing is posted yet.',
    { order: text, fault: v.picklist(['supplier', 'merchant']), reason: text },
    async (deps, { order, ...found }, actor) =>
      summary(deps, await findFault(deps, await openCaseOf(deps, order), { ...found, actor })),
  ),

  'case-appeal': decision(
    'The buyer does not accept the rejection: the platform looks at it.',
    { order: text, reason: text },
    async (deps, { order, reason }, actor) => {
      const change = { event: 'appeal', party: 'buyer', actor, reason } as const;
      return summary(deps, await stepCase(deps, await openCaseOf(deps, order), change));
    },
  ),

  'case-decide': decision(
    'The platform decides a case: approve refunds (after the goods are back, where they are sent back), reject closes it.',
    {
      order: text,
      result: v.picklist(['approve', 'reject']),
      reason: text,
      rule: v.optional(text, rule),
      amount: v.optional(sum),
    },
    async (deps, { order, result, reason, amount, ...stated }, actor) => {
      const locked = await openCaseOf(deps, order);
      if (result === 'reject')
        return summary(deps, await stepCase(deps, locked, { event: 'dismiss', party, actor, reason }));
      return summary(
        deps,
        await upholdCase(deps, locked, { actor, facts: reason, rule: stated.rule, amount }),
      );
    },
  ),

  'case-extend': decision(
    'The platform needs longer for a case; needs a new statement of reasons.',
    { order: text, facts: text, rule: text, days: v.optional(whole(1, longestReview), longestReview) },
    async (deps, { order, ...stated }, actor) =>
      summary(deps, await extendCase(deps, await openCaseOf(deps, order), { ...stated, actor })),
  ),

  'case-returned': decision(
    'The buyer has sent the goods back.',
    { order: text, carrier: text, tracking: text },
    async (deps, { order, carrier, tracking }, actor) => {
      const set = { carrier, trackingNo: tracking };
      const change = { event: 'send_back', party: 'buyer', actor, set } as const;
      return summary(deps, await stepCase(deps, await openCaseOf(deps, order), change));
    },
  ),

  'case-received': decision(
    'The supplier has the goods back and looks at them.',
    { order: text, reason: v.optional(text) },
    async (deps, { order, reason }, actor) => {
      const change = { event: 'receive', party: 'supplier', actor, reason } as const;
      return summary(deps, await stepCase(deps, await openCaseOf(deps, order), change));
    },
  ),

  'case-close': decision(
    'What came back is as it was: the buyer is refunded and the case is closed.',
    { order: text },
    async (deps, { order }, actor) => {
      const locked = await openCaseOf(deps, order);
      return summary(deps, await stepCase(deps, locked, { event: 'refund', party, actor }));
    },
  ),

  'case-withdraw': decision(
    'The buyer lets the request go; settlement and release go on.',
    { order: text, reason: text },
    async (deps, { order, reason }, actor) => {
      const locked = await openCaseOf(deps, order);
      const change = { event: 'withdraw', party: 'buyer', actor, reason } as const;
      await stepCase(deps, locked, change);
      return summary(deps, await caseOf(deps.db, locked.row.id));
    },
  ),
};
