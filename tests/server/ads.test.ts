import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { parseMoney, UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day, hour, minute } from '../../src/server/platform/clock.ts';
import { isSafeLink } from '../../src/server/platform/files/safe-link.ts';
import { adEvents, adPurchases, shops, transactions } from '../../src/server/schema.ts';
import { adEarned } from '../../src/server/services/ads/ad-row.ts';
import { adsDue } from '../../src/server/services/ads/settle-ad.ts';
import { kinds } from '../harness/database.ts';
import { decide } from '../harness/decide.ts';
import { addListed, place } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { useServer } from '../harness/use-server.ts';

type Bought = Output<'POST /v1/ad/pay'>;
type Quote = Extract<Output<'POST /v1/quote'>, { kind: 'ad' }>;

describe.each(kinds)('promotions on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let goodsId: string;
  let adId: string;
  const ops = <T = { id: string }>(name: string, flags: object = {}) =>
    decide(server.deps, name, flags, 'rosa') as Promise<T>;
  const offer = (more: object = {}) =>
    ops('ad-create', {
      title: 'Front page',
      image: '/files/thing.svg',
      target: 'goods',
      price: '30.00',
      unit: 'click',
      quantity: '90',
      days: '7',
      ...more,
    });
  const list = async (input: object = {}) => (await user.call('POST /v1/ad/list', input)).data;
  const mine = async () => (await list({ scope: 'mine' })).list[0];
  const pay = (more: object = {}, key?: string) =>
    user.call('POST /v1/ad/pay', { adId, goodsId, payPassword, ...more }, key);
  const cancel = (purchaseId: string, key?: string) =>
    user.call<Bought>('POST /v1/ad/cancel', { purchaseId }, key);
  const bought = async () => (await pay()).data.purchase;
  const deliver = (no: string, count: number) =>
    ops<{ recorded: number }>('ad-deliver', {
      purchase: no,
      count: String(count),
      reference: `REPORT-${randomUUID()}`,
    });
  /** How long until the day ends where clocks are so many hours ahead. */
  const untilMidnight = (ahead: number) => day - ((server.clock.now().getTime() + ahead * hour) % day);
  const balance = (account: string) => totalOf(server.deps.db, account);
  const available = () => balance(`M.available:${user.shopId}`);
  const posted = (key: 'ad_delivered' | 'ad_refund') =>
    server.deps.db
      .select()
      .from(transactions)
      .where(and(eq(transactions.kind, key), eq(transactions.shopId, user.shopId)));

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    goodsId = (await addListed(server, user)).id;
    adId = (await offer()).id;
    server.clock.advance(1);
  });

  it('are paid out of their price only by a report that the merchant sees, and each report once', async () => {
    const { no } = await bought();
    const delivered = { purchase: no, count: '9' };
    const reference = `REPORT ${randomUUID()}`;
    for (const flags of [delivered, { ...delivered, reference: '...' }, { purchase: no, reference }])
      await expect(ops('ad-deliver', flags)).rejects.toMatchObject({ code: codes.invalidParameter });
    await ops('ad-deliver', { ...delivered, reference });
    const at = server.clock.now().toISOString();
    expect((await mine())?.purchase).toMatchObject({ delivered: 9, reports: [{ at, units: 9, reference }] });
    for (const again of [reference, reference.toLowerCase()])
      await expect(ops('ad-deliver', { ...delivered, reference: again })).rejects.toMatchObject({
        detail: { reason: 'reference_used', params: { no } },
      });
    expect((await mine())?.purchase?.delivered).toBe(9);
  });

  it('show the ten newest reports of each', async () => {
    const { no: first } = await bought();
    server.clock.advance(1);
    const { no: second } = await bought();
    for (let units = 1; units <= 12; units++) await deliver(first, units);
    await deliver(second, 3);
    const shown = (await list({ scope: 'mine' })).list.map(({ purchase }) => [
      purchase?.no,
      purchase?.reports?.map(({ units }) => units),
    ]);
    expect(shown).toEqual([
      [second, [3]],
      [first, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3]],
    ]);
  });

  it('are on offer with their price, units and the rule for what is not delivered', async () => {
    const { id } = await offer({ title: 'Banner', target: 'shop', unit: 'display' });
    const { list: offers, currency } = await list({ limit: 2 });
    expect(currency).toBe('USD');
    expect(offers.map((ad) => ad.id)).toEqual([id, adId]);
    expect(offers[1]).toMatchObject({
      title: 'Front page',
      target: 'goods',
      price: '30.00',
      unit: 'click',
      quantity: 90,
      days: 7,
      refundRule: expect.stringContaining('returns to your balance'),
      purchase: null,
    });
    const arabic = await server.call(
      'POST /v1/ad/list',
      {},
      { token: user.token, headers: { 'accept-language': 'ar' } },
    );
    expect(arabic.data.list.find((ad) => ad.id === adId)?.refundRule).toContain('7\u00a0أيام');
    await ops('ad-withdraw', { ad: id, reason: 'The place is gone.' });
    expect((await list()).list.map((ad) => ad.id)).not.toContain(id);
    await expect(ops('ad-withdraw', { ad: id, reason: 'Again.' })).rejects.toMatchObject({
      code: codes.recordNotFound,
    });
  });

  it('cost what was quoted, and set it aside', async () => {
    const { data: quoted } = await user.call<Quote>('POST /v1/quote', { kind: 'ad', adId, goodsId });
    expect(quoted).toMatchObject({
      lines: [{ key: 'ad', amount: '30.00' }],
      fee: '0.00',
      total: '30.00',
      charged: '30.00',
      balanceAfter: '70.00',
      refundRule: expect.stringContaining('within 7\u00a0days'),
    });
    const deferred = await balance('P.ads_deferred');
    const key = randomUUID();
    const first = await pay({ quoteId: quoted.quoteId }, key);
    expect(first.data).toMatchObject({
      purchase: { status: 'running', paid: '30.00', refundable: '30.00', delivered: 0, goodsId, adId },
      wallet: { balance: '70.00' },
    });
    for (let again = 0; again < 2; again++)
      expect((await pay({ quoteId: quoted.quoteId }, key)).text).toBe(first.text);
    expect([await available(), (await balance('P.ads_deferred')) - deferred]).toEqual([
      70n * UNITS,
      30n * UNITS,
    ]);
    expect((await mine())?.purchase?.id).toBe(first.data.purchase.id);
  });

  it('are charged only as quoted', async () => {
    const { data } = await user.call<Quote>('POST /v1/quote', { kind: 'ad', adId, goodsId });
    const other = (await addListed(server, user)).id;
    for (const more of [{ goodsId: other }, { adId: (await offer()).id }])
      expect(await pay({ quoteId: data.quoteId, ...more })).toMatchObject({ code: codes.invalidOperation });
    server.clock.advance(6 * minute);
    expect(await pay({ quoteId: data.quoteId })).toMatchObject({ data: { reason: 'quote_expired' } });
    expect(await available()).toBe(100n * UNITS);
  });

  it('use their quote up, whatever key asks for the second', async () => {
    const { data } = await user.call<Quote>('POST /v1/quote', { kind: 'ad', adId, goodsId });
    expect(await pay({ quoteId: data.quoteId })).toMatchObject({ code: codes.ok });
    expect(await pay({ quoteId: data.quoteId })).toMatchObject({ data: { reason: 'quote_expired' } });
    expect(await available()).toBe(70n * UNITS);
  });

  it('can be bought again without a key as soon as they are cancelled', async () => {
    const keyless = async () => {
      const input = { adId, goodsId, payPassword };
      return (await server.call('POST /v1/ad/pay', input, { token: user.token })).data.purchase.id;
    };
    const first = await keyless();
    expect(await keyless()).toBe(first);
    await user.call('POST /v1/ad/cancel', { purchaseId: first });
    expect(await keyless()).not.toBe(first);
  });

  it.each<[what: string, input: () => Promise<object>, code: number]>([
    ['an unknown one', async () => ({ adId: 'ad_of_nobody' }), codes.recordNotFound],
    [
      'goods of another shop',
      async () => ({ goodsId: (await addListed(server, await server.addUser())).id }),
      codes.recordNotFound,
    ],
    [
      'goods that are not listed any more',
      async () => {
        await ops('stock', { goods: goodsId, stock: '0' });
        return {};
      },
      codes.recordNotFound,
    ],
    ['no goods where goods are promoted', async () => ({ goodsId: undefined }), codes.parameterMissing],
    [
      'goods where the shop is promoted',
      async () => ({ adId: (await offer({ target: 'shop' })).id }),
      codes.invalidParameter,
    ],
    [
      'more than the balance',
      async () => ({ adId: (await offer({ price: '100.01' })).id }),
      codes.insufficientBalance,
    ],
    [
      'a frozen wallet',
      async () => {
        await ops('restrict', { shop: user.shopId, kind: 'wallet_frozen', facts: 'f', rule: 'r' });
        return {};
      },
      codes.walletFrozen,
    ],
    [
      'one that was taken off',
      async () => {
        await ops('ad-withdraw', { ad: adId, reason: 'The place is gone.' });
        return {};
      },
      codes.recordNotFound,
    ],
    [
      'a shop that closes',
      async () => {
        await user.call('POST /v1/shop/close', { payPassword });
        return { goodsId };
      },
      codes.invalidOperation,
    ],
  ])('are not sold: %s', async (_, input, code) => {
    const wish = await input();
    expect((await pay(wish)).code).toBe(code);
    const quoted = await user.call('POST /v1/quote', { kind: 'ad', adId, goodsId, ...wish });
    expect(quoted.code).toBe(code === codes.insufficientBalance ? codes.ok : code);
    expect(await available()).toBe(100n * UNITS);
  });

  it('are earned day by day, by the units that were delivered', async () => {
    const { no } = await bought();
    expect((await deliver(no, 7)).recorded).toBe(7);
    expect((await mine())?.purchase).toMatchObject({ delivered: 7, refundable: '27.67' });
    expect(await posted('ad_delivered')).toEqual([]);
    await user.wait(untilMidnight(0));
    expect(await posted('ad_delivered')).toHaveLength(1);
    await user.wait(hour);
    await deliver(no, 1);
    await user.wait(day);
    await user.wait(day);
    expect(await posted('ad_delivered')).toHaveLength(2);
    expect(await balance('P.ads_revenue')).toBeGreaterThan(0n);
    expect(await available()).toBe(70n * UNITS);
  });

  it('end the day by the shop’s own clock', async () => {
    await server.deps.db.update(shops).set({ timeZone: 'Asia/Tokyo' }).where(eq(shops.id, user.shopId));
    const { no } = await bought();
    await deliver(no, 9);
    await user.wait(untilMidnight(9) - 1);
    expect(await posted('ad_delivered')).toEqual([]);
    await user.wait(1);
    expect(await posted('ad_delivered')).toHaveLength(1);
  });

  it('give back at the end what was not delivered', async () => {
    const { no } = await bought();
    await deliver(no, 30);
    await user.wait(7 * day);
    expect((await mine())?.purchase).toMatchObject({
      status: 'completed',
      delivered: 30,
      refundable: '20.00',
    });
    expect(await available()).toBe(90n * UNITS);
    await user.wait(30 * day);
    expect(await available()).toBe(90n * UNITS);
    await expect(deliver(no, 1)).rejects.toMatchObject({ code: codes.invalidOperation });
  });

  it('are over as soon as all is delivered, and deliver no more than was bought', async () => {
    const { no } = await bought();
    expect((await deliver(no, 60)).recorded).toBe(60);
    expect((await deliver(no, 60)).recorded).toBe(30);
    await expect(deliver(no, 1)).rejects.toMatchObject({ code: codes.invalidOperation });
    await user.wait(0);
    expect((await mine())?.purchase).toMatchObject({
      status: 'completed',
      delivered: 90,
      refundable: '0.00',
    });
    expect(await posted('ad_refund')).toEqual([]);
  });

  it('count every unit as a row, and leave the clicks of the shop to its shop front', async () => {
    const { no, id } = await bought();
    await deliver(no, 5);
    const rows = await server.deps.db.select().from(adEvents).where(eq(adEvents.purchaseId, id));
    const { data } = await user.call('POST /v1/home/stat', {});
    expect([rows.length, (await mine())?.purchase?.delivered, data.today.clicks]).toEqual([5, 5, null]);
  });

  it('can be stopped: what was delivered is paid, the rest is back at once', async () => {
    const { id, no } = await bought();
    await deliver(no, 30);
    const key = randomUUID();
    const first = await cancel(id, key);
    expect(first.data).toMatchObject({
      purchase: { status: 'cancelled', delivered: 30, refundable: '20.00' },
      wallet: { balance: '90.00' },
    });
    for (let again = 0; again < 2; again++) expect((await cancel(id, key)).text).toBe(first.text);
    expect(await cancel(id)).toMatchObject({ code: codes.invalidOperation });
    expect((await cancel('adp_of_nobody')).code).toBe(codes.recordNotFound);
    const stranger = await server.addUser();
    const foreign = await server.call('POST /v1/ad/cancel', { purchaseId: id }, { token: stranger.token });
    expect(foreign.code).toBe(codes.recordNotFound);
    await user.wait(30 * day);
    expect(await available()).toBe(90n * UNITS);
  });

  it('are posted once, also by two at the same time', async () => {
    const { no, id } = await bought();
    await deliver(no, 45);
    await passTime(server, user, 7 * day);
    const results = await Promise.allSettled([
      adsDue.run(server.deps),
      adsDue.run(server.deps),
      cancel(id),
      adsDue.run(server.deps),
    ]);
    expect(results.every((one) => one.status === 'fulfilled')).toBe(true);
    expect([(await posted('ad_delivered')).length, (await posted('ad_refund')).length]).toEqual([1, 1]);
    expect(await available()).toBe(85n * UNITS);
  });

  it('are held to what is set aside for them by the audit', async () => {
    const { id } = await bought();
    const purchase = eq(adPurchases.id, id);
    await server.deps.db.update(adPurchases).set({ earned: 1n }).where(purchase);
    expect((await audit(server.deps.db)).findings).toEqual([
      expect.stringMatching(/^promotions have \d+ undelivered and P\.ads_deferred holds \d+$/),
      expect.stringMatching(/^article gds_\S+ of shop \S+ has ads of 0, its promotions earned 1$/),
      expect.stringMatching(
        /^promotion AD-\S+ \(running\) demands that ad_delivered moves .*, and nothing was posted$/,
      ),
    ]);
    await server.deps.db.update(adPurchases).set({ earned: 0n }).where(purchase);
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });

  it('stop with the shop that closes', async () => {
    const { no } = await bought();
    await deliver(no, 30);
    await user.call('POST /v1/shop/close', { payPassword });
    expect((await mine())?.purchase?.status).toBe('cancelled');
    expect(await available()).toBe(90n * UNITS);
  });

  describe('in the swipeable row', () => {
    const slides = async (position: string) =>
      (await user.call('POST /v1/swipeAd/list', { position })).data.list;

    it('are marked with who paid for them, and nothing else is', async () => {
      const { id: goodsId } = await addListed(server, user);
      await place(server, user, goodsId);
      const position = `row-${randomUUID().slice(0, 8)}`;
      const slide = {
        position,
        image: '/files/thing.svg',
        alt: 'New arrivals',
        link: '/goodsList/warehouse',
        rank: '1',
      };
      const own = await ops('slide-create', slide);
      await ops('slide-create', {
        ...slide,
        rank: '0',
        advertiser: 'Meridian Post',
        link: 'https://meridian.example/',
        days: '2',
      });
      expect(await slides(position)).toMatchObject([
        { isAd: true, advertiser: 'Meridian Post', link: 'https://meridian.example/' },
        { id: own.id, isAd: false, advertiser: null, link: '/goodsList/warehouse', alt: 'New arrivals' },
      ]);
      expect(await slides('elsewhere')).toEqual([]);
      await passTime(server, user, 2 * day);
      expect(await slides(position)).toMatchObject([{ id: own.id }]);
      await ops('slide-withdraw', { slide: own.id, reason: 'Over.' });
      expect(await slides(position)).toEqual([]);
    });

    it.each([
      'javascript:alert(1)',
      '//evil.example',
      'http://plain.example',
      '/\\evil.example',
      'data:text/html,x',
    ])('lead nowhere unsafe: %s', async (link) => {
      const slide = { image: '/files/thing.svg', alt: 'x' };
      for (const more of [{ link }, { image: link }])
        await expect(ops('slide-create', { ...slide, ...more })).rejects.toMatchObject({
          code: codes.invalidParameter,
        });
    });
  });
});

