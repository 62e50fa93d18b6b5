import * as v from 'valibot';
import { formatMoney } from '../../contract/money.ts';
import { faults } from '../../contract/status.ts';
import { addBuyerComment } from '../comments/add-comment.ts';
import { applyEvent } from '../orders/apply-event.ts';
import type { OrderRow } from '../orders/order-row.ts';
import { lockOrder } from '../orders/order-row.ts';
import { placeOrder } from '../orders/place-order.ts';
import { decision } from './decision.ts';
import { goodsOf, idOf, shopIdOf, sum, text, whole } from './flags.ts';

const summary = (order: OrderRow) => ({
  ...{ id: order.id, no: order.no, status: order.status, funding: order.funding },
  ...{ amount: formatMoney(order.amount), cost: formatMoney(order.cost), fee: formatMoney(order.fee) },
  dueAt: order.dueAt?.toISOString() ?? null,
});

export const orderDecisions = {
  'place-order': decision(
    'A buyer pays for listed goods; the money is held and the order waits for its merchant.',
    {
      goods: text,
      quantity: v.optional(whole(1, 999), 1),
      shop: v.optional(text),
      buyer: v.optional(text, 'Buyer'),
      payment: v.optional(text, '•••• 0000'),
      remark: v.optional(text),
      'wallet-reason': v.optional(text),
    },
    async (deps, input, actor) => {
      const items = [{ goodsId: (await goodsOf(deps.db, input.goods)).id, quantity: input.quantity }];
      const order = await placeOrder(deps, {
        ...{ shopId: await shopIdOf(deps.db, input.shop), items, actor },
        ...{ buyer: input.buyer, paymentRef: input.payment },
        ...(input.remark === undefined ? {} : { remark: input.remark }),
        ...(input['wallet-reason'] === undefined ? {} : { wallet: input['wallet-reason'] }),
      });
      return summary(order);
    },
  ),

  accept: decision(
    'The buyer accepts the goods, and may rate them.',
    { order: text, stars: v.optional(whole(1, 5)) },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const order = await applyEvent(deps, { orderId, event: 'accept', party: 'buyer', actor });
      if (input.stars !== undefined)
        await addBuyerComment(deps, { orderId, rating: input.stars, content: '', actor });
      return summary(order);
    },
  ),

  settle: decision(
    'Settles an accepted order now instead of on its date; an open case still stops it.',
    { order: text },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const by = { orderId, party: 'system' as const, actor };
      const { status } = await lockOrder(deps.db, orderId);
      if (status === 'accepted') await applyEvent(deps, { ...by, event: 'queue' });
      return summary(await applyEvent(deps, { ...by, event: 'settle' }));
    },
  ),

  release: decision(
    'Ends the return window of a settled order now; an open case still stops it.',
    { order: text },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      return summary(await applyEvent(deps, { orderId, event: 'release', party: 'system', actor }));
    },
  ),

  cancel: decision(
    'The buyer cancels before the purchase cost is paid.',
    { order: text, reason: v.optional(text, 'Cancelled by the buyer') },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const reason = { code: 'buyer_cancelled', text: input.reason };
      return summary(await applyEvent(deps, { orderId, event: 'cancel', party: 'buyer', actor, reason }));
    },
  ),

  refund: decision(
    'A full refund after the purchase: the buyer gets everything back, the fault decides who bears the cost.',
    {
      order: text,
      fault: v.picklist(faults),
      reason: text,
      'end-reason': v.optional(v.picklist(['lost', 'return_approved'])),
    },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const codes = { supplier: 'supplier_fault', merchant: 'merchant_fault', returned: 'goods_returned' };
      return summary(
        await applyEvent(deps, {
          ...{ orderId, event: 'refund', party: 'operator', actor, decision: { fault: input.fault } },
          reason: { code: codes[input.fault], text: input.reason },
          ...(input['end-reason'] === undefined ? {} : { set: { endReason: input['end-reason'] } }),
        }),
      );
    },
  ),

  'partial-refund': decision(
    'Gives the buyer a part back before settlement; what the merchant will get falls by as much.',
    { order: text, amount: sum, reason: text },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const change = { orderId, event: 'partial_refund', party: 'operator', actor } as const;
      const reason = { code: 'goodwill', text: input.reason };
      return summary(await applyEvent(deps, { ...change, decision: { partial: input.amount }, reason }));
    },
  ),
};
