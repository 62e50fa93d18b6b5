import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { codes } from '../../../src/contract/errors.ts';
import { UNITS } from '../../../src/contract/money.ts';
import { type Config, readConfig } from '../../../src/server/platform/config/config.ts';
import { comments, orders, transactions } from '../../../src/server/schema.ts';
import { seedHelp } from '../../../src/server/services/help/seed-help.ts';
import { addAccount, ether } from '../../harness/bank.ts';
import { appendClicks, countBusiness, fillHistories, fillShops } from '../../harness/busy-shop.ts';
import { isFullRun } from '../../harness/full-run.ts';
import { addGoods, place } from '../../harness/market.ts';
import { blocksRead, type Plan } from '../../harness/query-plans.ts';
import { openTronChannel, operator } from '../../harness/recharging.ts';
import { startTestServer, type TestServer, type TestUser } from '../../harness/server.ts';

export const now = '2026-06-15T13:20:00.000Z';

/** How much business the two shops have that are compared, and how many of each of what has ended in them. */
export const sizes = {
  small: { orders: 30, clicks: 1_000, each: 30 },
  large: isFullRun
    ? { orders: 100_000, clicks: 1_000_000, each: 25_000 }
    : { orders: 6_000, clicks: 60_000, each: 1_500 },
};
type Size = keyof typeof sizes;

/** Returns the most blocks that a call may read where a small shop's reads so many: twice those, or 64 more. */
export const mostOf = (blocks: number): number => Math.max(2 * blocks, blocks + 64);

/** How many blocks more other shops may cost. */
export const mostBeside = 64;

export const totalBlocks = (plans: Plan[]): number => plans.reduce((sum, plan) => sum + blocksRead(plan), 0);

/** A shop that is asked, with what it is asked about: ids of an article and of orders, numbers. */
export interface Shop {
  merchant: TestUser;
  goodsId: string;
  /** A completed order that had a case. */
  orderId: string;
  payableId: string;
  commentedId: string;
  paidNo: string;
  withdrawalNo: string;
}

export interface Shops {
  server: TestServer;
  small: Shop;
  large: Shop;
  /** Adds many other shops with a little business each. */
  addOthers(): Promise<void>;
}

/** As many changes as a reader adds up at most before they are folded. */
export const TAIL = 1_000;

const largeTables =
  /(from|join) "?(orders|order_items|order_events|checkpoints|transactions|notices|comments|goods_days|goods_totals|shop_\w+|after_sale_cases|holds|recharges|withdrawals|restrictions|credit_log|invitations|showcase|deposit_returns)"? /;

/** Returns those statements that look into a large table and name no shop behind their first `where`. */
export const shopless = (statements: string[]): string[] =>
  statements.filter((text) => {
    const [, ...conditions] = text.split(/ where /);
    // A join may name it as well.
    const isNamed = /"?(shop_id|chain)"? /.test(conditions.join()) || /"shop_id" = \$\d/.test(text);
    return largeTables.test(text) && !isNamed;
  });

const completedWith = async ({ database }: TestServer, shopId: string, where: SQL) => {
  const [row] = await database.db
    .select({ id: orders.id, no: orders.no })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.status, 'completed'), where))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (!row) throw new Error('no such order');
  return row;
};

const vacuum = async ({ database }: TestServer) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('vacuum analyze').finally(() => client.end());
};

/** What the platform offers to every shop: one of each, so that no list is empty. */
const openPlatform = async (server: TestServer) => {
  const offer = { title: 'Top of the list', image: '/files/thing.svg', target: 'shop', unit: 'click' };
  await seedHelp(server.deps);
  await openTronChannel(server);
  await server.decide('ad-create', { ...offer, days: '30', price: '9.00', quantity: '10' });
  await server.decide('slide-create', { image: '/files/thing.svg', alt: 'Lamps' });
  await server.decide('carrier-publish', { name: 'Aramex' });
};

const openShop = async (server: TestServer, goodsId: string, size: Size): Promise<Shop> => {
  const { db } = server.database;
  const merchant = await server.addUser();
  const { shopId, token } = merchant;
  await server.fund(shopId, 1_000n * UNITS);
  const until = server.clock.now();
  await fillShops(db, [shopId], { ...sizes[size], goodsId, until });
  await fillHistories(db, [shopId], { ...sizes[size], until });
  await addAccount(server, merchant, { type: 'etc_usdt', address: ether });
  const items = [{ goodsId, sellingPrice: '20.00' }];
  const { code } = await server.call('POST /v1/showcase/add', { items }, { token });
  if (code !== codes.ok) throw new Error(`nothing listed: ${code}`);
  await merchant.call('POST /v1/reply/add', { text: 'Thank you!' });
  const { id: payableId } = await place(server, merchant, goodsId);
  const { id: orderId } = await completedWith(server, shopId, sql`${orders.hadCase}`);
  const { id: commentedId } = await completedWith(
    server,
    shopId,
    inArray(orders.id, db.select({ id: comments.orderId }).from(comments)),
  );
  const { no: paidNo } = await completedWith(
    server,
    shopId,
    inArray(orders.id, db.select({ id: transactions.ref }).from(transactions)),
  );
  return { merchant, goodsId, orderId, payableId, commentedId, paidNo, withdrawalNo: `WD-${shopId}-2` };
};

/** The operator's identity, for recharges, and codes that are sent to people, for their passwords. */
export const shopConfig = (): Partial<Config> => {
  const { signIn } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });
  return { operator, signIn: { ...signIn, verify: 'after-failures' } };
};

const others = isFullRun ? 10_000 : 300;

/**
 * Opens ten shops, then a small and a large one: what is read from the beginning of a table, or from its end, is of
 * others.
 */
export const openShops = async (): Promise<Shops> => {
  const server = await startTestServer('postgres', { start: now, config: shopConfig() });
  const { db } = server.database;
  const until = server.clock.now();
  await openPlatform(server);
  const { id: goodsId } = await addGoods(server, { name: 'Olive wood lamp' });
  let opened = 0;
  const openOthers = async (count: number, each: number) => {
    const ids = Array.from({ length: count }, () => `other_${opened++}`);
    await db.execute(sql`insert into shops (id, no, name, time_zone, currency, created_at)
      select id, id, 'Other', 'UTC', 'USD', now() from unnest(${sql.param(ids)}::text[]) id`);
    await fillShops(db, ids, { orders: count * each, clicks: count * each, goodsId, until });
    await fillHistories(db, ids, { each: 3, until });
  };
  await openOthers(10, sizes.large.orders / 40);
  const small = await openShop(server, goodsId, 'small');
  const large = await openShop(server, goodsId, 'large');
  const settle = async () => {
    await countBusiness(db);
    for (const { merchant } of [small, large])
      await appendClicks(db, merchant.shopId, { clicks: TAIL / 4, goodsId, until });
    await vacuum(server);
  };
  await settle();
  const addOthers = async () => {
    await openOthers(others - 10, 5);
    await settle();
  };
  return { server, small, large, addOthers };
};
