import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney, percentOf, UNITS } from '../../../contract/money.ts';
import type { Funding } from '../../../contract/status.ts';
import { post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import { insertOne } from '../../platform/database/db.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { masked } from '../../platform/mask.ts';
import { refuse } from '../../platform/refuse.ts';
import { textsOf } from '../../platform/texts/texts.ts';
import { comparableProof } from '../../schema/columns.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { orderItems, orders } from '../../schema/orders.ts';
import { shops } from '../../schema/shops.ts';
import { reserveStock } from '../../shops/goods/stock.ts';
import { notifyUnlisted, type Unlisted } from '../../shops/showcase/unlisted-notices.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { buyerInitials, buyerWords } from '../model/buyer-words.ts';
import { dueAt } from '../model/due-at.ts';
import { notifyOrder } from '../model/order-notices.ts';
import { entriesOf } from '../model/order-postings.ts';
import { addOrderEvent, type OrderRow } from '../model/order-row.ts';

export interface Purchase {
  shopId: string;
  items: { goodsId: string; quantity: number }[];
  /** The buyer's name: the merchant sees its initials. */
  buyer: string;
  /** The code of a city, or its name. */
  destination?: string;
  /**
   * The reference of the payment held for the order, as the payment service names it: one order each. Only the demo has
   * none.
   */
  paymentReference?: string;
  /** What is held for it, which the order has to cost. */
  paid?: bigint;
  /** The reference as the merchant may see it; by default its last characters. */
  paymentRef?: string;
  remark?: string;
  /** Set where the held payment may not be used before delivery, with the reason. */
  wallet?: string;
  actor: string;
}

/** Returns a place's name in every language, or the name itself. */
const placeNames = (place: string | undefined): string[] => {
  if (place === undefined) return [];
  const names = textsOf('place', place);
  return names.length > 0 ? [...new Set(names)] : [place];
};

/** Selects the goods a shop sells: none once it is closing, and none that the supplier has withdrawn. */
const listedIn = (shopId: string) =>
  and(
    eq(showcase.shopId, shopId),
    eq(showcase.status, 'listed'),
    isNull(shops.closingAt),
    isNull(goods.withdrawnAt),
  );

async function linesOf(deps: Deps, { shopId, items }: Purchase) {
  const ids = items.map((item) => item.goodsId);
  const rows = await deps.db
    .select({ goods, price: showcase.sellingPrice })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .innerJoin(shops, eq(shops.id, showcase.shopId))
    .where(and(listedIn(shopId), inArray(showcase.goodsId, ids)))
    .orderBy(asc(goods.id));
  if (items.length === 0 || rows.length !== items.length) {
    throw refuse(codes.recordNotFound, { field: 'goodsId', reason: 'not_listed' });
  }
  const quantities = new Map(items.map((item) => [item.goodsId, item.quantity]));
  return rows.map(({ goods: article, price }, position) => ({
    position,
    goodsId: article.id,
    name: article.name,
    translations: article.translations,
    image: article.images[0] ?? '',
    code: article.code,
    quantity: quantities.get(article.id) ?? 1,
    price,
    cost: article.cost,
    shipping: article.shipping,
  }));
}

type Lines = Awaited<ReturnType<typeof linesOf>>;

const total = (lines: Lines, of: (line: Lines[number]) => bigint) =>
  lines.reduce((sum, line) => sum + of(line) * BigInt(line.quantity), 0n);

// The held payment funds the purchase cost unless it may not be used yet, or would not cover the fee as well.
function fundingOf({ wallet }: Purchase, left: bigint): { funding: Funding; fundingReason: string | null } {
  if (wallet) return { funding: 'wallet', fundingReason: wallet };
  if (left < 0n) return { funding: 'wallet', fundingReason: 'price_below_cost_and_fee' };
  return { funding: 'escrow', fundingReason: null };
}

/**
 * Refuses an order without a payment reference, or with one that another order has used, however it is spelt there: each
 * payment buys once.
 */
async function requirePayment({ db, config }: Deps, reference: string | undefined): Promise<void> {
  const field = 'payment';
  if (reference === undefined) {
    if (config.demo) return;
    throw refuse(codes.parameterMissing, {
      field,
      reason: 'no_payment',
      message:
        '"payment": write the reference under which the payment service holds the money of this buyer.',
    });
  }
  const [used] = await db
    .select({ no: orders.no })
    .from(orders)
    .where(eq(comparableProof(orders.paymentReference), comparableProof(reference)));
  if (!used) return;
  throw refuse(codes.invalidOperation, {
    field,
    reason: 'payment_used',
    params: { no: used.no },
    message: `"payment": this payment is held for order ${used.no}; another order needs a payment of its own.`,
  });
}

/**
 * Refuses an order that costs something else than its buyer has paid: its merchant may have raised the price since, and
 * would receive money that the buyer never paid.
 */
function requirePaid(paid: bigint | undefined, amount: bigint): void {
  if (paid === undefined || paid === amount) return;
  const costs = formatMoney(amount);
  throw refuse(codes.invalidOperation, {
    field: 'amount',
    reason: 'amount_differs',
    params: { costs },
    message: `"amount": the payment holds ${formatMoney(paid)}, and the order costs ${costs} now. Give the buyer the money back, or take a payment of ${costs}.`,
  });
}

// A thousand of these still sum to an amount that the contract can represent.
const maxOrderAmount = 999_999_999n * UNITS;

/**
 * Places an order that a buyer has paid: its money goes into escrow and it awaits its merchant. Runs in the caller's
 * transaction.
 */
export async function placeOrder(deps: Deps, purchase: Purchase): Promise<OrderRow> {
  const { db: tx, clock, random } = deps;
  const at = clock.now();
  const { paymentReference, paymentRef = masked(paymentReference ?? '') } = purchase;
  await requirePayment(deps, paymentReference);
  const lines = await linesOf(deps, purchase);
  const soldOut: Unlisted[] = [];
  for (const { goodsId, quantity } of lines) {
    const shopIds = await reserveStock(tx, goodsId, quantity, at);
    soldOut.push({ kind: 'goods_stock_out', goodsId, shopIds, at });
  }

  const amount = total(lines, (line) => line.price);
  if (amount > maxOrderAmount)
    throw refuse(codes.invalidParameter, { field: 'quantity', reason: 'too_much' });
  requirePaid(purchase.paid, amount);
  const shipping = total(lines, (line) => line.shipping);
  const cost = total(lines, (line) => line.cost) + shipping;
  const { limits, timing } = await configForShop(deps, purchase.shopId);
  const { autoAcceptDays, returnWindowDays } = limits;
  const fee = percentOf(amount, limits.platformFeePercent, deps.config.currency);
  const id = newId(random, 'ord');
  const no = `SK-${newNo(random, at)}`;
  const names = lines.flatMap(({ name, translations, code: article }) => [
    name,
    ...Object.values(translations ?? {}),
    article,
  ]);
  const { destination } = purchase;
  const buyerMasked = buyerInitials(purchase.buyer);
  const order = await insertOne(tx, orders, {
    id,
    no,
    shopId: purchase.shopId,
    status: 'pending_payment',
    createdAt: at,
    amount,
    cost,
    shipping,
    fee,
    refunded: 0n,
    ...fundingOf(purchase, amount - cost - fee),
    buyerMasked,
    buyerWords: await buyerWords(deps, purchase.shopId, purchase.buyer),
    destination: destination ?? null,
    buyerPaymentRef: paymentRef,
    paymentReference,
    buyerPaidAt: at,
    remark: purchase.remark ?? '',
    search: [no, ...names, buyerMasked, ...placeNames(destination)].join(' ').toLowerCase(),
    dueAt: dueAt('pending_payment', at, timing, null),
    autoAcceptDays,
    returnWindowDays,
  });
  const { shopId } = order;
  await tx.insert(orderItems).values(lines.map((line) => ({ ...line, orderId: id, shopId })));
  await post(tx, {
    kind: 'order_placed',
    ref: id,
    shopId: purchase.shopId,
    actor: purchase.actor,
    at,
    entries: entriesOf('place', order),
  });
  await addOrderEvent(tx, order, { event: 'place', from: null, actor: purchase.actor, at });
  await notifyOrder(tx, 'place', order, { at });
  for (const unlisted of soldOut) await notifyUnlisted(tx, unlisted);
  return order;
}
