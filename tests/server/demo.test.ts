import { asc, eq, like, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { isTronAddress } from '../../src/contract/address.ts';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { orderStatuses } from '../../src/contract/status.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { createDemoHost } from '../../src/server/demo/demo-host.ts';
import { marketRound, openMarket, startMarket } from '../../src/server/demo/market.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { after, day, hour, minute, second } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { readPicture } from '../../src/server/platform/files/pictures.ts';
import type { Message } from '../../src/server/platform/messenger.ts';
import { shops } from '../../src/server/schema/shops.ts';
import { afterSaleCases, orders, transactions } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { addGoods, addListed } from '../harness/market.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { startTestServer } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const demo = { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1' }), passwordCost: 16 };

describe('the demo without its flag', () => {
  it('opens neither a shop nor a market', async () => {
    const server = await startTestServer('postgres');
    await expect(seedDemo(server.deps)).rejects.toThrow(/SOUK_DEMO=1/);
    expect(() => startMarket(server.deps)).toThrow(/SOUK_DEMO=1/);
    await expect(marketRound(server.deps, openMarket(server.deps))).rejects.toThrow(/SOUK_DEMO=1/);
    expect(await server.deps.db.select().from(shops)).toEqual([]);
    await server.close();
  });

  it.each([
    [{ NODE_ENV: 'production', DATABASE_URL: 'postgres://db/souk' }, false],
    [{ DATABASE_URL: 'postgres://a:b@localhost/souk' }, false],
    [{ NODE_ENV: 'production', SOUK_DEMO: '1' }, true],
    [{}, true],
  ])('the demo is on or off by the environment %o: %s', (env, on) => {
    expect(readConfig(env).demo).toBe(on);
  });

  it('the demo leaves a database that holds a shop as it is', async () => {
    const server = await startTestServer('postgres', { config: demo });
    const user = await server.addUser();
    expect(await seedDemo(server.deps)).toBe(false);
    await addListed(server, user);
    const market = openMarket(server.deps);
    for (let round = 0; round < 60; round++) {
      server.clock.advance(minute);
      await marketRound(server.deps, market);
    }
    expect(await server.deps.db.select().from(orders)).toEqual([]);
    await server.close();
  });
});

