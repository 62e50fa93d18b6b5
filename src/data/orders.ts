import { batch } from '@preact/signals';
import type { Input, Output } from '../contract/calls.ts';
import { codes } from '../contract/errors.ts';
import { fallbackActions } from '../contract/status.ts';
import { call } from './api.ts';
import { ApiError } from './api-error.ts';
import { wasSent } from './idempotency.ts';
import { inquire, type Outcome, once } from './once.ts';
import { pendingCount } from './order-counts.ts';
import { pages } from './pages.ts';
import { resource } from './resource.ts';
import { staleStats } from './stat-line.ts';
import { takeWallet, wallet, walletFlow } from './wallet.ts';

type List = Output<'POST /v1/order/list'>;
export type Order = List['list'][number];
export type OrderFilter = Omit<Input<'POST /v1/order/list'>, 'cursor' | 'limit' | 'id'>;
export type Payment = Output<'POST /v1/order/pay'>;

/** A server of the specification alone does not say what is allowed: the contract's table does. */
const withActions = (order: Order): Order => ({
  ...order,
  allowedActions: order.allowedActions ?? fallbackActions[order.status] ?? [],
});

export const orderList = pages(async (input: OrderFilter, signal): Promise<List> => {
  const page = await call('POST /v1/order/list', input, { signal });
  return { ...page, list: (page.list ?? []).map(withActions) };
});

export const order = resource(async (id: string, signal): Promise<Order> => {
  const { list } = await call('POST /v1/order/list', { id }, { signal });
  const found = (list ?? []).find((one) => one.id === id);
  if (!found) throw new ApiError(codes.recordNotFound);
  return withActions(found);
});

/** The intention to pay these orders, whatever quote it is paid by. */
export const payForm = (orderIds: readonly string[]) => `pay:${[...orderIds].sort().join()}`;

/** A payment of these orders left before a reload and nobody knows its end: ask with `resumePayment` first. */
export const isPaymentOpen = (orderIds: readonly string[]) => wasSent(payForm(orderIds));

interface PayInput {
  orderIds: string[];
  quoteId?: string;
  payPassword: string;
}

/**
 * Pays the purchase cost. Refusals are thrown, to be shown in the sheet; when no answer comes, `onChecking` is called
 * and the server is asked by the key what happened.
 */
export async function payOrders(input: PayInput, onChecking?: () => void): Promise<Outcome<Payment>> {
  return takePayment(await once('POST /v1/order/pay', input, { form: payForm(input.orderIds), onChecking }));
}

export async function resumePayment(orderIds: readonly string[]): Promise<Outcome<Payment>> {
  return takePayment(await inquire<Payment>(payForm(orderIds)));
}

function takePayment(outcome: Outcome<Payment>): Outcome<Payment> {
  if (outcome.state === 'not-arrived') return outcome;
  batch(() => {
    if (outcome.state === 'done') {
      takeWallet(outcome.output.wallet);
      for (const { orderId, status } of outcome.output.results ?? []) showStatus(orderId, status);
    } else wallet.stale();
    staleOrders();
  });
  return outcome;
}

/**
 * Until the lists are answered anew, which on a lost network is long, none of them offers a paid order for payment, nor
 * counts it among those that wait.
 */
const showStatus = (id: string, status: Order['status']) =>
  orderList.change((page) => {
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
});

/** Refuses an order that is not paid; only where the server names the feature `orderDecline`. */
export async function declineOrder(
  orderId: string,
  onChecking?: () => void,
): Promise<Outcome<{ order: Order }>> {
  const form = `decline:${orderId}`;
  const outcome = await once('POST /v1/order/decline', { orderId }, { form, onChecking });
  batch(() => {
    if (outcome.state === 'done' && outcome.output.order)
      order.put(orderId, withActions(outcome.output.order));
    staleOrders();
  });
  return outcome;
}

export type Logistics = Output<'POST /v1/order/logistics'>;
export const logistics = resource((orderId: string, signal) =>
  call('POST /v1/order/logistics', { orderId }, { signal }),
);

/** A change of an order moves lists, counts, the money's rows and the figures. */
export function staleOrders() {
  orderList.stale();
  pendingCount.stale();
  order.stale();
  walletFlow.stale();
  staleStats();
}
