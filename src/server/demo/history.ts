import { and, eq, isNull, lt } from 'drizzle-orm';
import { formatMoney, parseMoney, roundUp } from '../../contract/money.ts';
import { decide } from '../operators/decisions.ts';
import { after, type Clock, day, hour, minute, second } from '../platform/clock.ts';
import { timingAt } from '../platform/config/timing.ts';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { newId } from '../platform/ids.ts';
import { demoSentences, demoText } from '../platform/texts/demo-texts.ts';
import { notices } from '../schema/notices.ts';
import { orders } from '../schema/orders.ts';
import { applyForIdentity } from '../services/identity/apply.ts';
import { openChannel } from '../services/recharges/channels.ts';
import { addToShowcase } from '../shops/showcase/showcase-add.ts';
import { placeOrder } from '../trade/orders/place-order.ts';
import { origins, warehouse } from './catalog.ts';
import { type DemoShop, openDemoShop, saveReplies } from './demo-shop.ts';
import { documentPicture } from './document-picture.ts';
import { closeUps } from './drawings/scene.ts';
import { leaveToDo } from './leave-to-do.ts';
import { addOtherShops } from './other-shops.ts';
import { randomBuyer, walletReason } from './people.ts';
import { storeDrawing } from './pictures.ts';
import { type Past, playOrder, type Scenario } from './play-order.ts';
import { openPromotions, planPromotion } from './promotions.ts';
import { createSchedule } from './schedule.ts';
import { planWalletHistory } from './seed-wallet-history.ts';
import { between, pick, seededRandom, unit, whole } from './seeded-random.ts';
import { reportTraffic } from './traffic.ts';

/** Returns an amount of the catalogue as the currency can write it, in 10^-6. */
const amountIn = ({ config }: Deps, amount: string) => roundUp(parseMoney(amount), config.currency);

/** Adds the demo's goods to the warehouse, with their pictures; returns their ids in the order of the catalogue. */
export async function stockWarehouse(deps: Deps): Promise<string[]> {
  const ids: string[] = [];
  const amount = (text: string) => formatMoney(amountIn(deps, text));
  for (const { type, goods: articles } of warehouse) {
    const typeId = newId(deps.random, 'typ');
    const { text: name, translations } = demoText('types', type);
    await decide(deps, 'goods-type-add', { id: typeId, name, translations }, 'demo');
    for (const { code, picture, cost, shipping, price, stock } of articles) {
      const at = after(deps.clock.now(), ids.length * second);
      const { text: name, translations } = demoText('goods', code);
      const { text, translations: textTranslations } = demoText('about', code);
      const { shipsFrom, delivery } = origins[ids.length % origins.length] ?? {};
      const images: string[] = [];
      for (const svg of [picture, ...closeUps(picture)]) images.push(await storeDrawing(deps, code, svg));
      const input = {
        code,
        no: `${8_400_000 + ids.length * 37}`,
        type: typeId,
        name,
        text,
        images,
        shipsFrom,
        delivery,
        cost: amount(cost),
        shipping: amount(shipping),
        price: amount(price),
        stock,
        translations,
        textTranslations,
      };
      const added = await decide({ ...deps, clock: { now: () => at } }, 'goods-add', input, 'demo');
      ids.push((added as { id: string }).id);
    }
  }
  return ids;
}

const person = {
  realName: 'Amina Demo',
  idType: 'id_card',
  idNumber: 'DEMO 0000 4477',
  consentVersion: 'demo',
} as const;

/** Applies for verification as the demo's merchant, with documents that show no person. */
async function demoApplies(deps: Deps, { shopId, userId }: DemoShop): Promise<void> {
  const input = { ...person, front: documentPicture('front'), back: documentPicture('back') };
  await inTransaction(deps.db, (db) => applyForIdentity({ ...deps, db }, { shopId, actor: userId, input }));
}

/** Looks like an address, but its checksum fails, so no wallet sends anything to it. */
const invalidAddress = 'TDEMoDoNotSendAnythingToThisPLACEx';

/** Opens the only recharge channel of the demo, marked as not to be used. */
export async function openDemoChannel(deps: Deps): Promise<void> {
  const names = { name: 'DEMO USDT (TRON)', asset: 'USDT', rail: 'chain', network: 'trx' } as const;
  const waits = { confirmations: 20, expectedMinutes: 10, rate: '1' };
  await openChannel(deps, { ...names, ...waits, address: invalidAddress, doNotSend: true }, 'operator:demo');
}

const days = 30;
const listedFromTheStart = 9;
const listedLater = 3;

const prices = warehouse.flatMap((type) => type.goods.map((article) => article.price));

/** Returns about every third article, from all types. */
const listingOf = (position: number) => (position * 3) % prices.length;

interface World extends Past {
  goods: string[];
}

const listGoods = (world: World, positions: number[]) => {
  const items = positions.map((at) => ({
    goodsId: world.goods[at] ?? '',
    sellingPrice: formatMoney(amountIn(world.deps, prices[at] ?? '0')),
  }));
  return addToShowcase(world.deps, world.shop.shopId, items);
};

