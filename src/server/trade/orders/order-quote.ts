import { and, eq, inArray } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Context } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { reasonText } from '../../platform/texts/reason-text.ts';
import { orders } from '../../schema/orders.ts';
import { shopOf } from '../../shops/shop-row.ts';
import type { OrderRow } from '../model/order-row.ts';
import { chargeOf, isPayable, profitOf, sumOf } from '../model/order-rules.ts';
import { storeQuote } from '../model/quote-row.ts';

type OrderQuote = Output<'GET /v1/order/pay/amount'>;
type QuoteContext = Context<'GET /v1/order/pay/amount'>;

async function payableOrders({ db, clock, caller }: QuoteContext, ids: string[]): Promise<OrderRow[]> {
  const ownOrders = and(eq(orders.shopId, caller.shopId), inArray(orders.id, ids));
  const ordersById = new Map(
    (await db.select().from(orders).where(ownOrders)).map((order) => [order.id, order]),
  );
  return ids.map((id) => {
    const order = ordersById.get(id);
    if (!order) throw refuse(codes.recordNotFound, { field: 'orderIds' });
    if (!isPayable(order, clock.now())) throw refuse(codes.invalidOperation, { reason: 'status' });
    return order;
  });
}

const lineOf = (order: OrderRow, lang: string): OrderQuote['perOrder'][number] => ({
  orderId: order.id,
  no: order.no,
  funding: order.funding,
  fundingReason: order.fundingReason && reasonText(lang, order.fundingReason),
  cost: formatMoney(order.cost - order.shipping),
  shipping: formatMoney(order.shipping),
  fee: formatMoney(order.fee),
  total: formatMoney(order.cost),
  expectedProfit: formatMoney(profitOf(order)),
});

const fundingOf = (list: OrderRow[]): OrderQuote['funding'] => {
  const fundings = new Set(list.map((order) => order.funding));
  return fundings.size > 1 ? 'mixed' : (list[0]?.funding ?? 'escrow');
};

/**
 * Quotes the payment of orders. The lines sum to the total; the payment itself is free (`fee`), and `perOrder` shows
 * the platform's fee on each order, which is charged at settlement.
 */
export async function quoteOfOrders(context: QuoteContext, ids: string[]): Promise<OrderQuote> {
  const { db, lang, caller } = context;
  const list = await payableOrders(context, ids);
  const shop = await shopOf(db, caller.shopId);
  const total = sumOf(list, (order) => order.cost);
  const shipping = sumOf(list, (order) => order.shipping);
  const charged = sumOf(list, chargeOf);
  const left = (await balanceOf(db, availableOf(shop.id))) - charged;
  const quote = await storeQuote(context, { shopId: shop.id, kind: 'order', refs: ids, total });
  const perOrder = list.map((order) => lineOf(order, lang));
  const reasons = new Set(perOrder.map((line) => line.fundingReason));
  return {
    kind: 'order',
    quoteId: quote.id,
    expiresAt: quote.expiresAt.toISOString(),
    currency: shop.currency,
    lines: [
      { key: 'goods', amount: formatMoney(total - shipping) },
      { key: 'shipping', amount: formatMoney(shipping) },
    ],
    fee: formatMoney(0n),
    total: formatMoney(total),
    charged: formatMoney(charged),
    balanceAfter: formatMoney(left),
    shortfall: left < 0n && charged > 0n ? formatMoney(-left) : null,
    funding: fundingOf(list),
    fundingReason: reasons.size === 1 ? (perOrder[0]?.fundingReason ?? null) : null,
    perOrder,
    expectedProfit: formatMoney(sumOf(list, profitOf)),
  };
}
