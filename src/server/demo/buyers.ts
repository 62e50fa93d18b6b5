import { and, count, eq, exists, gte, or, sql } from 'drizzle-orm';
import { after, day, hour } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { Refusal } from '../platform/refuse.ts';
import { goods, showcase } from '../schema/goods.ts';
import { orderItems, orders } from '../schema/orders.ts';
import { sessions, users } from '../schema/session.ts';
import { shops } from '../schema/shops.ts';
import { placeOrder } from '../trade/orders/place-order.ts';
import { demoBuyer } from './buyer-complaints.ts';
import { randomBuyer, walletReason } from './people.ts';
import type { Market } from './run-demo-action.ts';
import { pick, unit, unitOf, whole } from './seeded-random.ts';
import { reportTraffic } from './traffic.ts';

// The first buyer of a listing never returns it, so that a merchant who tries the demo sees one order completed.
const firstBuyer = 'demo:first-buyer';

// Times at the demo's speed: a listing is noticed within hours and first bought within a day.
const noticedAfter = 3 * hour;
const boughtAfter = 8 * hour;
const boughtWithin = 6 * hour;
const clicksADay = { new: 8, known: 1 };
const ordersADay = 0.5;
// A merchant who does not answer gets no more orders than this.
const maxWaiting = 6;
// A shop that is younger gets buyers without any sign-in.
const newFor = 90 * day;

const ordersSince = (shopId: string) => sql<number>`(select count(*)::int from ${orderItems}
  join ${orders} on ${orders.id} = ${orderItems.orderId}
  where ${orders.shopId} = ${shopId} and ${orderItems.goodsId} = ${showcase.goodsId} and ${orders.createdAt} >= ${showcase.listedAt})`;

const listings = ({ db }: Deps, shopId: string) =>
  db
    .select({
      id: showcase.id,
      goodsId: showcase.goodsId,
      listedAt: showcase.listedAt,
      orders: ordersSince(shopId),
    })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(and(eq(showcase.shopId, shopId), eq(showcase.status, 'listed'), gte(goods.stock, 1)));

type Listing = Awaited<ReturnType<typeof listings>>[number];

async function buy(deps: Deps, shopId: string, goodsId: string, actor: string = demoBuyer): Promise<void> {
  const { random } = deps;
  const items = [{ goodsId, quantity: unit(random) < 0.15 ? 2 : 1 }];
  const purchase = { shopId, items, actor, ...randomBuyer(random), ...walletReason(random) };
  await inTransaction(deps.db, (tx) => placeOrder({ ...deps, db: tx }, purchase)).catch((error) => {
    // The listing was sold out or removed while the buyer was deciding.
    if (!(error instanceof Refusal)) throw error;
  });
}

/** Returns the listings that are due for their first purchase, as they have been up long enough. */
const firstBuys = ({ clock, config }: Deps, market: Market, list: Listing[]): Listing[] =>
  list.filter(({ id, listedAt, orders: bought }) => {
    const wait = (boughtAfter + boughtWithin * unitOf(`first ${id}`)) / config.demoSpeed;
    return bought === 0 && listedAt >= market.openedAt && after(listedAt, wait) <= clock.now();
  });

async function playVisits(deps: Deps, shopId: string, list: Listing[], share: number): Promise<void> {
  const { clock, config, random } = deps;
  const noticed = list.filter(
    ({ listedAt }) => after(listedAt, noticedAfter / config.demoSpeed) <= clock.now(),
  );
  const clicks = noticed
    .filter(({ listedAt }) => {
      const isNew = after(listedAt, day / config.demoSpeed) > clock.now();
      return unit(random) < clicksADay[isNew ? 'new' : 'known'] * share;
    })
    .map(({ goodsId }) => ({ goods: goodsId, count: whole(random, 1, 2) }));
  if (clicks.length === 0) return;
  await reportTraffic(deps, shopId, { visitors: whole(random, 1, 2), clicks });
}

async function countWaiting({ db }: Deps, shopId: string): Promise<number> {
  const pending = and(eq(orders.shopId, shopId), eq(orders.status, 'pending_payment'));
  const [row] = await db.select({ count: count() }).from(orders).where(pending);
  return row?.count ?? 0;
}

/**
 * Returns whether buyers come to a shop: it is new, or it has sessions, which are deleted a week after they expired. A demo
 * without visitors stops growing.
 */
async function isVisited({ db, clock }: Deps, shopId: string): Promise<boolean> {
  const visitors = db
    .select({ id: sessions.userId })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.shopId, shopId));
  const isNew = gte(shops.createdAt, after(clock.now(), -newFor));
  const found = await db
    .select({ id: shops.id })
    .from(shops)
    .where(and(eq(shops.id, shopId), or(isNew, exists(visitors))));
  return found.length > 0;
}

/** Plays buyers who look at a shop's listings and now and then buy one, for the time since the last round. */
export async function buyersRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  if (!(await isVisited(deps, shopId))) return;
  const list = await listings(deps, shopId);
  if (list.length === 0) return;
  const passed = deps.clock.now().getTime() - market.playedAt.getTime();
  const share = (passed * deps.config.demoSpeed) / day;
  await playVisits(deps, shopId, list, share);
  for (const { goodsId } of firstBuys(deps, market, list)) await buy(deps, shopId, goodsId, firstBuyer);
  if (unit(deps.random) >= ordersADay * share || (await countWaiting(deps, shopId)) >= maxWaiting) return;
  await buy(deps, shopId, pick(deps.random, list).goodsId);
}
