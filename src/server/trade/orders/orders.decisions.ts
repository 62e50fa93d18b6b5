import { and, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { fundings, orderStatuses } from '../../../contract/status.ts';
import { accountInChain } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Database } from '../../platform/database/db.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, integer, namesPayment, text } from '../../platform/decisions/flag-types.ts';
import { maybeTime, money } from '../../platform/decisions/output-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { entries, isOfEntry, transactions } from '../../schema/ledger.ts';
import { goodsOf, idOf, shopIdOf } from '../../shops/find-rows.ts';
import { lockOpenCase, requireNotUnderAppeal } from '../model/case-row.ts';
import { refundKind } from '../model/order-postings.ts';
import type { OrderRow } from '../model/order-row.ts';
import { lockOrder } from '../model/order-row.ts';
import { faultReasons } from '../model/order-rules.ts';
import { applyOrderEvent } from './apply-order-event.ts';
import { placeOrder } from './place-order.ts';

const receivable = 'P.supplier_receivable';

export const orderState = v.object({
  id: v.string(),
  no: v.string(),
  status: v.picklist(orderStatuses),
  funding: v.picklist(fundings),
  amount: money,
  cost: money,
  fee: money,
  dueAt: maybeTime,
});

export const orderSummary = (order: OrderRow) => ({
  id: order.id,
  no: order.no,
  status: order.status,
  funding: order.funding,
  amount: formatMoney(order.amount),
  cost: formatMoney(order.cost),
  fee: formatMoney(order.fee),
  dueAt: order.dueAt?.toISOString() ?? null,
});

/** Why the held payment may not pay the purchase; merchants read a text in their language. */
const walletReasons = ['held_until_delivery'] as const;
/** The payment service's name for a payment; a masked one could be that of another payment. */
const paymentReference = v.pipe(
  text,
  v.regex(/^[\w.:/+=-]{8,128}$/, 'write 8 to 128 letters, digits and signs of ._:/+=-'),
  namesPayment,
);

/**
 * Refuses a refund that takes settled proceeds from a merchant without a statement of reasons, or passes by an appeal.
 * @throws Refusal 203 `settled` or `appeal_open`
 */
async function requireRefundableAtOnce(tx: Database, orderId: string): Promise<void> {
  const { status, no } = await lockOrder(tx, orderId);
  if (status === 'waiting_for_withdrawal')
    throw refuse(codes.invalidOperation, {
      reason: 'settled',
      message: `The proceeds of ${no} are settled: open a case (case-open) and decide it, so that its merchant has the reasons and can appeal.`,
    });
  const openCase = await lockOpenCase(tx, orderId);
  if (openCase) requireNotUnderAppeal(openCase);
}