describe('the demo shop', () => {
  const server = useServer('postgres', { config: demo });
  let token: string;
  const call = async <T>(name: string, input: object = {}) =>
    (await server.call<T>(name, input, { token })).data;
  const counts = async () => (await call<Output<'POST /v1/order/list'>>('POST /v1/order/list')).counts;

  beforeAll(async () => {
    expect(await seedDemo(server.deps)).toBe(true);
    const login = { username: 'amina', password: 'souk-demo-1' };
    token = (await server.call<{ token: string }>('POST /login', login)).data.token;
  });

  it('has a month behind it, with orders that wait for its merchant', async () => {
    const found = await counts();
    expect(found.pending_payment).toBe(3);
    expect(found.completed).toBeGreaterThan(3);
    expect(found.refunded).toBeGreaterThan(0);
    expect(found.cancelled).toBeGreaterThan(0);
    expect(orderStatuses.filter((status) => found[status] > 0).length).toBeGreaterThan(6);
    const { list } = await call<Output<'POST /v1/order/list'>>('POST /v1/order/list', {
      status: 'pending_payment',
    });
    expect(new Set(list.map((order) => order.funding))).toEqual(new Set(['escrow', 'wallet']));
  });

  it('has seen a case, an order that lapsed, a recharge and a withdrawal', async () => {
    const { db } = server.deps;
    const [closed, open, ...others] = await db.select().from(afterSaleCases).orderBy(afterSaleCases.openedAt);
    expect([closed?.state, closed?.outcome]).toEqual(['closed', 'partly_refunded']);
    expect([open?.state, others]).toEqual(['merchant_due', []]);
    const [complained] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, closed?.orderId ?? ''));
    expect(['waiting_for_withdrawal', 'completed']).toContain(complained?.status);
    expect(complained?.refunded).toBeGreaterThan(0n);
    const lapsed = await db.select().from(orders).where(eq(orders.endReason, 'pay_by_passed'));
    expect(lapsed.map(({ status }) => status)).toContain('cancelled');
    const flow = await call<Output<'POST /v1/user/wallet_flow'>>('POST /v1/user/wallet_flow', {
      kinds: ['recharge', 'withdraw'],
      account: 'available',
      limit: 50,
    });
    const rows = flow.list.map(({ kind, direction, amount, status }) => [kind, direction, amount, status]);
    expect(rows).toEqual([
      ['withdraw', 'out', '20.00', 'completed'],
      ['recharge', 'in', '49.00', 'completed'],
      ['recharge', 'in', '600.00', 'completed'],
    ]);
    const { list: accounts } = await call<Output<'POST /v1/user/bank/list'>>('POST /v1/user/bank/list');
    expect(accounts).toMatchObject([{ accountName: 'Amina Demo', nameDiffers: false, inUse: false }]);
  });

  it('asks for no real money: its one channel has an address that is none, and says so', async () => {
    const channels = await call<Output<'GET /v1/pay/channel'>>('GET /v1/pay/channel', {});
    expect(channels).toMatchObject({ unavailable: null, operator: { licence: 'DEMO' } });
    expect(channels.list).toHaveLength(1);
    const [channel] = channels.list;
    expect(channel).toMatchObject({ doNotSend: true, qr: null, name: expect.stringMatching(/^DEMO/) });
    expect(isTronAddress(channel?.address ?? '')).toBe(false);
    expect(channel?.address).toMatch(/^T.{33}$/);
  });

  it('has all its money by postings: the books are in order, and the opening balance is an operator’s decision', async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    const recharges = await server.deps.db
      .select()
      .from(transactions)
      .where(eq(transactions.kind, 'recharge'));
    expect(recharges.map((row) => row.actor)).toEqual(['operator:demo', 'operator:demo']);
    // Every row that says an order was paid has a posting of that order behind it.
    const [odd] = await queryRows<{ count: string }>(
      server.deps.db,
      sql`select count(*)::text as count from order_events e left join transactions t on t.ref = e.order_id and t.kind = 'order_pay'
          where e.event = 'pay' and t.seq is null`,
    );
    expect(odd?.count).toBe('0');
    const future = await queryRows<{ count: string }>(
      server.deps.db,
      sql`select count(*)::text as count from transactions where at > ${server.clock.now().toISOString()}::timestamptz`,
    );
    expect(future[0]?.count).toBe('0');
  });

  it('has a helper, who sees the same shop without the support that its merchant gets', async () => {
    const login = { username: 'yusuf', password: 'souk-demo-2' };
    const helper = (await server.call<{ token: string }>('POST /login', login)).data.token;
    const of = async (as: string) => (await server.call('GET /v1/me', {}, { token: as })).data;
    const [owner, helperMe] = [await of(token), await of(helper)];
    expect(helperMe.shopId).toBe(owner.shopId);
    expect(owner.permissions).toEqual(['product_support']);
    expect(helperMe.permissions).toEqual([]);
    expect([owner.payPasswordSet, helperMe.payPasswordSet]).toEqual([true, false]);
  });

  it('has something to do of every kind that takes nothing away from who tries it', async () => {
    const { acts } = await call<Output<'POST /v1/today'>>('POST /v1/today');
    expect(acts.map(({ kind }) => kind)).toEqual(['pay', 'case', 'delisted', 'stock', 'reviews']);
  });

  it('has a notice of all of it, and its merchant has read what came until yesterday', async () => {
    const { unread } = await call<Output<'POST /v1/notify/check'>>('POST /v1/notify/check');
    expect(unread).toBeGreaterThan(0);
    const { list } = await call<Output<'POST /v1/notify/list'>>('POST /v1/notify/list', { limit: 50 });
    const yesterday = new Date(server.clock.now().getTime() - 24 * hour).toISOString();
    for (const { createdAt, readAt } of list) expect(readAt !== null || createdAt >= yesterday).toBe(true);
    expect(list.length).toBeGreaterThan(unread);
  });

  it('shows pictures that are there', async () => {
    const { list, total } = await call<Output<'POST /v1/goods/list'>>('POST /v1/goods/list', { limit: 50 });
    expect(total).toBeGreaterThanOrEqual(30);
    for (const { images } of list) {
      const file = await readPicture(server.deps.db, (images[0] ?? '').replace('/files/', ''));
      expect(file?.type).toBe('image/svg+xml');
      expect(await new Response(file?.body).text()).toMatch(/^<svg [^>]*>.*<\/svg>$/s);
    }
  });

  it('has promotions on offer, and a row in which only what was paid for is an advertisement', async () => {
    const offers = (await call<Output<'POST /v1/ad/list'>>('POST /v1/ad/list')).list;
    expect(new Set(offers.map(({ unit }) => unit))).toEqual(new Set(['display', 'click']));
    const slides = (await call<Output<'POST /v1/swipeAd/list'>>('POST /v1/swipeAd/list')).list;
    expect(slides.map(({ isAd, advertiser }) => [isAd, advertiser])).toEqual([
      [false, null],
      [false, null],
      [true, 'Overland Audio (DEMO)'],
    ]);
    for (const { imageUrl } of slides)
      expect(await readPicture(server.deps.db, imageUrl.replace('/files/', ''))).toMatchObject({
        type: 'image/svg+xml',
      });
  });

  it('has the pages of an operator: its terms, and the shop as buyers see it, in the reader’s language', async () => {
    const { shareUrl } = await call<Output<'POST /v1/store/info'>>('POST /v1/store/info');
    const pages = createDemoHost(server.deps);
    const read = async (path: string, lang: string) =>
      (await pages.request(path, { headers: { 'accept-language': lang } })).text();
    expect(await read(shareUrl, 'en')).toMatch(/<h1>Olive &amp; Oak Home<\/h1>.*<img src="\/files\/.*<b>/s);
    expect(await read(server.deps.config.signIn.terms.link, 'es')).toContain('<html lang="es"');
    expect((await pages.request('/demo/shop/none')).status).toBe(404);
  });

  it('is opened once: a second start finds it', async () => {
    expect(await seedDemo(server.deps)).toBe(false);
  });

  it('gets clicks and an order of goods listed just now, and the parcel moves', async () => {
    const row = await addGoods(server, { price: 20_000_000n });
    const market = openMarket(server.deps);
    const sellingPrice = '20.00';
    await server.call('POST /v1/showcase/add', { items: [{ goodsId: row.id, sellingPrice }] }, { token });
    const mine = async () =>
      (
        await server.deps.db
          .select()
          .from(orders)
          .where(like(orders.search, `%${row.id}%`))
          .orderBy(asc(orders.createdAt))
      )[0];
    for (let round = 0; round < 40; round++) {
      server.clock.advance(second);
      await marketRound(server.deps, market);
    }
    const order = await mine();
    expect(order?.status).toBe('pending_payment');
    const { list } = await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list');
    expect(list.find((item) => item.goodsId === row.id)?.clicks).toBeGreaterThan(0);
    // The merchant's own date is never shortened.
    expect((order?.dueAt?.getTime() ?? 0) - (order?.createdAt.getTime() ?? 0)).toBe(48 * hour);

    const payment = { orderIds: [order?.id], payPassword: '135790' };
    const paid = await server.call('POST /v1/order/pay', payment, { token });
    expect(paid.code).toBe(codes.ok);
    const seen = new Set<string>();
    for (let round = 0; round < 500 && !seen.has('waiting_for_withdrawal'); round++) {
      server.clock.advance(2 * second);
      await runDue(server.deps);
      await marketRound(server.deps, market);
      seen.add((await mine())?.status ?? '');
    }
    expect([...seen]).toEqual([
      'to_be_shipped',
      'shipped',
      'to_be_accepted',
      'accepted',
      'pending_settlement',
      'waiting_for_withdrawal',
    ]);
    expect((await audit(server.deps.db)).findings).toEqual([]);
  }, 300_000);
});

