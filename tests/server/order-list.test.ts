import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Input, Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { orderStatuses } from '../../src/contract/status.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { orders } from '../../src/server/schema.ts';
import { exportsOf } from '../../src/server/shops/sessions/export-links.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { isEnded, netOf, netSql } from '../../src/server/trade/model/order-rules.ts';
import { fillShops } from '../harness/busy-shop.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { addListed, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer, useUnauditedServer } from '../harness/use-server.ts';

type List = Output<'POST /v1/order/list'>;

describe('the list of orders', () => {
  const server = useServer('postgres');
  let user: TestUser;
  const made: OrderRow[] = [];
  const ask = (input: Input<'POST /v1/order/list'> = {}, lang = 'en') =>
    server.call('POST /v1/order/list', input, {
      token: user.token,
      headers: { 'accept-language': lang },
    });
  const list = async (input: Input<'POST /v1/order/list'> = {}) => (await ask(input)).data;
  const ids = (data: List) => data.list.map((order) => order.id);

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 1_000_000_000n);
    const { id: goodsId } = await addListed(server, user);
    for (const status of [...orderStatuses, 'pending_payment', 'pending_payment'] as const) {
      made.push(
        await drive(server, await place(server, user, goodsId, { wallet: 'held_until_delivery' }), status),
      );
      server.clock.advance(minute);
    }
  });

  it('shows the newest first, page by page, no row twice and none left out', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List = await list({ limit: 5, ...(cursor ? { cursor } : {}) });
      seen.push(...ids(page));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(made.map((order) => order.id).reverse());
  });

  it('keeps its place when new orders come in at the top', async () => {
    const first = await list({ limit: 2 });
    const added = await place(server, user, (await addListed(server, user)).id);
    const second = await list({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(ids(second)).toEqual([made.at(-3)?.id, made.at(-4)?.id]);
    await drive(server, added, 'cancelled');
    made.push(added);
  });

  it('puts first what the merchant has to act on, by its date', async () => {
    const data = await list({ sort: 'actBy' });
    const dates = data.list.map((order) => order.actBy);
    expect(dates.slice(0, 3)).toEqual([...dates.slice(0, 3)].sort());
    expect(dates.slice(0, 3).every(Boolean)).toBe(true);
    expect(dates.slice(3).every((date) => date === null)).toBe(true);
    const rest = data.list.slice(3).map((order) => order.createdAt);
    expect(rest).toEqual([...rest].sort().reverse());
    const pages = [await list({ sort: 'actBy', limit: 4 })];
    pages.push(await list({ sort: 'actBy', limit: 50, cursor: pages[0]?.nextCursor ?? '' }));
    expect(pages.flatMap(ids)).toEqual(ids(data));
  });

  it('shows what waits for the merchant, counts it in every list, and says the time from which it waits', async () => {
    const waiting = await list({ next: 'merchant' });
    expect(waiting.list.map(({ status }) => status)).toEqual(Array(3).fill('pending_payment'));
    expect([waiting.counts.merchant, (await list({ status: 'shipped' })).counts.merchant]).toEqual([3, 3]);
    const searched = await list({ next: 'merchant', keyword: 'thing' });
    expect(ids(searched)).toEqual(ids(waiting));
    expect(searched.counts).toMatchObject({ all: 13, shipped: 1, merchant: 3 });
    const shipped = await list({ next: 'merchant', keyword: 'thing', status: 'shipped' });
    expect([waiting.totals.net, searched.totals.net, shipped.totals.net]).toEqual(['57.00', '57.00', '0.00']);
    expect(waiting.asOf).toBe(server.clock.now().toISOString());
  });

  it('counts every status, whichever is shown', async () => {
    const { counts, list: shown } = await list({ statuses: ['pending_payment', 'shipped'] });
    expect(counts).toMatchObject({ all: 13, pending_payment: 3, shipped: 1, cancelled: 2, completed: 1 });
    expect(shown).toHaveLength(4);
    expect((await list({ status: 'completed' })).list.map((order) => order.status)).toEqual(['completed']);
  });

  it('adds up what the shown orders bring', async () => {
    // Funded by the balance, each brings 20.00 − 1.00.
    expect((await list({ status: 'accepted' })).totals.net).toBe('19.00');
    expect((await list({ statuses: ['accepted', 'pending_payment'] })).totals.net).toBe('76.00');
    expect((await list({ status: 'refunded' })).totals.net).toBe('0.00');
  });

  it('adds up what a status has, with a keyword and without, and no mixture of statuses', async () => {
    const three = { amount: '60.00', cost: '36.00', profit: '21.00' };
    expect((await list({ status: 'pending_payment' })).sum).toEqual(three);
    expect((await list({ status: 'pending_payment', keyword: 'thing' })).sum).toEqual(three);
    expect((await list({ status: 'refunded' })).sum).toEqual({
      ...three,
      amount: '20.00',
      cost: '12.00',
      profit: '0.00',
    });
    expect((await list({ statuses: ['accepted', 'pending_payment'] })).sum).toBeNull();
  });

  it('puts first what is released first', async () => {
    const data = await list({ sort: 'releaseAt' });
    expect(data.list.map((order) => order.releaseAt !== null)).toEqual([true, ...Array(12).fill(false)]);
    const rest = data.list.slice(1).map((order) => order.createdAt);
    expect(rest).toEqual([...rest].sort().reverse());
  });

  it.each<[filter: object, count: number]>([
    [{}, 13],
    [{ statuses: ['shipped', 'pending_payment'] }, 4],
    [{ keyword: 'thing', status: 'cancelled' }, 2],
    [{ next: 'merchant' }, 3],
    [{ keyword: 'thing', next: 'merchant' }, 3],
    [{ from: '2025-03-04' }, 0],
  ])('saves the orders of a filter as a file: %j', async (filter, count) => {
    const found = await list({ ...filter, limit: 50 });
    const sent = await server.call<{ fileUrl: string }>(
      'POST /v1/order/export',
      { ...filter, columns: 'keys' },
      { token: user.token },
    );
    const answer = await server.app.request(sent.data.fileUrl);
    const [head, ...lines] = (await answer.text()).trimEnd().split('\r\n');
    expect(head).toContain('buyer,destination,carrier,tracking_no,note');
    expect(lines).toHaveLength(count);
    expect(lines.map((line) => line.split(',')[0]).reverse()).toEqual(found.list.map(({ no }) => no));
    const altered = sent.data.fileUrl.replace('filter=%7B', 'filter=%7B+');
    expect(await (await server.app.request(altered)).json()).toMatchObject({ code: codes.recordNotFound });
  });

  it('writes status and source of the cost in the words of the reader, and for programs as codes', async () => {
    const rowOf = async (columns: string) => {
      const { data } = await server.call<{ fileUrl: string }>(
        'POST /v1/order/export',
        { statuses: ['pending_payment'], columns },
        { token: user.token, headers: { 'accept-language': 'fr' } },
      );
      const answer = await server.app.request(data.fileUrl);
      expect(answer.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''Commandes\.csv$/);
      return (await answer.text()).split('\r\n')[1];
    };
    expect(await rowOf('labels')).toMatch(/,À payer,.*,Depuis votre solde,/);
    expect(await rowOf('keys')).toMatch(/,pending_payment,.*,wallet,/);
  });

  it('finds an order by number and by name; a percent sign is only itself', async () => {
    const [order] = made;
    expect(ids(await list({ keyword: order?.no.toLowerCase() }))).toEqual([order?.id]);
    expect((await list({ keyword: 'THING' })).list.length).toBe(13);
    expect((await list({ keyword: '%' })).list).toEqual([]);
    expect((await list({ keyword: 'thing', from: '2025-03-04' })).list).toEqual([]);
  });

  it('answers for one order by its id, and 404 for none', async () => {
    expect(ids(await list({ id: made[4]?.id }))).toEqual([made[4]?.id]);
    expect((await ask({ id: 'ord_none' })).code).toBe(codes.recordNotFound);
  });

  it('says what may be done now, and the dates that are real', async () => {
    const data = await list({ limit: 50 });
    for (const order of data.list) {
      const commentable = ['accepted', 'pending_settlement', 'waiting_for_withdrawal', 'completed'];
      const answers = order.status === 'pending_payment' ? ['pay', 'decline'] : [];
      expect(order.allowedActions).toEqual(commentable.includes(order.status) ? ['comment'] : answers);
      expect(Boolean(order.payBy)).toBe(order.status === 'pending_payment');
      expect(Boolean(order.refundAt)).toBe(['to_be_shipped', 'shipped'].includes(order.status));
      expect(Boolean(order.autoAcceptAt)).toBe(order.status === 'to_be_accepted');
      expect(Boolean(order.settleAt)).toBe(order.status === 'pending_settlement');
      expect(Boolean(order.releaseAt)).toBe(order.status === 'waiting_for_withdrawal');
      expect(order.timeline.at(-1)?.status).toBe(order.status);
    }
  });

  it('says why the balance pays, in the reader’s language', async () => {
    const reason = async (lang: string) =>
      (await ask({ limit: 1, status: 'shipped' }, lang)).data.list[0]?.fundingReason;
    expect(await reason('en')).toMatch(/from your balance/);
    expect(await reason('zh-CN')).toMatch(/余额/);
  });
});

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());

