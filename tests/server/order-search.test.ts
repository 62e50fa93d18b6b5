import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Input, Output } from '../../src/contract/calls.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { orders } from '../../src/server/schema/orders.ts';
import { buyerWords } from '../../src/server/trade/model/buyer-words.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { fillShops } from '../harness/busy-shop.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { addListed, apply, place } from '../harness/market.ts';
import { plansOf, readsOf } from '../harness/query-plans.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type List = Output<'POST /v1/order/list'>;

const asAdmin = async (statement: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
};

const withLocale = async (locale: string): Promise<TestDatabase> => {
  const name = `souk_locale_${process.pid}_${locale.replace(/\W/g, '').toLowerCase()}`;
  await asAdmin(
    `create database ${name} template template0 encoding 'UTF8' lc_collate '${locale}' lc_ctype '${locale}'`,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const opened = await openPostgres({ url: url.href, log: silentLog });
  const close = async () => {
    await opened.close();
    await asAdmin(`drop database ${name} with (force)`);
  };
  return { ...opened, close, url: url.href };
};

const databases: [where: string, open: () => Promise<TestDatabase>][] = [
  ['PostgreSQL with locale C', () => withLocale('C')],
  ['PostgreSQL with locale C.UTF-8', () => withLocale('C.UTF-8')],
  ['the embedded database', () => openTestDatabase('pglite')],
];

const goods = {
  chinese: '红色陶瓷水杯',
  arabic: 'مصباح خشب الزيتون',
  thai: 'แก้วน้ำเซรามิก',
  latin: 'Brass tray 100% Größe_M',
};
type Good = keyof typeof goods;

describe.each(databases)('a search of orders on %s', (_, open) => {
  let server: TestServer;
  let user: TestUser;
  const made = {} as Record<Good, OrderRow>;
  const ask = async (input: Input<'POST /v1/order/list'>) =>
    (await server.call('POST /v1/order/list', input, { token: await server.signIn(user) })).data;
  const found = async (keyword: string) => {
    const { list, counts, atLeast } = await ask({ keyword });
    expect(counts.all).toBe(list.length);
    expect(atLeast).toBe(false);
    return Object.entries(made).flatMap(([name, { id }]) =>
      list.some((order) => order.id === id) ? [name] : [],
    );
  };

  beforeAll(async () => {
    const database = await open();
    server = await startTestServer('postgres', { database });
    user = await server.addUser();
    for (const name of Object.keys(goods) as Good[]) {
      made[name] = await place(server, user, (await addListed(server, user, { name: goods[name] })).id);
      server.clock.advance(minute);
    }
  });
  afterAll(async () => {
    await server.close();
    await server.database.close();
  });

  it.each<[keyword: string, found: Good[]]>([
    ['水杯', ['chinese']],
    ['陶瓷水', ['chinese']],
    ['红色陶瓷水杯', ['chinese']],
    ['杯', ['chinese']],
    ['杯水', []],
    ['الزيتون', ['arabic']],
    ['خشب', ['arabic']],
    ['زي', ['arabic']],
    ['น้ำ', ['thai']],
    ['เซรามิก', ['thai']],
    ['แก้', ['thai']],
    ['TRAY', ['latin']],
    ['ra', ['latin']],
    ['größe', ['latin']],
    ['100%', ['latin']],
    ['e_m', ['latin']],
    ['e%m', []],
    ['brass 100%', ['latin']],
    ['مصباح الزيتون', ['arabic']],
    ['100% brass', []],
    ['brass kettle', []],
    ['sk-2025', ['chinese', 'arabic', 'thai', 'latin']],
    ['sk-2024', []],
  ])('finds by %s: %s', async (keyword, names) => {
    expect(await found(keyword)).toEqual(names);
  });

  it('finds one order by its whole number and by the end of it', async () => {
    expect(await found(made.thai.no)).toEqual(['thai']);
    expect(await found(made.thai.no.slice(-6))).toEqual(['thai']);
  });

  it('finds nothing of another shop', async () => {
    const other = await server.addUser();
    const { data } = await server.call('POST /v1/order/list', { keyword: '水杯' }, { token: other.token });
    expect(data.list).toEqual([]);
  });
});

describe('a search for a buyer and a parcel', () => {
  const server = useServer('postgres');
  let user: TestUser;
  let goodsId: string;
  const call = <Data = List>(name: string, input: object, as = user) =>
    server.call<Data>(name, input, { token: as.token });
  const found = async (keyword: string) => (await call('POST /v1/order/list', { keyword })).data.list;
  const order = (buyer: string, destination?: string) =>
    server.decide('place-order', {
      shop: user.shopId,
      goods: goodsId,
      payment: `pay-000${Buffer.byteLength(buyer)}`,
      amount: '20.00',
      buyer,
      ...(destination && { destination }),
    });

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 1_000_000_000n);
    goodsId = (await addListed(server, user)).id;
    await order('Mara Lindqvist', 'Berlin');
    await order('José Ángel Peña', 'FRLIO');
    await order('李小龙');
  });

  it.each([
    ['Lindqvist', 'M. L., Berlin'],
    ['mara lindqvist', 'M. L., Berlin'],
    ['Lindqvist Mara', 'M. L., Berlin'],
    ['M. L.', 'M. L., Berlin'],
    ['berlin', 'M. L., Berlin'],
    ['pena', 'J. P., Lyon'],
    ['ليون', 'J. P., Lyon'],
    ['李小龙', '李.'],
  ])('finds by %s the order of %s', async (keyword, shown) => {
    expect((await found(keyword)).map(({ buyerMasked }) => buyerMasked)).toEqual([shown]);
  });

  it.each(['Lindq', 'indqvist', 'Mar', 'Mara Lind', 'Mara Peña', '李小'])(
    'gives nothing more of a name letter by letter: %s',
    async (keyword) => expect(await found(keyword)).toEqual([]),
  );

  it('keeps no name, and other words in each shop', async () => {
    const dump = JSON.stringify(
      await server.database.db.execute(sql`select o.*, d.input from orders o, decision_log d`),
    );
    expect(dump).not.toMatch(/lindqvist|mara|peña|小龙/i);
    const [one, other] = await Promise.all(
      ['shp_1', 'shp_2'].map((id) => buyerWords(server.deps, id, 'Mara')),
    );
    expect(one).not.toEqual(other);
  });

  it('finds by any part of a tracking number, and notes are of their shop', async () => {
    const [row] = await found('Lindqvist');
    const no = 'MP1000517';
    await apply(server, { orderId: row?.id ?? '', event: 'pay', party: 'merchant' });
    await server.decide('carrier-publish', { name: 'Meridian Post' });
    await server.decide('ship', { order: row?.id ?? '', carrier: 'Meridian Post', tracking: no });
    expect((await found('0517')).map(({ id, trackingNo }) => [id, trackingNo])).toEqual([[row?.id, no]]);
    const note = { id: row?.id, note: 'Call before noon' };
    expect((await call('POST /v1/order/note', note, await server.addUser())).code).toBe(404);
    expect((await call('POST /v1/order/note', note)).data).toEqual({ note: note.note });
    expect((await found(no))[0]?.note).toBe(note.note);
    expect((await call('POST /v1/order/note', { id: row?.id })).data).toEqual({ note: null });
  });
});

