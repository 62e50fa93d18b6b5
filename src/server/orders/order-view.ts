import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Output } from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import type { OrderAction, OrderStatus } from '../../contract/status.ts';
import type { Database } from '../db.ts';
import { reasonText } from '../reason-text.ts';
import { accounts } from '../schema/ledger.ts';
import { orderEvents, orderItems } from '../schema/orders.ts';
import { netOf, profitOf } from './order-postings.ts';
import type { OrderRow } from './order-row.ts';

export type OrderView = Output<'POST /v1/order/list'>['list'][number];

export interface Reader {
  now: Date;
  lang: string;
  currency: string;
}

const ended = (status: OrderStatus) => status === 'cancelled' || status === 'refunded';

/** What the merchant may do with the order now; screens draw exactly these. */
export function allowedActions(order: OrderRow, now: Date): OrderAction[] {
  const open = order.status === 'pending_payment' && (order.dueAt === null || order.dueAt > now);
  const actions: OrderAction[] = open ? ['pay', 'decline'] : [];
  return order.trackingNo === null ? actions : [...actions, 'logistics'];
}

const dueIn = (order: OrderRow, status: OrderStatus) =>
  order.status === status ? (order.dueAt?.toISOString() ?? null) : null;

const datesOf = (order: OrderRow) => ({
  createdAt: order.createdAt.toISOString(),
  payBy: dueIn(order, 'pending_payment'),
  actBy: dueIn(order, 'pending_payment'),
  autoAcceptAt: dueIn(order, 'to_be_accepted'),
  settleAt: dueIn(order, 'pending_settlement'),
  releaseAt: dueIn(order, 'waiting_for_withdrawal'),
});

// An order that has ended brings nothing any more; its figures must not look as if it did.
const figuresOf = (order: OrderRow) => ({
  amount: formatMoney(order.amount),
  cost: formatMoney(order.cost),
  shipping: formatMoney(order.shipping),
  fee: formatMoney(order.fee),
  expectedProfit: formatMoney(ended(order.status) ? 0n : profitOf(order)),
  net: formatMoney(ended(order.status) ? 0n : netOf(order)),
});

async function detailsOf(db: Database, orders: OrderRow[]) {
  const ids = orders.map((order) => order.id);
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position));
  const timeline = await db
    .select({ orderId: orderEvents.orderId, status: orderEvents.to, at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(inArray(orderEvents.orderId, ids), sql`${orderEvents.to} is distinct from ${orderEvents.from}`),
    )
    .orderBy(asc(orderEvents.seq));
  const escrow = await db
    .select({ id: accounts.id, balance: accounts.balance })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        ids.map((id) => `E.order:${id}`),
      ),
    );
  return { items, timeline, held: new Map(escrow.map((row) => [row.id, row.balance])) };
}

const caseOf = (order: OrderRow): OrderView['afterSale'] => {
  if (!order.caseId || !order.caseSince) return null;
  const since = order.caseSince.toISOString();
  return {
    caseId: order.caseId,
    state: 'platform_review',
    reason: order.caseReason ?? '',
    since,
    actBy: null,
  };
};

/** Orders as their merchant sees them, with their items, their history and what the ledger holds for them. */
export async function orderViews(db: Database, orders: OrderRow[], reader: Reader): Promise<OrderView[]> {
  if (orders.length === 0) return [];
  const { items, timeline, held } = await detailsOf(db, orders);
  return orders.map((order) => ({
    ...{ id: order.id, no: order.no, status: order.status, currency: reader.currency },
    ...figuresOf(order),
    ...datesOf(order),
    funding: order.funding,
    fundingReason: order.fundingReason && reasonText(reader.lang, order.fundingReason),
    items: items
      .filter((item) => item.orderId === order.id)
      .map(({ goodsId, code, name, image, quantity, price, cost }) => ({
        ...{ goodsId, goodsCode: code, name, image, quantity },
        ...{ price: formatMoney(price), cost: formatMoney(cost) },
      })),
    remark: order.remark || null,
    endReason: order.endReason,
    afterSale: caseOf(order),
    allowedActions: allowedActions(order, reader.now),
    provenance: {
      paymentRefMasked: order.buyerPaymentRef,
      paidAt: order.buyerPaidAt.toISOString(),
      held: formatMoney(held.get(`E.order:${order.id}`) ?? 0n),
    },
    timeline: timeline
      .filter((event) => event.orderId === order.id)
      .map(({ status, at }) => ({ status, at: at.toISOString() })),
  }));
}
