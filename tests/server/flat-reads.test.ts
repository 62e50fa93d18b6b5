import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName, Input } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { shopDeltas } from '../../src/server/schema.ts';
import { exportNames, exportsOf } from '../../src/server/shops/sessions/export-links.ts';
import { MAX_FOUND } from '../../src/server/trade/model/order-query.ts';
import { blocksRead, nodesOf, type Plan, plansOf, readsOf, rowsOf } from '../harness/query-plans.ts';
import { asked, byItsId, foundByNothing, type InputOf, isPaged, withCases } from './flat/asked.ts';
import {
  mostBeside,
  mostOf,
  openShops,
  type Shop,
  type Shops,
  shopless,
  sizes,
  TAIL,
  totalBlocks,
} from './flat/shops.ts';

interface Cost {
  blocks: number;
  /** Rows of the answer's list; null where it has none. */
  listed: number | null;
  /** Orders that were fetched from their table, those among them that did not fit. */
  candidates: number;
  shopless: string[];
}

const ordersFetched = (plan: Plan): number =>
  nodesOf(plan)
    .filter((node) => node['Relation Name'] === 'orders')
    .reduce((sum, node) => sum + rowsOf(node), 0);

let shops: Shops;

const costOf = async ({ merchant }: Shop, name: string, input: object): Promise<Cost> => {
  let listed: number | null = null;
  const sent = await readsOf(async () => {
    const options = { token: merchant.token };
    const { code, text, data } = await shops.server.call<{ list?: unknown[] } | null>(name, input, options);
    expect(code, text).toBe(codes.ok);
    listed = data?.list?.length ?? null;
  });
  const plans = await plansOf(shops.server.database.url, sent);
  return {
    blocks: totalBlocks(plans),
    listed,
    candidates: plans.reduce((sum, plan) => sum + ordersFetched(plan), 0),
    shopless: shopless(sent.map(({ text }) => text)),
  };
};

// By short pages: whether it finds their rows by their keys, or among all of a small shop, the planner chooses by the
// size of the table, and that is no growth.
const costOfShortPage = (name: CallName, input: InputOf) => {
  const page = isPaged(name) ? { limit: 5 } : {};
  return costOf(shops.small, name, { ...input(shops.small), ...page });
};
const besideTen = new Map<string, number>();

beforeAll(async () => {
  shops = await openShops();
  for (const [title, name, input] of asked) besideTen.set(title, (await costOfShortPage(name, input)).blocks);
  await shops.addOthers();
}, 1_800_000);
afterAll(() => shops.server.close());

describe('a read of a small shop', () => {
  it.each(asked)('costs beside many others what it costs beside ten: %s', async (title, name, input) => {
    const [ten = 0, many] = [besideTen.get(title), (await costOfShortPage(name, input)).blocks];
    process.stdout.write(`${title}: ${ten} blocks beside ten others, ${many} beside all.\n`);
    expect(many - ten).toBeLessThanOrEqual(mostBeside);
  });
});