describe('a search of more than a thousand orders', () => {
  let server: TestServer;
  let user: TestUser;
  const total = 1_500;
  const ask = async (input: Input<'POST /v1/order/list'>) =>
    (await server.call('POST /v1/order/list', input, { token: user.token })).data;

  beforeAll(async () => {
    server = await startTestServer('postgres');
    user = await server.addUser();
    const { id: goodsId } = await addListed(server, user);
    await fillShops(server.database.db, [user.shopId], {
      orders: total,
      clicks: 1,
      goodsId,
      until: server.clock.now(),
    });
  });
  afterAll(() => server.close());

  it.each<Input<'POST /v1/order/list'>>([
    { keyword: 'lamp' },
    { keyword: '水杯' },
    { keyword: 'la' },
    { keyword: 'sk-20' },
    { from: '2024-01-01' },
  ])('stops at a thousand and says so: %j', async (input) => {
    const { counts, atLeast, list } = await ask(input);
    expect(atLeast).toBe(true);
    expect(counts.all).toBe(1_000);
    const newest = (await ask({})).list.map(({ id }) => id);
    if (input.keyword !== 'sk-20') expect(list.map(({ id }) => id)).toEqual(newest);
    // One more than it finds, which says that there are more.
    const plans = await plansOf(server.database.url, await readsOf(() => ask(input)));
    expect(Math.max(...plans.map((plan) => plan['Actual Rows']))).toBe(1_001);
  });

  it('shows every order of a span of days, page by page, by either order', async () => {
    for (const sort of ['newest', 'actBy', 'releaseAt'] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: List = await ask({ from: '2024-01-01', sort, limit: 50, ...(cursor ? { cursor } : {}) });
        seen.push(...page.list.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(new Set(seen).size).toBe(total);
      expect(seen).toHaveLength(total);
    }
  });

  it('finds all orders with a word that fewer have, whatever their age', async () => {
    const { counts, atLeast, list } = await ask({ keyword: 'rare' });
    expect([counts.all, list.length, atLeast]).toEqual([3, 3, false]);
  });

  it('shows what it has found page by page, by date of action and in one status', async () => {
    const all = { keyword: 'lamp', sort: 'actBy', limit: 50 } as const;
    const first = await ask(all);
    const second = await ask({ ...all, cursor: first.nextCursor ?? '' });
    const ids = [...first.list, ...second.list].map(({ id }) => id);
    expect(new Set(ids).size).toBe(100);
    expect(ids).toEqual(
      (await ask({ sort: 'actBy', limit: 50 })).list.map(({ id }) => id).concat(ids.slice(50)),
    );
    const { list } = await ask({ ...all, status: 'shipped' });
    expect(list.map(({ status }) => status)).toEqual(list.map(() => 'shipped'));
    expect(list.length).toBeGreaterThan(0);
  });

  it('shows and counts every order that waits for the merchant, also those older than the newest thousand', async () => {
    const old = sql`(select id from orders where shop_id = ${user.shopId} order by created_at limit 60)`;
    await server.deps.db.execute(sql`update orders set status = 'pending_payment' where id in ${old}`);
    const waiting = await server.deps.db.$count(orders, eq(orders.status, 'pending_payment'));
    for (const sort of ['newest', 'actBy', 'releaseAt'] as const) {
      const filter = { keyword: 'lamp', next: 'merchant', sort, limit: 50 } as const;
      const first: List = await ask(filter);
      const second: List = await ask({ ...filter, cursor: first.nextCursor ?? '' });
      expect(first.counts.merchant).toBe(waiting);
      expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(waiting);
      expect(second.nextCursor).toBeNull();
    }
    const { data } = await server.call<{ fileUrl: string }>(
      'POST /v1/order/export',
      { keyword: 'lamp', next: 'merchant' },
      { token: user.token },
    );
    const file = await (await server.app.request(data.fileUrl)).text();
    expect(file.trimEnd().split('\r\n')).toHaveLength(1 + waiting);
  });
});