const figures = { id: 'ord_1', shopId: 'shp_1', amount: 97_000_003n, cost: 60_000_001n };

describe.each(orderStatuses)('the net proceeds of an order that is %s', (status) => {
  test.each([
    ['wallet', 0n, 0n],
    ['wallet', 4_850_000n, 7_000_000n],
    ['escrow', 4_850_000n, 0n],
    ['escrow', 0n, 97_000_003n],
  ] as const)(
    'are the same in SQL, paid from the %s, with a fee of %s and %s refunded',
    async (funding, fee, refunded) => {
      const order = { ...figures, status, funding, fee, refunded };
      const { amount, cost } = figures;
      const [row] = await queryRows<{ net: string }>(
        database.db,
        sql`select ${netSql}::text as net from (values (${status}, ${funding}, ${amount}::bigint, ${cost}::bigint,
        ${fee}::bigint, ${refunded}::bigint)) as orders (status, funding, amount, cost, fee, refunded)`,
      );
      expect(BigInt(row?.net ?? '')).toBe(isEnded(order) ? 0n : netOf(order));
    },
  );
});

// Two pages of 500, and one order more.
const total = 1_001;
const server = useUnauditedServer('postgres');
let user: TestUser;

beforeAll(async () => {
  user = await server.addUser();
  const { id: goodsId } = await addListed(server, user);
  const business = { orders: total, clicks: 1, goodsId, until: server.clock.now() };
  await fillShops(server.database.db, [user.shopId], business);
});

it('the file of all orders holds each of them once, the oldest first, page by page', async () => {
  const { db } = server.deps;
  const placed = await db.select({ no: orders.no }).from(orders).orderBy(orders.createdAt, orders.id);
  expect(placed).toHaveLength(total);
  const answer = await server.app.request((await exportsOf(server.deps, user.shopId)).orders);
  const [, ...lines] = (await answer.text()).trimEnd().split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(placed.map(({ no }) => no));
});
