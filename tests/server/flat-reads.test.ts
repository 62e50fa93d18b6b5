import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { after, day } from '../../src/server/platform/clock.ts';
import { orders, shops } from '../../src/server/schema.ts';
import { countBusiness, fillHistories, fillShops } from '../harness/busy-shop.ts';
import { isFullRun } from '../harness/full-run.ts';
import { addListed } from '../harness/market.ts';
import { blocksRead, plansOf, readsOf, type Statement } from '../harness/query-plans.ts';
import { openTronChannel, operator } from '../harness/recharging.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const small = { orders: 30, clicks: 1_000 };
const large = isFullRun ? { orders: 100_000, clicks: 1_000_000 } : { orders: 6_000, clicks: 60_000 };
const others = isFullRun ? 10_000 : 300;

const now = '2026-06-15T13:20:00.000Z';

let server: TestServer;
const merchants: { few: TestUser; many: TestUser } = {} as never;
/** What a shop is asked about: orders, and the numbers of an order and a withdrawal. */
interface Subjects {
  order: string;
  payable: string;
  orderNo: string;
  withdrawalNo: string;
}
const subjects: Record<'few' | 'many', Subjects> = {} as never;
let goodsId = '';

beforeAll(async () => {
  server = await startTestServer('postgres', { start: now, config: { operator } });
  const { db } = server.database;
  const until = server.clock.now();
  await openTronChannel(server);
  merchants.few = await server.addUser();
  merchants.many = await server.addUser();
  ({ id: goodsId } = await addListed(server, merchants.few, { name: 'Olive wood lamp' }));
  const { few, many } = merchants;
  for (const merchant of [few, many]) await server.fund(merchant.shopId, 1_000_000_000n);
  await db.execute(sql`insert into showcase (id, shop_id, goods_id, selling_price, listed_cost, status, listed_at)
    select 'shw_many', ${many.shopId}, goods_id, selling_price, listed_cost, status, listed_at from showcase`);
  await db.execute(sql`insert into shops (id, no, name, time_zone, currency, created_at)
    select 'other_' || n, 'other_' || n, 'Other', 'UTC', 'USD', now() from generate_series(1, ${others}::int) n`);
  const beside = (await db.select({ id: shops.id }).from(shops)).flatMap(({ id }) =>
    /^other/.test(id) ? [id] : [],
  );
  const business = { orders: others * 5, clicks: others * 5, goodsId, until };
  await fillShops(db, beside, business);
  await fillShops(db, [few.shopId], { ...small, goodsId, until });
  await fillShops(db, [many.shopId], { ...large, goodsId, until });
  await fillHistories(db, beside, { each: 3, until });
  await fillHistories(db, [few.shopId], { each: small.orders, until });
  await fillHistories(db, [many.shopId], { each: large.orders / 4, until });
  await countBusiness(db);
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
  for (const [which, { shopId }] of [
    ['few', few],
    ['many', many],
  ] as const) {
    const newest = async (status: 'completed' | 'pending_payment', where?: SQL) => {
      const found = and(eq(orders.shopId, shopId), eq(orders.status, status), where);
      const [row] = await db
        .select({ id: orders.id, no: orders.no })
        .from(orders)
        .where(found)
        .orderBy(desc(orders.createdAt))
        .limit(1);
      return row ?? { id: '', no: '' };
    };
    const order = await newest('completed', sql`${orders.hadCase}`);
    const payable = await newest('pending_payment');
    const paid = await newest('completed', sql`${orders.id} in (select ref from transactions)`);
    const withdrawalNo = `WD-${shopId}-2`;
    subjects[which] = { order: order.id, payable: payable.id, orderNo: paid.no, withdrawalNo };
  }
}, 1_800_000);
afterAll(() => server.close());

const days = (back: number) =>
  after(new Date(now), -back * day)
    .toISOString()
    .slice(0, 10);
const list = 'POST /v1/order/list';
const line = 'POST /v1/home/stat_line';
const flow = 'POST /v1/user/wallet_flow';

