import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Handlers } from '../../platform/context.ts';
import { toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { logisticsOf } from '../logistics/logistics.ts';
import { type FoundOrders, findOrders, foundPage } from '../model/found-orders.ts';
import { foundTotals, netIn, storedTotals } from '../model/order-counts.ts';
import { isFiltered, orderPage, statusesOf } from '../model/order-query.ts';
import { walletOf } from '../wallet-view.ts';
import { applyOrderEvent } from './apply-order-event.ts';
import { orderViews } from './order-view.ts';
import { payOrders } from './pay-orders.ts';

const noSearch: FoundOrders = { found: [], atLeast: false };

export const ordersHandlers = {
  'POST /v1/order/list': async ({ db, clock, lang, caller }, input) => {
    const shop = await shopOf(db, caller.shopId);
    const search = { query: input, shopId: shop.id, timeZone: shop.timeZone };
    const { found, atLeast } = isFiltered(input) ? await findOrders(db, search) : noSearch;
    const orderRows = input.keyword ? await foundPage(db, search, found) : await orderPage(db, search);
    if (input.id !== undefined && orderRows.length === 0) throw refuse(codes.recordNotFound, { field: 'id' });
    const { page, nextCursor } = toPage(orderRows, input.limit);
    const { currency } = shop;
    const totals = isFiltered(input) ? foundTotals(found) : await storedTotals(db, shop.id);
    return {
      list: await orderViews(
        db,
        page.map((row) => row.order),
        { now: clock.now(), lang, currency },
      ),
      nextCursor,
      counts: totals.counts,
      totals: { net: formatMoney(netIn(totals, statusesOf(input))) },
      atLeast,
      currency,
    };
  },

  'POST /v1/order/pay': async (context, { orderIds, quoteId }) => {
    const { shopId, userId } = context.caller;
    const { results, charged } = await payOrders(context, { shopId, actor: userId, orderIds, quoteId });
    const wallet = await walletOf(context, shopId);
    return {
      results: results.map(({ order, code }) => ({
        orderId: order.id,
        no: order.no,
        code,
        status: order.status,
      })),
      charged: formatMoney(charged),
      currency: wallet.currency,
      wallet,
    };
  },

  'POST /v1/order/decline': async (context, { orderId, reason }) => {
    const { db, clock, lang, caller } = context;
    const order = await applyOrderEvent(context, {
      orderId,
      event: 'decline',
      party: 'merchant',
      actor: caller.userId,
      shopId: caller.shopId,
      ...(reason === undefined ? {} : { reason: { code: 'declined', text: reason } }),
    });
    const { currency } = await shopOf(db, caller.shopId);
    const [view] = await orderViews(db, [order], { now: clock.now(), lang, currency });
    if (!view) throw refuse(codes.recordNotFound, { field: 'orderId' });
    return { order: view };
  },

  'POST /v1/order/logistics': (context, { orderId }) => logisticsOf(context, context.caller.shopId, orderId),
} satisfies Partial<Handlers>;
