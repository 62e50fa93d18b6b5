import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day } from '../../src/server/platform/clock.ts';
import { shops } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { splitBy } from '../../src/server/trade/model/order-earnings.ts';
import { kinds } from '../harness/database.ts';
import { addListed, apply, drive, place, placeAll } from '../harness/market.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Earnings = Output<'POST /v1/home/goods'>;

describe.each(kinds)('what the articles of a shop earned on %s', (kind) => {
  const server = useServer(kind, { start: '2025-03-31T20:00:00.000Z' });
  let user: TestUser;
  beforeEach(async () => {
    server.clock.set('2025-03-31T20:00:00.000Z');
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
  });
  const ask = async (input: object = {}) => {
    const token = await server.signIn(user);
    const { data } = await server.call<Earnings>('POST /v1/home/goods', input, { token });
    return data;
  };
  const sold = async (article: object, status: 'waiting_for_withdrawal' | 'refunded' | 'shipped') => {
    const row = await addListed(server, user, article);
    await drive(server, await place(server, user, row.id), status);
    return row;
  };

  it('holds settled amounts alone, the losers last or first, page by page, folded or not', async () => {
    const winner = await sold({ name: 'Winner' }, 'waiting_for_withdrawal');
    await sold({ name: 'Loser', price: 12n * UNITS }, 'waiting_for_withdrawal');
    await sold({ name: 'On its way' }, 'shipped');
    await sold({ name: 'Came back' }, 'refunded');
    const first = await ask({ limit: 2 });
    expect(first.list[0]).toEqual({
      goodsId: winner.id,
      name: 'Winner',
      image: '/files/thing.svg',
      ...{ sold: 1, returned: 0, profit: '7.00', refunds: '0.00', ads: '0.00', earned: '7.00' },
    });
    expect(first.sums).toMatchObject({ sold: 4, returned: 1, profit: '6.40', earned: '6.40' });
    const rest = await ask({ limit: 2, cursor: first.nextCursor });
    expect(rest.nextCursor).toBeNull();
    expect([...first.list, ...rest.list].at(-1)).toMatchObject({ name: 'Loser', profit: '-0.60' });
    expect((await ask({ sort: 'lost' })).list[0]?.name).toBe('Loser');
    await runDue(server.deps);
    expect(await ask({ limit: 2 })).toEqual(first);
  });

  it('goes by the days of the shop, and knows a month without a sale', async () => {
    await server.deps.db.update(shops).set({ timeZone: 'Asia/Tokyo' }).where(eq(shops.id, user.shopId));
    await sold({}, 'waiting_for_withdrawal');
    for (const _ of ['new', 'folded']) {
      const march = await ask({ range: 'previous_month' });
      expect(march).toMatchObject({ list: [], from: '2025-03-01', to: '2025-03-31' });
      expect((await ask({ range: 'month' })).sums.profit).toBe('7.00');
      expect((await ask({ from: '2025-04-01', to: '2025-04-01' })).sums.profit).toBe('7.00');
      await runDue(server.deps);
    }
  });

  it('takes off an article what its promotions delivered, and names those of the whole shop', async () => {
    const { id: goodsId } = await sold({}, 'waiting_for_withdrawal');
    const { token } = user;
    for (const target of ['goods', 'shop'] as const) {
      const offer = { title: 'Page', image: '/files/thing.svg', unit: 'click', quantity: '10', days: '7' };
      const { id: adId } = (await server.decide(
        'ad-create',
        { ...offer, target, price: '9.00' },
        'test',
      )) as { id: string };
      const about = target === 'goods' ? { goodsId } : {};
      const { data } = await server.call<Output<'POST /v1/ad/pay'>>(
        'POST /v1/ad/pay',
        { adId, ...about, payPassword },
        { token, key: randomUUID() },
      );
      const delivered = { purchase: data.purchase.no, count: '10', reference: randomUUID() };
      await server.decide('ad-deliver', delivered, 'test');
    }
    server.clock.advance(day);
    await runDue(server.deps);
    const { list, sums } = await ask();
    expect(list).toMatchObject([{ profit: '7.00', ads: '9.00', earned: '-2.00' }]);
    expect(sums).toMatchObject({ ads: '18.00', shopAds: '9.00', earned: '-11.00' });
  });

  it('sorts the showcase by what is settled, then by what is only expected, then without a sale', async () => {
    await addListed(server, user, { name: 'Never sold' });
    await sold({ name: 'Expects less' }, 'shipped');
    await sold({ name: 'Loses', price: 12n * UNITS }, 'waiting_for_withdrawal');
    await sold({ name: 'Expects more', price: 40n * UNITS }, 'shipped');
    await sold({ name: 'Came back' }, 'refunded');
    await sold({ name: 'Earns' }, 'waiting_for_withdrawal');
    const token = await server.signIn(user);
    const page = async (cursor?: string | null) => {
      const input = { sort: 'earned', limit: 3, ...(cursor ? { cursor } : {}) };
      return (await server.call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list', input, { token }))
        .data;
    };
    const first = await page();
    const second = await page(first.nextCursor);
    const names = [...first.list, ...second.list].map(({ name }) => name);
    expect(names).toEqual(['Earns', 'Came back', 'Loses', 'Expects more', 'Expects less', 'Never sold']);
  });

  it('shares an order of several articles by their prices and costs, so that none hides a loss', async () => {
    const good = await addListed(server, user, { price: 40n * UNITS });
    const bad = await addListed(server, user, { price: 12n * UNITS });
    const items = [good, bad].map(({ id }) => ({ goodsId: id, quantity: 2 }));
    await drive(server, await placeAll(server, user, items), 'waiting_for_withdrawal');
    const { list, sums } = await ask();
    expect(list.map(({ profit }) => profit)).toEqual(['52.00', '-1.20']);
    expect(sums.profit).toBe('50.80');
  });

  it('expects of each article to the cent what its settlement brings, also after a part was refunded', async () => {
    const [one, other] = [
      await addListed(server, user, {}),
      await addListed(server, user, { price: 40n * UNITS }),
    ];
    const items = [one, other].map(({ id }) => ({ goodsId: id, quantity: 1 }));
    const { id: orderId } = await drive(server, await placeAll(server, user, items), 'shipped');
    const decision = { partialAmount: UNITS / 100n };
    for (const _ of ['first', 'second'])
      await apply(server, { orderId, event: 'partial_refund', party: 'platform', decision });
    const figures = async () => {
      const { data } = await server.call<Output<'POST /v1/showcase/list'>>(
        'POST /v1/showcase/list',
        {},
        { token: await server.signIn(user) },
      );
      return data.list.map(({ name, earned, estimated }) => ({ name, earned, estimated }));
    };
    const expected = await figures();
    expect(expected.map(({ earned }) => earned)).toEqual(['0.00', '0.00']);
    for (const [event, party] of [
      ['deliver', 'carrier'],
      ['accept', 'buyer'],
      ['enqueue_settlement', 'system'],
      ['settle', 'system'],
    ] as const)
      await apply(server, { orderId, event, party });
    expect(await figures()).toEqual(
      expected.map(({ name, estimated }) => ({ name, earned: estimated, estimated: '0.00' })),
    );
  });

  it.each([
    ['a day', 'update goods_days set profit = profit + 1', /totals that are not the sums of its days/],
    ['a profit', 'update goods_totals set profit = profit + 1', /earned .* together, its postings say/],
    [
      'an estimate',
      'update goods_totals set estimated = estimated + 1',
      /are expected to earn .* its orders/,
    ],
    ['an ad', `update goods_totals set ads = ads + 1`, /has ads of .*, its promotions earned/],
  ])('is audited: %s that was changed is found', async (_, statement, finding) => {
    await sold({}, 'waiting_for_withdrawal');
    await runDue(server.deps);
    await server.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(statement));
        expect((await audit(tx)).findings.join('\n')).toMatch(finding);
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
  });
});

test('shares of an amount are whole units, but for what no unit writes, and add up to it', () => {
  const weights = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 9 });
  const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  fc.assert(
    fc.property(amount, weights, (cents, parts) => {
      const shares = splitBy(cents * 10_000n, parts, 10_000n);
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(cents * 10_000n);
      for (const share of shares) expect(share % 10_000n).toBe(0n);
    }),
  );
});
