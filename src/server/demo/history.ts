import { and, eq, lt } from 'drizzle-orm';
import { after, type Clock, day, hour, minute } from '../clock.ts';
import { timingAt } from '../config/timing.ts';
import type { Deps } from '../context.ts';
import { decide } from '../ops/decisions.ts';
import { placeOrder } from '../orders/place-order.ts';
import { notices } from '../schema/notices.ts';
import { recordClicks, recordVisits } from '../shop/shop-events.ts';
import { addToShowcase } from '../showcase/showcase-add.ts';
import { warehouse } from './catalog.ts';
import { between, pick, seededRandom, unit, whole } from './chance.ts';
import { openDemoChannel } from './demo-channel.ts';
import { demoApplies } from './demo-person.ts';
import { type DemoShop, openDemoShop } from './demo-shop.ts';
import { planMoney } from './her-money.ts';
import { type Fate, live, type Past } from './order-life.ts';
import { someBuyer, walletReason } from './people.ts';
import { openPromotions } from './promotions.ts';
import { createSchedule } from './schedule.ts';
import { stockWarehouse } from './stock-warehouse.ts';

const days = 30;
const listedFromTheStart = 9;
const listedLater = 3;

const prices = warehouse.flatMap((type) => type.goods.map((article) => article.price));

/** Every third article or so, from all types. */
const listingOf = (position: number) => (position * 3) % prices.length;

interface World extends Past {
  goods: string[];
}

const list = (world: World, positions: number[]) => {
  const items = positions.map((at) => ({ goodsId: world.goods[at] ?? '', sellingPrice: prices[at] ?? '0' }));
  return addToShowcase(world.deps, world.shop.shopId, items);
};

/** People look around: some visits, and now and then a click on what is listed. */
async function look(world: World, listed: number[]): Promise<void> {
  const { deps, shop, goods } = world;
  await recordVisits(deps, shop.shopId, whole(deps.random, 3, 13));
  const clicks = listed
    .map((at) => ({ goodsId: goods[at] ?? '', count: whole(deps.random, -2, 6) }))
    .filter(({ count }) => count > 0);
  await recordClicks(deps, shop.shopId, clicks);
}

async function order(world: World, listed: number[], fate: Fate, wallet?: string): Promise<void> {
  const { deps, shop, goods } = world;
  const { random } = deps;
  const items = [{ goodsId: goods[pick(random, listed)] ?? '', quantity: unit(random) < 0.2 ? 2 : 1 }];
  const funded = wallet === undefined ? walletReason(random) : { wallet };
  const purchase = { shopId: shop.shopId, items, actor: 'demo:buyer', ...someBuyer(random), ...funded };
  const { id } = await placeOrder(deps, purchase);
  live(world, id, fate);
}

function plan(world: World, start: number, end: number): void {
  const { schedule, deps } = world;
  const { random } = deps;
  const listed = Array.from({ length: listedFromTheStart }, (_, index) => listingOf(index));
  schedule.add(start + 10 * minute, () => demoApplies(deps, world.shop));
  schedule.add(start + 50 * minute, () =>
    decide(deps, 'identity-approve', { shop: world.shop.shopId }, 'demo'),
  );
  schedule.add(start + hour, () => decide(deps, 'recharge-book', opening, 'demo'));
  schedule.add(start + 2 * hour, () => list(world, listed));
  schedule.add(start + 11 * day, async () => {
    const more = Array.from({ length: listedLater }, (_, index) => listingOf(listedFromTheStart + index));
    await list(world, more);
    listed.push(...more);
  });
  for (let at = start + 3 * hour; at < end; at += between(random, 11, 19) * hour) {
    schedule.add(at, () => look(world, listed));
  }
  // A growing shop: orders come closer together. The last of them are left for whoever signs in.
  const fates: Partial<Record<number, Fate>> = { 4: 'lost', 7: 'declined', 12: 'cancelled' };
  let count = 0;
  for (let at = start + 9 * hour; at < end - 14 * hour; at += between(random, 22, 56 - count) * hour) {
    const fate = fates[count++] ?? 'paid';
    schedule.add(at, () => order(world, listed, fate));
  }
  // With chances of their own, as the promotions.
  const apart = { ...world, deps: { ...deps, random: seededRandom('what else a month brings') } };
  schedule.add(start + 14 * day, () => order(apart, listed, 'complained'));
  schedule.add(start + 16 * day, () => order(apart, listed, 'lapsed'));
  planMoney(apart, start);
  schedule.add(end - 9 * hour, () => order(world, listed, 'left'));
  schedule.add(end - 4 * hour, () => order(world, listed, 'left', 'held_until_delivery'));
  schedule.add(end - hour, () => order(world, listed, 'left'));
}

const opening = { amount: '600.00', code: 'opening_balance', proof: 'OPENING' };

/**
 * Makes the demo shop's first month by living it: the same functions as real traffic, on a clock that runs through
 * thirty days. Waits are as long as they are without the demo's speed, so the past looks like one.
 */
export async function liveHistory(deps: Deps): Promise<DemoShop> {
  const end = deps.clock.now().getTime();
  const start = after(deps.clock.now(), -days * day).getTime();
  let time = start;
  const clock: Clock = { now: () => new Date(time) };
  const random = seededRandom('olive and oak');
  const past = { ...deps, clock, random, config: { ...deps.config, timing: timingAt(1) } };
  const shop = await openDemoShop(past);
  await openDemoChannel(past);
  // With chances of their own, so that what is on offer changes nothing of what happens.
  await openPromotions({ ...past, random: seededRandom('promotions') });
  const world: World = { deps: past, schedule: createSchedule(), shop, goods: await stockWarehouse(past) };
  plan(world, start, end);
  await world.schedule.runUntil(end, (at) => {
    time = Math.floor(at);
  });
  // She has read what came until yesterday.
  const yesterday = after(deps.clock.now(), -day);
  await deps.db
    .update(notices)
    .set({ readAt: yesterday })
    .where(and(eq(notices.shopId, shop.shopId), lt(notices.at, yesterday)));
  return shop;
}
