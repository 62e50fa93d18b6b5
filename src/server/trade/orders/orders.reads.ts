import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { pageOf } from '../../../contract/page.ts';
import { orderStatuses } from '../../../contract/status.ts';
import type { Database } from '../../platform/database/db.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { moment, text } from '../../platform/decisions/flag-types.ts';
import { count, maybeText, money, signedMoney, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { millis } from '../../schema/columns.ts';
import { orderEvents, orderItems, orders } from '../../schema/orders.ts';
import { idOf } from '../../shops/find-rows.ts';
import type { OrderRow } from '../model/order-row.ts';
import { orderState, orderSummary } from './orders.decisions.ts';

const item = v.object({ code: v.string(), name: v.string(), quantity: count, price: money, cost: money });
const order = v.object({
  ...orderState.entries,
  shopId: v.string(),
  buyerMasked: v.string(),
  destination: maybeText,
  remark: v.string(),
  carrier: maybeText,
  tracking: maybeText,
  createdAt: time,
  items: v.array(item),
});
const settlement = v.object({ order: v.string(), shopId: v.string(), profit: signedMoney, at: time });

const placedAt = millis(orders.createdAt);
const oldestFirst: Keyset = {
  key: placedAt,
  id: sql`${orders.id}`,
  type: 'bigint',
  direction: 'asc',
};
const newestSettledFirst: Keyset = {
  key: sql`${orderEvents.seq}`,
  id: sql`${orderEvents.orderId}`,
  type: 'bigint',
  direction: 'desc',
};

/** Returns orders with their items, as an operator reads them. */
async function withItems(db: Database, rows: OrderRow[]): Promise<v.InferOutput<typeof order>[]> {
  const ids = rows.map(({ id }) => id);
  const items = ids.length
    ? await db
        .select()
        .from(orderItems)
        .where(inArray(orderItems.orderId, ids))
        .orderBy(asc(orderItems.orderId), asc(orderItems.position))
    : [];
  return rows.map((row) => ({
    ...orderSummary(row),
    shopId: row.shopId,
    buyerMasked: row.buyerMasked,
    destination: row.destination,
    remark: row.remark,
    carrier: row.carrier,
    tracking: row.trackingNo,
    createdAt: row.createdAt.toISOString(),
    items: items
      .filter(({ orderId }) => orderId === row.id)
      .map(({ code, name, quantity, price, cost }) => ({
        code,
        name,
        quantity,
        price: formatMoney(price),
        cost: formatMoney(cost),
      })),
  }));
}

const readers = ['shop_front', 'supplier', 'carrier', 'finance', 'support'] as const;

export const orderReads = {
  orders: defineRead({
    about:
      'Orders of all shops, the oldest first: of one status, such as to_be_shipped for what the supplier has to ship, and placed since a moment.',
    on: 'order',
    roles: readers,
    input: { ...pageInput, status: v.optional(v.picklist(orderStatuses)), since: v.optional(moment) },
    output: v.object(pageOf(order)),
    run: async ({ db }, { cursor, limit, status, since: from }) => {
      const asked = and(
        status && eq(orders.status, status),
        from && gte(placedAt, from.getTime()),
        afterCursor(oldestFirst, cursor),
      );
      const rows = await db
        .select({ id: orders.id, key: keyText(oldestFirst), row: orders })
        .from(orders)
        .where(asked)
        .orderBy(...orderBy(oldestFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      return {
        list: await withItems(
          db,
          page.map(({ row }) => row),
        ),
        nextCursor,
      };
    },
  }),

  order: defineRead({
    about: 'One order by its id or number.',
    on: 'order',
    roles: readers,
    input: { order: text },
    output: v.object({ order }),
    run: async ({ db }, { order: named }) => {
      const found = await db
        .select()
        .from(orders)
        .where(eq(orders.id, await idOf(db, 'order', named)));
      const [one] = await withItems(db, found);
      if (!one) throw new Error(`the order ${named} is gone`);
      return { order: one };
    },
  }),

  settlements: defineRead({
    about: 'Orders whose proceeds were settled, the newest first, with the profit that the merchant got.',
    on: 'order',
    roles: ['finance'],
    input: pageInput,
    output: v.object(pageOf(settlement)),
    run: async ({ db }, { cursor, limit }) => {
      const rows = await db
        .select({
          id: orderEvents.orderId,
          key: keyText(newestSettledFirst),
          row: orderEvents,
          no: orders.no,
        })
        .from(orderEvents)
        .innerJoin(orders, eq(orders.id, orderEvents.orderId))
        .where(and(eq(orderEvents.event, 'settle'), afterCursor(newestSettledFirst, cursor)))
        .orderBy(...orderBy(newestSettledFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const list = page.map(({ row, no }) => ({
        order: no,
        shopId: row.shopId,
        profit: formatMoney(row.profit),
        at: row.at.toISOString(),
      }));
      return { list, nextCursor };
    },
  }),
};
