import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { OrderAction, OrderStatus } from '../../../contract/status.ts';
import { escrowOf } from '../../ledger/account-names.ts';
import type { Database } from '../../platform/database/db.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { reasonText } from '../../platform/texts/reason-text.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { accounts } from '../../schema/ledger.ts';
import { orderEvents } from '../../schema/orders.ts';
import { nextParty } from '../model/case-machine.ts';
import { itemsOfOrders } from '../model/order-items.ts';
import type { OrderRow } from '../model/order-row.ts';
import { isCommentable, isEnded, isPayable, netOf, profitOf } from '../model/order-rules.ts';

type Summary = NonNullable<Output<'POST /v1/order/list'>['list'][number]['afterSale']>;

interface OrderCases {
  /** The open case of each order that has one. */
  open: Map<string, Summary>;
  /** The newest case of each order that has, or had, one. */
  last: Map<string, string>;
}

/** Returns summaries of the cases of some orders of a shop. */
async function casesOfOrders(
  db: Database,
  { shopId, ids, lang }: { shopId: string; ids: string[]; lang: string },
): Promise<OrderCases> {
  const caseRows = await db
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.shopId, shopId), inArray(afterSaleCases.orderId, ids)))
    .orderBy(asc(afterSaleCases.openedAt), asc(afterSaleCases.id));
  const open = caseRows.filter((row) => row.state !== 'closed');
  return {
    last: new Map(caseRows.map(({ orderId, id }) => [orderId, id])),
    open: new Map(
      open.map(({ id, orderId, type, state, reason, openedAt, dueAt }) => [
        orderId,
        {
          caseId: id,
          type,
          state,
          reason: demoTextIn(reason, lang),
          since: openedAt.toISOString(),
          next: nextParty({ state, type }),
          actBy: dueAt?.toISOString() ?? null,
        },
      ]),
    ),
  };
}

export type OrderView = Output<'POST /v1/order/list'>['list'][number];

export interface ViewContext {
  now: Date;
  lang: string;
  currency: string;
}

/** Returns what the merchant may do with the order now, or look at; screens draw exactly these. */
function allowedActions(order: OrderRow, lastCase: string | undefined, now: Date): OrderAction[] {
  const canPay = isPayable(order, now);
  const allowed: [OrderAction, boolean][] = [
    ['pay', canPay],
    ['decline', canPay],
    ['logistics', order.trackingNo !== null],
    ['afterSale', lastCase !== undefined],
    ['comment', isCommentable(order)],
  ];
  return allowed.flatMap(([action, isAllowed]) => (isAllowed ? [action] : []));
}

const dueIn = (order: OrderRow, status: OrderStatus) =>
  order.status === status ? (order.dueAt?.toISOString() ?? null) : null;

const datesOf = (order: OrderRow) => ({
  createdAt: order.createdAt.toISOString(),
  payBy: dueIn(order, 'pending_payment'),
  actBy: dueIn(order, 'pending_payment') ?? order.caseActBy?.toISOString() ?? null,
  refundAt: dueIn(order, 'to_be_shipped') ?? dueIn(order, 'shipped'),
  autoAcceptAt: dueIn(order, 'to_be_accepted'),
  // While a case is open the date is unknown.
  settleAt: order.caseSince ? null : dueIn(order, 'pending_settlement'),
  releaseAt: order.caseSince ? null : dueIn(order, 'waiting_for_withdrawal'),
});

// An order that has ended earns nothing, so its figures show 0.
const figuresOf = (order: OrderRow) => ({
  amount: formatMoney(order.amount),
  cost: formatMoney(order.cost),
  goodsCost: formatMoney(order.cost - order.shipping),
  shipping: formatMoney(order.shipping),
  fee: formatMoney(order.fee),
  refunded: formatMoney(isEnded(order) ? order.amount : order.refunded),
  expectedProfit: formatMoney(isEnded(order) ? 0n : profitOf(order)),
  net: formatMoney(isEnded(order) ? 0n : netOf(order)),
});

/** Returns who gets an order, and where, as its merchant may know it. */
export const recipientOf = (order: Pick<OrderRow, 'buyerMasked' | 'destination'>, lang: string) => {
  const { destination: place } = order;
  const destination = place && (textOf('place', place, lang) ?? place);
  return { buyerMasked: [order.buyerMasked, destination].filter(Boolean).join(', '), destination };
};

async function detailsOf(
  db: Database,
  { shopId, orders, lang }: { shopId: string; orders: OrderRow[]; lang: string },
) {
  const ids = orders.map((order) => order.id);
  const items = await itemsOfOrders(db, { shopId, ids, lang });
  const timeline = await db
    .select({ orderId: orderEvents.orderId, status: orderEvents.to, at: orderEvents.at })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.shopId, shopId),
        inArray(orderEvents.orderId, ids),
        sql`${orderEvents.to} is distinct from ${orderEvents.from}`,
      ),
    )
    .orderBy(asc(orderEvents.seq));
  const escrow = await db
    .select({ id: accounts.id, balance: accounts.balance })
    .from(accounts)
    .where(and(eq(accounts.shopId, shopId), inArray(accounts.id, ids.map(escrowOf))));
  return {
    items,
    timeline,
    held: new Map(escrow.map((row) => [row.id, row.balance])),
    cases: await casesOfOrders(db, { shopId, ids, lang }),
  };
}

/** Returns orders of one shop as their merchant sees them, with items, history and the amounts that the ledger holds for them. */
export async function orderViews(
  db: Database,
  orders: OrderRow[],
  reader: ViewContext,
): Promise<OrderView[]> {
  const [first] = orders;
  if (!first) return [];
  const { shopId } = first;
  const { items, timeline, held, cases } = await detailsOf(db, { shopId, orders, lang: reader.lang });
  return orders.map((order) => ({
    id: order.id,
    no: order.no,
    status: order.status,
    currency: reader.currency,
    ...figuresOf(order),
    ...datesOf(order),
    funding: order.funding,
    fundingReason: order.fundingReason && reasonText(reader.lang, order.fundingReason),
    items: items
      .filter((item) => item.orderId === order.id)
      .map(({ goodsId, code, name, image, quantity, price, cost }) => ({
        goodsId,
        goodsCode: code,
        name,
        image,
        quantity,
        price: formatMoney(price),
        cost: formatMoney(cost),
      })),
    remark: demoTextIn(order.remark, reader.lang) || null,
    ...recipientOf(order, reader.lang),
    trackingNo: order.trackingNo,
    note: order.note && demoTextIn(order.note, reader.lang),
    endReason: order.endReason,
    afterSale: cases.open.get(order.id) ?? null,
    lastCaseId: cases.last.get(order.id) ?? null,
    allowedActions: allowedActions(order, cases.last.get(order.id), reader.now),
    provenance: {
      paymentRefMasked: order.buyerPaymentRef,
      paidAt: order.buyerPaidAt.toISOString(),
      held: formatMoney(held.get(escrowOf(order.id)) ?? 0n),
    },
    timeline: timeline
      .filter((event) => event.orderId === order.id)
      .map(({ status, at }) => ({ status, at: at.toISOString() })),
  }));
}
