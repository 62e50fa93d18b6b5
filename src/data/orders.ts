import type { Input, Output } from '../contract/calls.ts';
import { PAGE_MAX } from '../contract/counts.ts';
import { codes } from '../contract/errors.ts';
import { fallbackActions } from '../contract/status.ts';
import { tab } from '../storage.ts';
import { call } from './api.ts';
import { ApiError, asApiError } from './api-error.ts';
import { command, isStateConflict } from './command.ts';
import { earningsResource } from './earnings.ts';
import { goodsDetailResource } from './goods.ts';
import { pages } from './pages.ts';
import { pendingOrdersResource } from './pending-orders.ts';
import { resource } from './resource.ts';
import { noteServerTime } from './server-time.ts';
import { homeStatResource, statLineResource } from './stats.ts';
import { todayResource } from './today.ts';
import { comingResource, updateWallet, walletFlowResource } from './wallet.ts';

type List = Output<'POST /v1/order/list'>;
export type Order = List['list'][number];
export type OrderFilter = Omit<Input<'POST /v1/order/list'>, 'cursor' | 'limit' | 'id'>;
export type OrderSort = NonNullable<OrderFilter['sort']>;
/** What the list knows beside its rows. */
export type OrderPage = List;
export type PayOrders = Input<'POST /v1/order/pay'>;
export type PaidOrders = Output<'POST /v1/order/pay'>;

/** A server of the specification alone sends no allowed actions: the contract's table has them. */
const withActions = (order: Order): Order => ({
  ...order,
  allowedActions: order.allowedActions ?? fallbackActions[order.status] ?? [],
});

async function fetchOrders(input: OrderFilter, signal?: AbortSignal): Promise<List> {
  const page = await call('POST /v1/order/list', input, { signal });
  noteServerTime(page.asOf);
  // A server of the specification alone passes over `next`: of what waits for the merchant it knows the status.
  if (input.next && page.counts?.merchant === undefined)
    return fetchOrders({ ...input, next: undefined, status: 'pending_payment' }, signal);
  return page;
}

export const orderListResource = pages(async (input: OrderFilter, signal): Promise<List> => {
  const page = await fetchOrders(input, signal);
  return { ...page, list: (page.list ?? []).map(withActions) };
});

export const canPay = ({ allowedActions }: Order) => allowedActions.includes('pay');