describe('the earned part of a price', () => {
  it.each([
    ['30.00', 0, 90, 'USD', '0.00'],
    ['30.00', 1, 90, 'USD', '0.33'],
    ['30.00', 89, 90, 'USD', '29.66'],
    ['30.00', 90, 90, 'USD', '30.00'],
    ['0.01', 1, 1000, 'USD', '0.00'],
    ['9.999999', 3, 3, 'USD', '9.999999'],
    ['30.00', 89, 90, 'JPY', '29.00'],
    ['30.00', 89, 90, 'KWD', '29.666'],
  ])('the earned part of %s for %i of %i in %s is %s', (price, delivered, quantity, currency, earned) => {
    expect(adEarned({ price: parseMoney(price), quantity }, delivered, currency)).toBe(parseMoney(earned));
  });
});

describe('a link', () => {
  it.each<[string, boolean]>([
    ['/goodsList', true],
    ['/order?id=ord_1#top', true],
    ['https://help.example.com/a?b=c', true],
    ['goodsList', false],
    ['https://', false],
    ['https://user@evil.example/', false],
    ['/a\tb', false],
    ['/ /evil.example', false],
    ['HTTPS://help.example.com', false],
  ])('%s is safe: %s', (link, safe) => {
    expect(isSafeLink(link)).toBe(safe);
  });
});