export const orderDecisions = {
  'place-order': defineDecision({
    about:
      'A buyer has paid for listed goods; the money is held and the order waits for its merchant. Outside the demo `payment` is needed, the reference of that payment, which stands for one order, and with it `amount`, what it holds: the order is refused where its price has changed since. Of the name in `buyer` its merchant sees the initials, and `destination` is a city.',
    on: 'order',
    roles: ['shop_front'],
    weight: 'plain',
    input: {
      goods: text,
      quantity: v.optional(integer(1, 999), 1),
      shop: v.optional(text),
      buyer: v.optional(text, 'Buyer'),
      destination: v.optional(v.pipe(text, v.maxLength(100))),
      payment: v.optional(paymentReference),
      amount: v.optional(amount),
      remark: v.optional(text),
      walletReason: v.optional(v.picklist(walletReasons)),
    },
    output: orderState,
    run: async (deps, input, actor) => {
      if (input.payment !== undefined && input.amount === undefined)
        throw refuse(codes.parameterMissing, {
          field: 'amount',
          reason: 'no_amount',
          message:
            '"amount": write what the payment holds. The order is refused where its price has changed since.',
        });
      const items = [{ goodsId: (await goodsOf(deps.db, input.goods)).id, quantity: input.quantity }];
      const order = await placeOrder(deps, {
        shopId: await shopIdOf(deps.db, input.shop),
        items,
        actor,
        buyer: input.buyer,
        ...(input.destination === undefined ? {} : { destination: input.destination }),
        paymentReference: input.payment,
        paid: input.amount,
        ...(input.payment === undefined ? { paymentRef: '•••• 0000' } : {}),
        remark: input.remark,
        wallet: input.walletReason,
      });
      return orderSummary(order);
    },
  }),

  settle: defineDecision({
    about: 'Settles an accepted order now instead of on its date; an open case still stops it.',
    on: 'order',
    roles: ['finance'],
    weight: 'frees',
    input: { order: text },
    output: orderState,
    run: async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const by = { orderId, party: 'system' as const, actor };
      const { status } = await lockOrder(deps.db, orderId);
      if (status === 'accepted') await applyOrderEvent(deps, { ...by, event: 'enqueue_settlement' });
      return orderSummary(await applyOrderEvent(deps, { ...by, event: 'settle' }));
    },
  }),

  release: defineDecision({
    about: 'Ends the return window of a settled order now; an open case still stops it.',
    on: 'order',
    roles: ['finance'],
    weight: 'frees',
    input: { order: text },
    output: orderState,
    run: async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      return orderSummary(await applyOrderEvent(deps, { orderId, event: 'release', party: 'system', actor }));
    },
  }),

  cancel: defineDecision({
    about: 'The buyer cancels before the purchase cost is paid.',
    on: 'order',
    roles: ['shop_front'],
    weight: 'plain',
    input: { order: text, reason: v.optional(text, 'Cancelled by the buyer') },
    output: orderState,
    run: async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const reason = { code: 'buyer_cancelled', text: input.reason };
      return orderSummary(
        await applyOrderEvent(deps, { orderId, event: 'cancel', party: 'buyer', actor, reason }),
      );
    },
  }),

  refund: defineDecision({
    about:
      'A full refund after the purchase and before the settlement, at no cost to the merchant: the supplier bears it, or the goods came back. What a merchant is to bear, every part of a refund, and what takes proceeds that are settled is decided in a case: case-open, case-finding, case-decide.',
    on: 'order',
    roles: ['support', 'finance'],
    weight: 'pays',
    input: {
      order: text,
      fault: v.picklist(['supplier', 'returned']),
      reason: text,
      endReason: v.optional(v.picklist(['lost', 'return_approved'])),
    },
    output: orderState,
    run: async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      await requireRefundableAtOnce(deps.db, orderId);
      return orderSummary(
        await applyOrderEvent(deps, {
          orderId,
          event: 'refund',
          party: 'platform',
          actor,
          decision: { fault: input.fault },
          reason: { code: faultReasons[input.fault], text: input.reason },
          ...(input.endReason === undefined ? {} : { set: { endReason: input.endReason } }),
        }),
      );
    },
  }),

  'supplier-repaid': defineDecision({
    about: 'The supplier has paid back the cost of a refunded order.',
    on: 'order',
    roles: ['finance'],
    weight: 'pays',
    input: { order: text },
    output: v.object({ order: v.string(), amount: money }),
    run: async ({ db, clock }, input, actor) => {
      const { id, shopId } = await lockOrder(db, await idOf(db, 'order', input.order));
      // The amount owed is read from the postings of the refund and its corrections, not from the text of a reason.
      const [row] = await db
        .select({ owed: sql<string>`coalesce(-sum(${entries.amount}), 0)::text` })
        .from(entries)
        .innerJoin(transactions, isOfEntry)
        .where(
          and(
            inArray(transactions.kind, [refundKind, 'reversal', 'correction']),
            eq(transactions.ref, id),
            inArray(entries.account, [receivable, accountInChain(shopId, receivable)]),
          ),
        );
      const owed = BigInt(row?.owed ?? 0);
      if (owed === 0n) throw refuse(codes.invalidOperation, { reason: 'nothing_owed' });
      const moves = move('world:supplier', receivable, owed);
      const at = clock.now();
      await post(db, { kind: 'supplier_repaid', ref: id, shopId, actor, at, entries: moves });
      return { order: id, amount: formatMoney(owed) };
    },
  }),
};