describe(`a read of ${sizes.large.orders} orders and ${sizes.large.clicks} clicks`, () => {
  it.each(asked)(
    'costs what it costs in a small shop, and names the shop: %s',
    async (title, name, input) => {
      const { small: smallShop, large: largeShop } = shops;
      const small = await costOf(smallShop, name, input(smallShop));
      const large = await costOf(largeShop, name, input(largeShop));
      process.stdout.write(`${title}: ${small.blocks} blocks, ${large.blocks} of the large shop.\n`);
      if (title !== foundByNothing) expect([small.listed, large.listed]).not.toContain(0);
      // An engine that shards by shop would have to ask all of its nodes.
      if (name !== byItsId) expect(large.shopless).toEqual([]);
      // A page of the small shop may have fewer rows: then a full page of the large one is compared with a full one.
      const isShorter = (large.listed ?? 0) > (small.listed ?? 0);
      const whole = isShorter ? await costOf(smallShop, name, {}) : small;
      // A row costs blocks in every shop. Where the small one has no full page, as of comments, pages of the same length
      // are compared.
      const limit = Math.max(small.listed ?? 0, whole.listed ?? 0);
      const isLonger = (large.listed ?? 0) > limit;
      const page = isLonger ? await costOf(largeShop, name, { ...input(largeShop), limit }) : large;
      expect(page.listed ?? 0).toBeLessThanOrEqual(limit);
      // A search looks twice at most: at what an index finds, and at the newest. A list of some days by date of action or
      // release looks at those that have one besides. All else is counted by one look.
      const { keyword, sort, from } = input(largeShop) as Input<'POST /v1/order/list'>;
      const isSearch = keyword !== undefined;
      const looks = isSearch || (sort !== undefined && from !== undefined) ? 2 : 1;
      expect(page.candidates).toBeLessThanOrEqual(looks * (MAX_FOUND + 1) + 100);
      // Each of them may lie in another block.
      const scattered = isSearch || withCases.has(title) ? page.candidates : 0;
      expect(page.blocks).toBeLessThanOrEqual(mostOf(Math.max(small.blocks, whole.blocks)) + scattered);
    },
  );

  it('adds up the changes that are not folded yet, and leaves them', async () => {
    const { db } = shops.server.database;
    const ids = [shops.small, shops.large].map(({ merchant }) => merchant.shopId);
    const tails = await db
      .select({ shopId: shopDeltas.shopId, changes: sql<number>`count(*)::int` })
      .from(shopDeltas)
      .where(inArray(shopDeltas.shopId, ids))
      .groupBy(shopDeltas.shopId);
    expect(tails.map(({ changes }) => changes)).toEqual([TAIL, TAIL]);
  });

  it('finds the figures in order', async () => {
    const figures = (await audit(shops.server.database.db)).findings.filter((finding) =>
      /^shop .* (counts|has figures)/.test(finding),
    );
    expect(figures).toEqual([]);
  }, 600_000);
});

type FileName = keyof typeof exportNames;

describe('a file', () => {
  const read = async ({ merchant }: Shop, name: FileName) => {
    const links = await exportsOf(shops.server.deps, merchant.shopId);
    let text = '';
    const sent = await readsOf(async () => {
      text = await (await shops.server.app.request(links[name])).text();
    });
    const plans = await plansOf(shops.server.database.url, sent);
    const pages = new Map<string, number[]>();
    for (const [at, plan] of plans.entries()) {
      const statement = sent[at]?.text ?? '';
      pages.set(statement, [...(pages.get(statement) ?? []), blocksRead(plan)]);
    }
    return { text, plans, keys: sent.map(({ values }) => values.length), pages: [...pages.values()] };
  };
  // What a lookup by a key reads: three levels of its index, and the row.
  const blocksOfRow = 4;
  const lines = (text: string) => text.split('\r\n').length - 2;
  const rowsIn: Record<FileName, (text: string) => number> = {
    wallet: lines,
    orders: lines,
    statements: (text) => text.split('\r\n---\r\n').length,
  };
  // What is filled in, one order that is placed, and one recharge.
  const rowsOfShop = ({ orders, each }: { orders: number; each: number }): Record<FileName, number> => ({
    wallet: each + 1,
    orders: orders + 1,
    statements: each,
  });

  it.each(Object.keys(exportNames) as FileName[])(
    'costs at most twice as much a row in a large shop as in a small one, on every page: %s',
    async (name) => {
      const [small, large] = [await read(shops.small, name), await read(shops.large, name)];
      const rows = [small, large].map(({ text }) => rowsIn[name](text));
      expect(rows).toEqual([rowsOfShop(sizes.small)[name], rowsOfShop(sizes.large)[name]]);
      const costs = [small, large].map(({ plans }, at) => totalBlocks(plans) / (rows[at] ?? 0));
      const [smallCost = 0, largeCost = 0] = costs;
      process.stdout.write(`${name}: ${smallCost} blocks a row, ${largeCost} of the large shop.\n`);
      expect(largeCost).toBeLessThanOrEqual(2 * smallCost);
      // A small file costs more by itself than by its rows, so every statement of the large one is compared, too: a later
      // page with the first of its kind, and what it costs beyond its rows with the costliest of the small file.
      for (const [first = 0, ...later] of large.pages)
        expect(Math.max(0, ...later)).toBeLessThanOrEqual(mostOf(first));
      const mostBeyond = mostOf(Math.max(...small.plans.map(blocksRead)));
      for (const [at, plan] of large.plans.entries()) {
        // Where it looks up the keys of a page, a key that is not there costs as much.
        const lookups = Math.max(plan['Actual Rows'], large.keys[at] ?? 0);
        expect(blocksRead(plan)).toBeLessThanOrEqual(mostBeyond + blocksOfRow * lookups);
      }
    },
    600_000,
  );
});