describe('the demo shop without visitors', () => {
  it('gets buyers for its first 90 days, none after them, and buyers again once its merchant signs in', async () => {
    const server = await startTestServer('postgres', { config: demo });
    const { db } = server.deps;
    await seedDemo(server.deps);
    const market = openMarket(server.deps);
    const placedWithin = async (hours: number) => {
      const before = await db.$count(orders);
      for (let passed = 0; passed < hours; passed++) {
        server.clock.advance(hour);
        await runDue(server.deps);
        await marketRound(server.deps, market);
      }
      return (await db.$count(orders)) - before;
    };
    const [shop] = await db.select().from(shops);
    expect(await placedWithin(72)).toBeGreaterThan(0);
    server.clock.set(after(shop?.createdAt ?? new Date(), 90 * day));
    await placedWithin(1);
    expect(await placedWithin(72)).toBe(0);
    await server.call('POST /login', { username: 'amina', password: 'souk-demo-1' });
    expect(await placedWithin(72)).toBeGreaterThan(0);
    await server.close();
  });
});

describe('the page that plays a host', () => {
  const server = useServer('postgres');
  const expire = async (token?: string): Promise<number> => {
    const headers: Record<string, string> = token ? { authorization: token } : {};
    const answer = await createDemoHost(server.deps).request('/host/expire', { method: 'POST', headers });
    return ((await answer.json()) as { code: number }).code;
  };
  const me = async (token: string) => (await server.call('GET /v1/me', {}, { token })).code;

  it('lets a token run out, so that the next call is refused with 408', async () => {
    const { token } = await server.addUser();
    expect(await me(token)).toBe(codes.ok);
    expect(await expire(token)).toBe(codes.ok);
    expect(await me(token)).toBe(codes.tokenExpired);
  });

  it('shows the codes that were sent, newest first, and nothing else of them', async () => {
    const { username } = await server.addUser();
    const message: Omit<Message, 'code'> = {
      kind: 'verify_code',
      purpose: 'sign_in',
      username,
      userId: 'usr_1',
      phone: '+000',
      lang: 'en',
      expiresAt: '2025-03-03T09:10:00.000Z',
    };
    for (const code of ['111111', '222222']) server.deps.messenger.send({ ...message, code });
    const answer = await createDemoHost(server.deps).request('/host/codes');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const shown = { username, expiresAt: message.expiresAt };
    expect(await answer.json()).toEqual([
      { ...shown, code: '222222' },
      { ...shown, code: '111111' },
    ]);
  });

  it('ends only the session of the given token', async () => {
    const mine = await server.addUser();
    const other = await server.addUser();
    await expire(mine.token);
    expect(await me(other.token)).toBe(codes.ok);
    expect(await expire()).toBe(codes.tokenExpired);
    expect(await expire('made-up')).toBe(codes.tokenExpired);
    expect(await expire(mine.token)).toBe(codes.tokenExpired);
    expect(await me(other.token)).toBe(codes.ok);
  });
});

