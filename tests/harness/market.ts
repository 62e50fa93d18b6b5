import { formatMoney, UNITS } from '../../src/contract/money.ts';
import type { OrderStatus } from '../../src/contract/status.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { newId } from '../../src/server/platform/ids.ts';
import { goods, goodsTypes } from '../../src/server/schema.ts';
import { addToShowcase } from '../../src/server/shops/showcase/showcase-add.ts';
import type { OrderEvent } from '../../src/server/trade/model/order-machine.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { applyOrderEvent, type OrderChange } from '../../src/server/trade/orders/apply-order-event.ts';
import { placeOrder } from '../../src/server/trade/orders/place-order.ts';
import type { TestServer, TestUser } from './server.ts';

export interface Article {
  name?: string;
  type?: string;
  cost?: bigint;
  shipping?: bigint;
  price?: bigint;
  stock?: number;
}

export type GoodsRow = typeof goods.$inferSelect;

/** Goods in the warehouse: 10.00 with 2.00 shipping, suggested at 20.00, by default. */
export const addGoods = async (server: TestServer, article: Article = {}): Promise<GoodsRow> => {
  const { db, random } = server.deps;
  const id = newId(random, 'gds');
  const typeId = article.type ?? 'type';
  const type = { id: typeId, name: article.type ?? 'Things', position: 0 };
  await db.insert(goodsTypes).values(type).onConflictDoNothing();
  const [row] = await db
    .insert(goods)
    .values({
      id,
      code: id,
      no: id,
      typeId,
      images: ['/files/thing.svg'],
      name: article.name ?? `Thing ${id}`,
      cost: article.cost ?? 10n * UNITS,
      shipping: article.shipping ?? 2n * UNITS,
      suggestedPrice: article.price ?? 20n * UNITS,
      stock: article.stock ?? 1_000_000,
      createdAt: server.clock.now(),
    })
    .returning();
  if (!row) throw new Error('no goods');
  return row;
};

/** Goods that the shop has listed, at the suggested price. */
export const addListed = async (
  server: TestServer,
  user: TestUser,
  article: Article = {},
): Promise<GoodsRow> => {
  const row = await addGoods(server, article);
  const items = [{ goodsId: row.id, sellingPrice: formatMoney(row.suggestedPrice) }];
  await inTransaction(server.deps.db, (tx) => addToShowcase({ ...server.deps, db: tx }, user.shopId, items));
  return row;
};

/** Places an order of several articles. */
export const placeAll = (
  server: TestServer,
  user: TestUser,
  items: { goodsId: string; quantity: number }[],
  options: { wallet?: string } = {},
): Promise<OrderRow> => {
  const payment = { paymentReference: newId(server.deps.random, 'pay'), paymentRef: 'Card •••• 4242' };
  const buyer = { buyer: 'Layla H.', ...payment, actor: 'test:buyer' };
  const funding = options.wallet === undefined ? {} : { wallet: options.wallet };
  return inTransaction(server.deps.db, (tx) =>
    placeOrder({ ...server.deps, db: tx }, { shopId: user.shopId, items, ...buyer, ...funding }),
  );
};

export const place = (
  server: TestServer,
  user: TestUser,
  goodsId: string,
  { quantity = 1, ...options }: { quantity?: number; wallet?: string } = {},
): Promise<OrderRow> => placeAll(server, user, [{ goodsId, quantity }], options);

export const apply = (server: TestServer, change: Omit<OrderChange, 'actor'>): Promise<OrderRow> =>
  inTransaction(server.deps.db, (tx) =>
    applyOrderEvent({ ...server.deps, db: tx }, { actor: 'test', ...change }),
  );

type Step = [event: OrderEvent, party: OrderChange['party']];

const pay: Step = ['pay', 'merchant'];
const ways: Record<OrderStatus, Step[]> = {
  pending_payment: [],
  to_be_shipped: [pay],
  shipped: [pay, ['ship', 'supplier']],
  to_be_accepted: [pay, ['ship', 'supplier'], ['deliver', 'carrier']],
  accepted: [pay, ['ship', 'supplier'], ['deliver', 'carrier'], ['accept', 'buyer']],
  pending_settlement: [
    pay,
    ['ship', 'supplier'],
    ['deliver', 'carrier'],
    ['accept', 'buyer'],
    ['enqueue_settlement', 'system'],
  ],
  waiting_for_withdrawal: [
    ...([pay, ['ship', 'supplier'], ['deliver', 'carrier']] satisfies Step[]),
    ...([
      ['accept', 'buyer'],
      ['enqueue_settlement', 'system'],
      ['settle', 'system'],
    ] satisfies Step[]),
  ],
  completed: [
    ...([pay, ['ship', 'supplier'], ['deliver', 'carrier'], ['accept', 'buyer']] satisfies Step[]),
    ...([
      ['enqueue_settlement', 'system'],
      ['settle', 'system'],
      ['release', 'system'],
    ] satisfies Step[]),
  ],
  cancelled: [['decline', 'merchant']],
  refunded: [pay, ['refund', 'platform']],
};

/** Takes an order that waits for payment to a status, by the shortest way. */
export const drive = async (server: TestServer, order: OrderRow, to: OrderStatus): Promise<OrderRow> => {
  let row = order;
  for (const [event, party] of ways[to]) row = await apply(server, { orderId: order.id, event, party });
  return row;
};

/** The same server where buyers are played: what only they do can be entered there. */
export const played = (deps: TestServer['deps']): TestServer['deps'] => ({
  ...deps,
  config: { ...deps.config, demo: true },
});
