import { and, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { OrderStatus } from '../../../contract/status.ts';
import type { Handlers } from '../../platform/context.ts';
import { toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { orders } from '../../schema/orders.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { logisticsOf } from '../logistics/logistics.ts';
import { buyerWords } from '../model/buyer-words.ts';
import { type FoundOrders, findOrders, foundPage } from '../model/found-orders.ts';
import { foundTotals, nextTotals, storedTotals, sumIn } from '../model/order-counts.ts';
import { isFiltered, newestOrderId, orderPage, statusesOf } from '../model/order-query.ts';
import { walletOf } from '../wallet-view.ts';
import { applyOrderEvent } from './apply-order-event.ts';
import { orderViews } from './order-view.ts';
import { ordersLink } from './orders-csv.ts';
import { payOrders } from './pay-orders.ts';

const sumOfOne = (totals: Parameters<typeof sumIn>[0], statuses: OrderStatus[]) => ({
  amount: formatMoney(sumIn(totals, statuses, 'amount')),
  cost: formatMoney(sumIn(totals, statuses, 'cost')),
  profit: formatMoney(sumIn(totals, statuses, 'profit')),
});

const noSearch: FoundOrders = { found: [], atLeast: false };

export const ordersHandlers = {
  'POST /v1/order/list': async (context, input) => {
    const { db, clock, lang, caller } = context;
    const shop = await shopOf(db, caller.shopId);
    const search = {
      query: input,
      shopId: shop.id,
      timeZone: shop.timeZone,
      buyerWords: await buyerWords(context, shop.id, input.keyword ?? ''),
    };
    // Read before the page: an order that comes in between is announced, and not passed over.
    const isFirstPage = input.cursor === undefined && !isFiltered(input);
    const newestId = isFirstPage ? { newestId: await newestOrderId(db, shop.id) } : {};
    const { found, atLeast } = isFiltered(input) ? await findOrders(db, search) : noSearch;
    // Counts are for the choice between lists, and a list of cases is one of them.
    const all = { ...search, query: { ...input, afterSale: undefined } };
    const counted = input.afterSale && isFiltered(all.query) ? await findOrders(db, all) : { found, atLeast };
    const orderRows =
      input.keyword && !input.next ? await foundPage(db, search, found) : await orderPage(db, search);
    if (input.id !== undefined && orderRows.length === 0) throw refuse(codes.recordNotFound, { field: 'id' });
    const { page, nextCursor } = toPage(orderRows, input.limit);
    const { currency } = shop;
    const statuses = statusesOf(input);
    const totals = isFiltered(all.query) ? foundTotals(counted.found) : await storedTotals(db, shop.id);
    const waiting = await nextTotals(db, all);
    const listed = input.afterSale ? foundTotals(found) : totals;
    const listedWaiting = input.afterSale && input.next ? await nextTotals(db, search) : waiting;
    const asked = input.next ? listedWaiting : listed;
    return {
      list: await orderViews(
        db,
        page.map((row) => row.order),
        { now: clock.now(), lang, currency },
      ),
      nextCursor,
      counts: { ...totals.counts, merchant: waiting.counts.all },
      totals: { net: formatMoney(sumIn(asked, statuses, 'net')) },
      sum: statuses.length === 1 ? sumOfOne(asked, statuses) : null,
      atLeast: counted.atLeast,
      ...newestId,
      asOf: clock.now().toISOString(),
      currency,
    };
  },

  'POST /v1/order/export': async (context, input) => ({
    fileUrl: await ordersLink(context, context.caller.shopId, input),
  }),

  'POST /v1/order/note': async ({ db, caller }, { id, note = null }) => {
    const [noted] = await db
      .update(orders)
      .set({ note })
      .where(and(eq(orders.id, id), eq(orders.shopId, caller.shopId)))
      .returning({ note: orders.note });
    if (!noted) throw refuse(codes.recordNotFound, { field: 'id' });
    return noted;
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
