import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { type Plan, plansWithin } from '../harness/query-plans.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { undone } from '../harness/undone.ts';
import {
  mostBeside,
  mostOf,
  now,
  openShops,
  type Shop,
  type Shops,
  shopConfig,
  sizes,
  totalBlocks,
} from './flat/shops.ts';
import { moneyWrites } from './writes/money-writes.ts';
import { orderWrites } from './writes/order-writes.ts';
import { personWrites } from './writes/person-writes.ts';
import { shopWrites } from './writes/shop-writes.ts';
import { ask, type Desk, send, type Write } from './writes/write.ts';

/** A call that changes something, and what it is sent: made by the merchant of a shop, who has money. */
type Sending = Pick<Write, 'call' | 'input'>;

const markRead = 'POST /v1/notify/read';
const latestNotice = async (desk: Desk): Promise<string> =>
  (await ask<{ latestId: string }>(desk, 'POST /v1/notify/check')).data.latestId;

const writes: Sending[] = [...personWrites, ...shopWrites, ...orderWrites, ...moneyWrites].map((write) =>
  write.call === markRead
    ? { call: markRead, input: async (desk) => ({ ids: [await latestNotice(desk)] }) }
    : write,
);
/** Marks each notice that is not read yet: thousands in the large shop, so it is counted by the notice. */
const markAllRead: Sending = {
  call: markRead,
  input: async (desk) => ({ upToId: await latestNotice(desk) }),
};

let shops: Shops;

/** Runs some work with a server that makes all its transactions within one, and rolls that one back. */
const withUndoneServer = (work: (server: TestServer) => Promise<void>): Promise<void> => {
  const { database, deps } = shops.server;
  return undone(database.db, async (db) => {
    const options = { start: now, config: shopConfig(), random: deps.random };
    const server = await startTestServer('postgres', { ...options, database: { ...database, db } });
    await work(server);
    await server.close();
  });
};

/** Returns the blocks that a call touches by its statements. */
const costOf = async ({ merchant }: Shop, { call, input }: Sending): Promise<number> => {
  let plans: Plan[] = [];
  await withUndoneServer(async (server) => {
    const desk: Desk = { server, user: { ...merchant }, known: {} };
    const sent = await input(desk);
    // What waits for the index of a search is written into it by the next statement that finds too much waiting.
    await server.deps.db.execute(sql`select gin_clean_pending_list('orders_search')`);
    plans = await plansWithin(async () => {
      const { code, text } = await send(desk, call, sent);
      expect(code, text).toBe(codes.ok);
    });
  });
  return totalBlocks(plans);
};

const besideTen = new Map<string, number>();

beforeAll(async () => {
  shops = await openShops();
  for (const write of writes) besideTen.set(write.call, await costOf(shops.small, write));
  await shops.addOthers();
}, 1_800_000);
afterAll(() => shops.server.close());

describe(`a write in a shop of ${sizes.large.orders} orders`, () => {
  it.each(writes.map((write) => [write.call, write] as const))(
    'costs what it costs in a small shop, beside ten others or many: %s',
    async (call, write) => {
      const [small, large] = [await costOf(shops.small, write), await costOf(shops.large, write)];
      const before = besideTen.get(call) ?? 0;
      process.stdout.write(`${call}: ${before} and ${small} blocks, ${large} of the large shop.\n`);
      expect(small - before).toBeLessThanOrEqual(mostBeside);
      expect(large).toBeLessThanOrEqual(mostOf(small));
    },
  );

  it('costs what it costs in a small shop, as a report of the shop front', async () => {
    const costOfReport = async ({ merchant, goodsId }: Shop) => {
      let plans: Plan[] = [];
      await withUndoneServer(async (server) => {
        const clicks = [{ goods: goodsId, count: 3 }];
        const report = { shop: merchant.shopId, day: now.slice(0, 10), visitors: 9, clicks, reference: 'R' };
        plans = await plansWithin(async () => {
          await server.decide('traffic-report', report);
        });
      });
      return totalBlocks(plans);
    };
    const [small, large] = [await costOfReport(shops.small), await costOfReport(shops.large)];
    process.stdout.write(`traffic-report: ${small} blocks, ${large} of the large shop.\n`);
    expect(large).toBeLessThanOrEqual(mostOf(small));
  });

  // The last one, as it leaves many rows behind that were undone.
  it('costs by the notice at most twice what it costs in a small shop, where it marks all as read', async () => {
    const costOfNotice = async (shop: Shop) => {
      const { token } = shop.merchant;
      const { data } = await shops.server.call<{ unread: number }>('POST /v1/notify/check', {}, { token });
      expect(data.unread).toBeGreaterThan(10);
      return (await costOf(shop, markAllRead)) / data.unread;
    };
    expect(await costOfNotice(shops.large)).toBeLessThanOrEqual(2 * (await costOfNotice(shops.small)));
  }, 600_000);
});