type InputOf = (of: Subjects) => object;
/** What is asked by each call that reads; calls that are not named are asked without an input. */
const inputs: Record<string, Record<string, InputOf>> = {
  [list]: {
    'newest first': () => ({}),
    'by date of action': () => ({ sort: 'actBy' }),
    'of one status': () => ({ sort: 'actBy', status: 'completed' }),
    'of rare statuses': () => ({ sort: 'actBy', statuses: ['shipped', 'accepted', 'refunded'] }),
    'newest of two statuses': () => ({ statuses: ['shipped', 'completed'] }),
    'with an open case': () => ({ sort: 'actBy', afterSale: 'open' }),
    'that had a case': () => ({ sort: 'actBy', afterSale: 'any' }),
    'of a week by date of action': () => ({ sort: 'actBy', from: days(40), to: days(34) }),
    'of a year by date of action': () => ({ sort: 'actBy', from: days(365), to: days(1) }),
    'of a year, newest first': () => ({ from: days(365), to: days(1) }),
    'of a year and a status': () => ({ sort: 'actBy', status: 'refunded', from: days(365), to: days(1) }),
    'by its id': ({ order }) => ({ id: order }),
    'by a rare word': () => ({ sort: 'actBy', keyword: 'rare' }),
    'by a common word': () => ({ sort: 'actBy', keyword: 'lamp' }),
    'by two letters': () => ({ sort: 'actBy', keyword: 'la' }),
    'by a Chinese word': () => ({ sort: 'actBy', keyword: '水杯' }),
    'by the start of a number': () => ({ sort: 'actBy', keyword: 'sk-202' }),
    'by a word that none has': () => ({ sort: 'actBy', keyword: 'kettle' }),
  },
  [line]: Object.fromEntries(
    ['clicks', 'purchaseCost', 'profit'].flatMap((metric) => [
      ...['today', 'week', 'month'].map((range) => [`${metric} of ${range}`, () => ({ metric, range })]),
      [`${metric} of a year`, () => ({ metric, from: days(365), to: days(0) })],
    ]),
  ),
  'POST /v1/goods/list': { new: () => ({}), clicks: () => ({ sort: 'clicks' }) },
  'POST /v1/showcase/list': { new: () => ({}), clicks: () => ({ sort: 'clicks' }) },
  'POST /v1/notify/list': { all: () => ({}), orders: () => ({ type: 'order' }) },
  'POST /v1/notify/check': { all: () => ({}), 'new orders': ({ order }) => ({ ordersAfter: order }) },
  'GET /v1/order-comment': {
    all: () => ({}),
    'of an article': () => ({ goodsId }),
    'with one star': () => ({ rating: 1 }),
    'of an article, with one star': () => ({ goodsId, rating: 1 }),
    'of an order': ({ order }) => ({ orderId: order }),
  },
  [flow]: {
    all: () => ({}),
    'of an order': ({ orderNo }) => ({ refNo: orderNo }),
    'of a withdrawal': ({ withdrawalNo }) => ({ refNo: withdrawalNo }),
    'that came in': () => ({ direction: 'in' }),
  },
  'POST /v1/ad/list': { offers: () => ({}), bought: () => ({ scope: 'mine' }) },
  'POST /v1/order/logistics': { order: ({ order }) => ({ orderId: order }) },
  'POST /v1/order/after-sale/info': { order: ({ order }) => ({ orderId: order }) },
  'POST /v1/home/qa_detail': {},
  'POST /v1/operation': { unknown: () => ({ key: '3f0c8a52-7f0e-4a59-9a59-6f2f8a3b7c11' }) },
  'POST /v1/quote': { order: ({ payable }) => ({ kind: 'order', orderIds: [payable] }) },
  'GET /v1/order/pay/amount': { order: ({ payable }) => ({ orderIds: payable }) },
};

const answers: number[] = [
  codes.ok,
  codes.languageNotConfigured,
  codes.logisticsNotConfigured,
  codes.invalidOperation,
];

const asked = callNames.flatMap((name) => {
  const { effect, auth } = specOf(name);
  if (effect !== 'read' || auth !== 'user') return [];
  return Object.entries(inputs[name] ?? { '': () => ({}) }).map(
    ([what, input]): [title: string, name: string, input: InputOf] => [`${name} ${what}`.trim(), name, input],
  );
});

// A search reads up to a thousand orders, wherever they lie, and at most twice: by an index, and the newest.
const searched = 2_200;
const isSearch = (title: string) =>
  /order\/list (by (?!date|its)|of a (year|week)|that had|with an open)/.test(title);

const largeTables =
  /(from|join) "?(orders|order_items|order_events|checkpoints|transactions|notices|comments|shop_\w+|deposit_claims|after_sale_cases|holds|recharges|withdrawals|restrictions|credit_log|invitations|showcase|deposit_returns)"? /;
/** One case is read by its own id, with the few rows that belong to it. */
const byItsId = 'POST /v1/order/after-sale/info';

describe(`reads of ${large.orders} orders and ${large.clicks} clicks`, () => {
  const costOf = async (which: 'few' | 'many', name: string, input: InputOf) => {
    let rows = 0;
    const sent: Statement[] = await readsOf(async () => {
      const { code, text, data } = await server.call<{ list?: unknown[] } | null>(
        name,
        input(subjects[which]),
        {
          token: merchants[which].token,
        },
      );
      expect(answers, text).toContain(code);
      rows = data?.list?.length ?? 0;
    });
    const plans = await plansOf(server.database.url, sent);
    const shopless = sent
      .map(({ text }) => text)
      .filter(
        (text) =>
          largeTables.test(text) &&
          !/"?(shop_id|chain)"? /.test(
            text
              .split(/ where /)
              .slice(1)
              .join(),
          ),
      );
    return { shopless, rows, blocks: plans.reduce((sum, plan) => sum + blocksRead(plan), 0) };
  };

  it.each(asked)(
    'cost what those of a small shop cost, and name the shop: %s',
    async (title, name, input) => {
      const [few, many] = [await costOf('few', name, input), await costOf('many', name, input)];
      if (name === flow) expect([few.rows, many.rows]).not.toContain(0);
      // An engine that shards by shop would have to ask all of its nodes.
      if (name !== byItsId) expect(many.shopless).toEqual([]);
      process.stdout.write(`${title}: ${few.blocks} blocks, ${many.blocks} of the large shop.\n`);
      // A page of the small shop may have fewer rows: then a full page of the large one is compared with a full one.
      const whole = many.rows > few.rows ? await costOf('few', name, () => ({})) : few;
      const base = Math.max(few.blocks, whole.blocks);
      // A row costs blocks in every shop. Where the small one has no full page, as of comments, pages of the same length
      // are compared.
      const limit = Math.max(few.rows, whole.rows);
      const page = many.rows > limit ? await costOf('many', name, (ids) => ({ ...input(ids), limit })) : many;
      expect(page.rows).toBeLessThanOrEqual(limit);
      const most = Math.max(2 * base, base + 64) + (isSearch(title) ? searched : 0);
      expect(page.blocks).toBeLessThanOrEqual(most);
    },
  );

  it('find the figures in order', async () => {
    const figures = (await audit(server.database.db)).findings.filter((finding) =>
      /^shop .* (counts|has figures)/.test(finding),
    );
    expect(figures).toEqual([]);
  }, 600_000);
});
