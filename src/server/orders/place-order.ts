import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { percentOf, UNITS } from '../../contract/money.ts';
import type { Funding } from '../../contract/status.ts';
import { take } from '../goods/stock.ts';
import { newId, newNo } from '../ids.ts';
import { post } from '../ledger/ledger.ts';
import { refuse } from '../refuse.ts';
import { goods, showcase } from '../schema/goods.ts';
import { orderEvents, orderItems, orders } from '../schema/orders.ts';
import { shops } from '../schema/shops.ts';
import { tellUnlisted, type Unlisted } from '../showcase/unlisted-notices.ts';
import type { OrderDeps } from './apply-event.ts';
import { dueAt } from './due-at.ts';
import { tellOrder } from './order-notices.ts';
import { entriesOf } from './order-postings.ts';
import type { OrderRow } from './order-row.ts';

export interface Purchase {
  shopId: string;
  items: { goodsId: string; quantity: number }[];
  /** The buyer as the merchant may see them, and the masked reference of the payment held for the order. */
  buyer: string;
  paymentRef: string;
  remark?: string;
  /** Set where the held payment may not be used before delivery, with the reason. */
  wallet?: string;
  actor: string;
}

/** What a shop sells: nothing any more once it closes, and nothing that the supplier has withdrawn. */
const listedIn = (shopId: string) =>
  and(
    ...[eq(showcase.shopId, shopId), eq(showcase.status, 'listed')],
    ...[isNull(shops.closingAt), isNull(goods.withdrawnAt)],
  );

async function linesOf(deps: OrderDeps, { shopId, items }: Purchase) {
  const ids = items.map((item) => item.goodsId);
  const found = await deps.db
    .select({ goods, price: showcase.sellingPrice })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .innerJoin(shops, eq(shops.id, showcase.shopId))
    .where(and(listedIn(shopId), inArray(showcase.goodsId, ids)))
    .orderBy(asc(goods.id));
  if (items.length === 0 || found.length !== items.length) {
    throw refuse(codes.recordNotFound, { field: 'goodsId', reason: 'not_listed' });
  }
  const quantities = new Map(items.map((item) => [item.goodsId, item.quantity]));
  return found.map(({ goods: one, price }, position) => ({
    ...{ position, goodsId: one.id, name: one.name, image: one.images[0] ?? '', code: one.code },
    ...{ quantity: quantities.get(one.id) ?? 1, price, cost: one.cost, shipping: one.shipping },
  }));
}

type Lines = Awaited<ReturnType<typeof linesOf>>;

const total = (lines: Lines, of: (line: Lines[number]) => bigint) =>
  lines.reduce((sum, line) => sum + of(line) * BigInt(line.quantity), 0n);

// The held payment pays the purchase cost unless it may not be used yet, or would not leave the fee in it.
function fundingOf({ wallet }: Purchase, left: bigint): { funding: Funding; fundingReason: string | null } {
  if (wallet) return { funding: 'wallet', fundingReason: wallet };
  if (left < 0n) return { funding: 'wallet', fundingReason: 'price_below_cost_and_fee' };
  return { funding: 'escrow', fundingReason: null };
}

// A thousand of these still add up to a sum that an answer can say.
const largestOrder = 999_999_999n * UNITS;

/** A buyer has paid: the money goes into escrow and the order waits for its merchant. One transaction of the caller. */
export async function placeOrder(deps: OrderDeps, purchase: Purchase): Promise<OrderRow> {
  const { db: tx, clock, config, random } = deps;
  const at = clock.now();
  const lines = await linesOf(deps, purchase);
  const soldOut: Unlisted[] = [];
  for (const { goodsId, name, quantity } of lines) {
    const shopIds = await take(tx, goodsId, quantity, at);
    soldOut.push({ kind: 'goods_stock_out', goods: name, shopIds, at });
  }

  const amount = total(lines, (line) => line.price);
  if (amount > largestOrder) throw refuse(codes.invalidParameter, { field: 'quantity', reason: 'too_much' });
  const shipping = total(lines, (line) => line.shipping);
  const cost = total(lines, (line) => line.cost) + shipping;
  const fee = percentOf(amount, config.limits.platformFeePercent);
  const id = newId(random, 'ord');
  const no = `SK-${newNo(random, at)}`;
  const names = lines.map((line) => `${line.name} ${line.code}`).join(' ');
  const [order] = await tx
    .insert(orders)
    .values({
      ...{ id, no, shopId: purchase.shopId, status: 'pending_payment', createdAt: at },
      ...{ amount, cost, shipping, fee, refunded: 0n, ...fundingOf(purchase, amount - cost - fee) },
      ...{ buyer: purchase.buyer, buyerPaymentRef: purchase.paymentRef, buyerPaidAt: at },
      ...{ remark: purchase.remark ?? '', search: `${no} ${names}`.toLowerCase() },
      dueAt: dueAt('pending_payment', at, config.timing, null),
    })
    .returning();
  if (!order) throw new Error('the order was not stored');
  await tx.insert(orderItems).values(lines.map((line) => ({ ...line, orderId: id })));
  await post(tx, {
    ...{ kind: 'order_placed', ref: id, shopId: purchase.shopId, actor: purchase.actor, at },
    entries: entriesOf('place', { ...order, kept: 0n }),
  });
  await tx.insert(orderEvents).values({
    ...{ orderId: id, shopId: purchase.shopId, event: 'place', to: order.status, actor: purchase.actor, at },
    ...{ purchase: 0n, profit: 0n },
  });
  await tellOrder(tx, 'place', order, { at });
  for (const gone of soldOut) await tellUnlisted(tx, gone);
  return order;
}