/** Plays visitors: some visits, and now and then a click on a listing. */
async function playVisitors(world: World, listed: number[]): Promise<void> {
  const { deps, shop, goods } = world;
  const visitors = whole(deps.random, 3, 13);
  const clicks = listed
    .map((at) => ({ goods: goods[at] ?? '', count: whole(deps.random, -2, 6) }))
    .filter(({ count }) => count > 0);
  await reportTraffic(deps, shop.shopId, { visitors, clicks });
}

async function playPurchase(
  world: World,
  listed: number[],
  scenario: Scenario,
  wallet?: string,
): Promise<void> {
  const { deps, shop, goods } = world;
  const { random } = deps;
  const items = [{ goodsId: goods[pick(random, listed)] ?? '', quantity: unit(random) < 0.2 ? 2 : 1 }];
  const funded = wallet === undefined ? walletReason(random) : { wallet };
  const purchase = { shopId: shop.shopId, items, actor: 'demo:buyer', ...randomBuyer(random), ...funded };
  const { id } = await placeOrder(deps, purchase);
  if (scenario === 'complained')
    await deps.db.update(orders).set({ note: demoSentences.note_regular }).where(eq(orders.id, id));
  playOrder(world, id, scenario);
}

function planMonth(world: World, start: number, end: number): void {
  const { schedule, deps } = world;
  const { random } = deps;
  const listed = Array.from({ length: listedFromTheStart }, (_, index) => listingOf(index));
  schedule.add(start + 10 * minute, () => demoApplies(deps, world.shop));
  schedule.add(start + 50 * minute, () =>
    decide(deps, 'identity-approve', { shop: world.shop.shopId }, 'demo'),
  );
  schedule.add(start + hour, () => decide(deps, 'recharge-book', opening, 'demo'));
  schedule.add(start + 2 * hour, () => listGoods(world, listed));
  schedule.add(start + 11 * day, async () => {
    const more = Array.from({ length: listedLater }, (_, index) => listingOf(listedFromTheStart + index));
    await listGoods(world, more);
    listed.push(...more);
  });
  for (let at = start + 3 * hour; at < end; at += between(random, 11, 19) * hour) {
    schedule.add(at, () => playVisitors(world, listed));
  }
  // A growing shop: orders come closer together. The last of them are left for the person who tries the demo.
  const scenarios: Partial<Record<number, Scenario>> = { 4: 'lost', 7: 'declined', 12: 'cancelled' };
  let count = 0;
  for (let at = start + 9 * hour; at < end - 14 * hour; at += between(random, 22, 56 - count) * hour) {
    const scenario = scenarios[count++] ?? 'paid';
    schedule.add(at, () => playPurchase(world, listed, scenario));
  }
  // A separate seed, as for the promotions, keeps the other events unchanged.
  const separate = { ...world, deps: { ...deps, random: seededRandom('what else a month brings') } };
  schedule.add(start + 14 * day, () => playPurchase(separate, listed, 'complained'));
  schedule.add(start + 16 * day, () => playPurchase(separate, listed, 'expired'));
  planWalletHistory(separate, start);
  const ads = { ...deps, random: seededRandom('a promotion of one article') };
  planPromotion({ ...world, deps: ads }, start + 12 * day);
  schedule.add(end - 9 * hour, () => playPurchase(world, listed, 'left'));
  schedule.add(end - 4 * hour, () => playPurchase(world, listed, 'left', 'held_until_delivery'));
  schedule.add(end - hour, () => playPurchase(world, listed, 'left'));
  schedule.add(end - 50 * minute, () => leaveToDo(world, listed));
}

const opening = { amount: '600.00', code: 'opening_balance', proof: 'OPENING' };

/**
 * Plays the demo shop's first month: calls the same functions as real traffic, on a clock that runs through thirty
 * days. Waits are as long as without the demo's speed, so that the past looks real.
 */
export async function playHistory(deps: Deps): Promise<DemoShop> {
  const end = deps.clock.now().getTime();
  const start = after(deps.clock.now(), -days * day).getTime();
  let time = start;
  const clock: Clock = { now: () => new Date(time) };
  const random = seededRandom('olive and oak');
  const past = { ...deps, clock, random, config: { ...deps.config, timing: timingAt(1) } };
  const shop = await openDemoShop(past);
  await openDemoChannel(past);
  await saveReplies(past, shop);
  // A separate seed, so that the offers change nothing of the other events.
  await openPromotions({ ...past, random: seededRandom('promotions') });
  const world: World = { deps: past, schedule: createSchedule(), shop, goods: await stockWarehouse(past) };
  await addOtherShops(past, world.goods);
  planMonth(world, start, end);
  await world.schedule.runUntil(end, (at) => {
    time = Math.floor(at);
  });
  // The merchant has read the notices until yesterday.
  const yesterday = after(deps.clock.now(), -day);
  await deps.db
    .update(notices)
    .set({ readAt: yesterday })
    .where(and(eq(notices.shopId, shop.shopId), isNull(notices.readAt), lt(notices.at, yesterday)));
  return shop;
}