/** Fetches all orders of a filter that wait to be paid, the soonest due first, page after page. */
async function fetchPayable(filter: OrderFilter, signal?: AbortSignal): Promise<Order[]> {
  const rows: Order[] = [];
  let cursor: string | undefined;
  do {
    const asked = {
      ...filter,
      ...payableFilter,
      statuses: undefined,
      cursor,
      limit: PAGE_MAX,
    };
    const page = await call('POST /v1/order/list', asked, { signal, quiet: true });
    rows.push(...(page.list ?? []).map(withActions));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return rows.filter(canPay);
}
const payableFilter = { status: 'pending_payment', next: 'merchant', sort: 'actBy' } as const;

/** The orders of a filter that wait to be paid, also those that its list has not loaded. */
export const payableOrdersResource = resource(fetchPayable);

/** Returns the ids of all orders that can be paid now. */
export const payableIds = async (signal?: AbortSignal): Promise<ReadonlySet<string>> =>
  new Set((await fetchPayable({ sort: 'actBy' }, signal)).map(({ id }) => id));

export const orderResource = resource(
  async (id: string, signal): Promise<Order> => {
    const { list } = await call('POST /v1/order/list', { id }, { signal });
    const found = (list ?? []).find((one) => one.id === id);
    if (!found) throw new ApiError(codes.recordNotFound);
    return withActions(found);
  },
  {
    initial: (id) =>
      orderListResource
        .all()
        .flatMap(({ list }) => list)
        .find((row) => row.id === id),
  },
);

export type Logistics = Output<'POST /v1/order/logistics'>;
export const logisticsResource = resource((orderId: string, signal) =>
  call('POST /v1/order/logistics', { orderId }, { signal }),
);

/** Data that changes with an order: lists, counts, movements of money and figures. */
export const invalidatedByOrders = [
  orderListResource,
  payableOrdersResource,
  pendingOrdersResource,
  todayResource,
  orderResource,
  walletFlowResource,
  comingResource,
  homeStatResource,
  statLineResource,
  earningsResource,
  goodsDetailResource,
];

export type OrderQuote = Output<'GET /v1/order/pay/amount'>;

/** Quotes the payment of these orders, 20 at most. */
export async function quoteOrders(orderIds: readonly string[], signal?: AbortSignal): Promise<OrderQuote> {
  const asked = call('GET /v1/order/pay/amount', { orderIds: [...orderIds] }, { signal, quiet: true });
  const quote = await asked.catch((thrown) => {
    // Another device has acted: the data on the screen is out of date.
    if (isStateConflict(asApiError(thrown))) for (const one of invalidatedByOrders) one.invalidate();
    throw thrown;
  });
  return { ...quote, total: quote.total ?? onlyAmount(quote) };
}

/** Quotes for a sheet. A quote lives for minutes, so every opening of the sheet asks again. */
export const orderQuoteResource = resource((orderIds: string[], signal) => quoteOrders(orderIds, signal), {
  freshMs: 0,
});

/** A server of the specification alone answers the amount to pay without its parts. */
const onlyAmount = (quote: object) => (quote as { amount?: string }).amount as string;

/** What the tab keeps a round of payments under, which pay-round.ts sends; it goes with the keys of its person. */
export const roundKey = 'key:round';
/** Returns whether the results of a round are still to be shown. */
export const hasRound = () => tab.get(roundKey) !== null;

/** Pays the purchase cost of these orders, by whichever quote. */
export const orderPayment = (orderIds: readonly string[]) =>
  command('POST /v1/order/pay', {
    intention: `pay:${[...orderIds].sort().join()}`,
    patch(payment) {
      updateWallet(payment?.wallet);
      for (const { orderId, status } of payment?.results ?? []) showStatus(orderId, status);
    },
    invalidates: invalidatedByOrders,
  });

/**
 * Shows a paid order as paid at once. The lists are refetched later, and on a lost network much later: until then they
 * would still offer the order for payment.
 */
const showStatus = (id: string, status: Order['status']) =>
  orderListResource.update((page) => {
    const before = page.list.find((row) => row.id === id);
    if (!before || before.status === status) return page;
    const paid = { ...before, status, payBy: null, actBy: null };
    const shown = { ...paid, allowedActions: [...(fallbackActions[status] ?? [])] };
    return {
      ...page,
      counts: page.counts && moved(page.counts, before.status, status),
      list: page.list.map((row) => (row === before ? shown : row)),
    };
  });

const moved = (counts: List['counts'], from: Order['status'], to: Order['status']): List['counts'] => ({
  ...counts,
  [from]: (counts[from] ?? 1) - 1,
  [to]: (counts[to] ?? 0) + 1,
  merchant: counts.merchant && counts.merchant - 1,
});

/** Returns the link to a file of the orders of a filter; only where the server names the feature `find`. */
export const ordersFile = async ({ sort: _, ...filter }: OrderFilter): Promise<string> =>
  (await call('POST /v1/order/export', filter)).fileUrl;

/** Keeps the merchant's own note about an order; only where the server names the feature `find`. */
export const orderNote = (id: string) =>
  command('POST /v1/order/note', {
    intention: `note:${id}`,
    patch: (answer) => answer && showNote(id, answer.note),
    invalidates: [],
  });

function showNote(id: string, note: string | null): void {
  const noted = (order: Order): Order => (order.id === id ? { ...order, note } : order);
  const { data } = orderResource.peek(id);
  if (data) orderResource.set(id, noted(data));
  orderListResource.update((page) => ({ ...page, list: page.list.map(noted) }));
}

/** Refuses an order that is not paid; only where the server names the feature `orderDecline`. */
export const orderDecline = (orderId: string) =>
  command('POST /v1/order/decline', {
    intention: `decline:${orderId}`,
    patch: (answer) => answer?.order && orderResource.set(orderId, withActions(answer.order)),
    invalidates: invalidatedByOrders,
  });
