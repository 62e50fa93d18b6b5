import * as v from 'valibot';
import { formatMoney } from '../../contract/money.ts';
import { addBuyerComment } from '../services/comments/add-comment.ts';
import { applyEvent } from '../trade/orders/apply-event.ts';
import { placeOrder } from '../trade/orders/place-order.ts';
import type { OrderRow } from '../trade/records/order-row.ts';
import { lockOrder } from '../trade/records/order-row.ts';
import { decision, requireDemoFor } from './decision.ts';
import { goodsOf, idOf, merchantText, shopIdOf, text, whole } from './flag-types.ts';

const summary = (order: OrderRow) => ({
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
const paymentReference = v.pipe(text, v.regex(/^[\w.:/+=-]{8,128}$/));

export const orderDecisions = {
  'place-order': decision(
    'A buyer has paid for listed goods; the money is held and the order waits for its merchant. Outside the demo --payment is needed, the reference of that payment, which stands for one order.',
    {
      goods: text,
      quantity: v.optional(whole(1, 999), 1),
      shop: v.optional(text),
      buyer: v.optional(merchantText, 'Buyer'),
      payment: v.optional(paymentReference),
      remark: v.optional(merchantText),
      'wallet-reason': v.optional(v.picklist(walletReasons)),
    },
    async (deps, input, actor) => {
      const items = [{ goodsId: (await goodsOf(deps.db, input.goods)).id, quantity: input.quantity }];
      const order = await placeOrder(deps, {
        shopId: await shopIdOf(deps.db, input.shop),
        items,
        actor,
        buyer: input.buyer,
        paymentReference: input.payment,
        ...(input.payment === undefined ? { paymentRef: '•••• 0000' } : {}),
        ...(input.remark === undefined ? {} : { remark: input.remark }),
        ...(input['wallet-reason'] === undefined ? {} : { wallet: input['wallet-reason'] }),
      });
      return summary(order);
    },
  ),

  accept: decision(
    'The buyer accepts the goods. Stars are the buyer’s own; the demo may play them.',
    { order: text, stars: v.optional(whole(1, 5)) },
    async (deps, input, actor) => {
      if (input.stars !== undefined) requireDemoFor(deps, 'stars');
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
    { order: text, reason: v.optional(merchantText, 'Cancelled by the buyer') },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const reason = { code: 'buyer_cancelled', text: input.reason };
      return summary(await applyEvent(deps, { orderId, event: 'cancel', party: 'buyer', actor, reason }));
    },
  ),

  refund: decision(
    'A full refund after the purchase, at no cost to the merchant: the supplier bears it, or the goods came back. What a merchant is to bear, and every part of a refund, is decided in a case: case-open, case-finding, case-decide.',
    {
      order: text,
      fault: v.picklist(['supplier', 'returned']),
      reason: merchantText,
      'end-reason': v.optional(v.picklist(['lost', 'return_approved'])),
    },
    async (deps, input, actor) => {
      const orderId = await idOf(deps.db, 'order', input.order);
      const codes = { supplier: 'supplier_fault', returned: 'goods_returned' };
      return summary(
        await applyEvent(deps, {
          orderId,
          event: 'refund',
          party: 'operator',
          actor,
          decision: { fault: input.fault },
          reason: { code: codes[input.fault], text: input.reason },
          ...(input['end-reason'] === undefined ? {} : { set: { endReason: input['end-reason'] } }),
        }),
      );
    },
  ),
};