describe('a start', () => {
  let built: BuiltServer;
  const server = useServer('postgres');
  beforeAll(async () => {
    built = await buildServer();
  });

  /** Starts a server on the database, and stops it once it is ready; returns its exit code and what it says. */
  const startOnce = async (SOUK_DEMO: '0' | '1') => {
    const { ready, child, ended, output } = built.run('main', {
      DATABASE_URL: server.database.url,
      SOUK_DEMO,
    });
    ready.then(() => child.kill('SIGTERM')).catch(() => {});
    return { code: await ended, says: output() };
  };

  it('takes an empty database for a real one, and a real one for no demo, in which it writes nothing', async () => {
    expect((await startOnce('0')).code).toBe(0);
    await server.addUser();
    expect((await startOnce('0')).code).toBe(0);
    const { code, says } = await startOnce('1');
    expect(code).toBe(2);
    expect(says).not.toContain('"event":"anchor"');
    expect(says).toContain(
      'Souk cannot start: the database holds real shops, and the demo would let their days pass in a minute. Set SOUK_DEMO=0, or ',
    );
  });

  it('takes the database of a demo for no real one, and goes on with the demo', async () => {
    await server.deps.db.update(shops).set({ demo: true });
    const { code, says } = await startOnce('0');
    expect(code).toBe(2);
    expect(says).toContain(
      'Souk cannot start: the database was opened as a demo: everyone knows its passwords, and its money was never paid. Set SOUK_DATA or DATABASE_URL to another database, or SOUK_DEMO=1 ',
    );
    expect((await startOnce('1')).code).toBe(0);
  });
});
