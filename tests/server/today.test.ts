import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { ACTS_MAX } from '../../src/contract/today.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { shops } from '../../src/server/schema.ts';
import { driveCase, request } from '../harness/cases.ts';
import { kinds } from '../harness/database.ts';
import { decide } from '../harness/decide.ts';
import { apply as applyForIdentity } from '../harness/identity.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const why = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };

describe.each(kinds)('what waits for a merchant on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;

  beforeEach(async () => {
    user = await server.addUser();
  });

  /** What waits now; that the badge counts the same is asserted each time. */
  const today = async () => {
    const { data, code, text } = await user.call('POST /v1/today');
    expect(code, text).toBe(200);
    expect((await user.call('POST /v1/notify/check')).data.acts).toBe(data.total);
    expect(data.acts).toHaveLength(Math.min(data.total, ACTS_MAX));
    return data;
  };
  const openCase = async (goodsId: string) => {
    const order = await drive(server, await place(server, user, goodsId), 'shipped');
    return driveCase(server, await request(server, order.id), 'merchant_due');
  };

  it('is nothing in a new shop', async () => {
    expect(await today()).toMatchObject({ acts: [], total: 0, still: null });
  });

  it('is in one order: restrictions, then by hour, cases before payments, reviews last', async () => {
    const lamp = await addListed(server, user, { name: 'Lamp', price: 24_000_000n });
    const mug = await addListed(server, user, { name: 'Mug', stock: 50 });
    const reviewed = await drive(server, await place(server, user, lamp.id), 'accepted');
    await decide(
      server.deps,
      'comment',
      { order: reviewed.no, reference: reviewed.no, stars: '4', text: 'Good.' },
      'rosa',
    );
    await place(server, user, lamp.id);
    await place(server, user, lamp.id, { quantity: 2 });
    const asked = await openCase(lamp.id);
    await applyForIdentity(server, user);
    await server.decide('identity-reject', { shop: user.shopId, reasons: 'front:blurry', reason: 'Blurry.' });
    await server.deps.db
      .update(shops)
      .set({ depositRequired: 200_000_000n })
      .where(eq(shops.id, user.shopId));
    await server.decide('goods-price', { goods: lamp.code, cost: '13.00' });
    await server.decide('stock', { goods: mug.code, stock: '9' });
    const { id } = await server.decide<{ id: string }>('restrict', {
      shop: user.shopId,
      kind: 'listing',
      ...why,
    });
    await server.decide('restrict', { shop: user.shopId, kind: 'wallet_frozen', ...why });

    const { acts, total, still } = await today();
    expect(total).toBe(8);
    expect(still).toBe('pay_from_escrow');
    expect(acts.map((act) => act.kind)).toEqual([
      ...['restriction', 'case', 'pay', 'delisted', 'stock', 'identity', 'deposit', 'reviews'],
    ]);
    const [frozen, buyerCase, pay, delisted, stock, , deposit, reviews] = acts;
    expect(frozen).toMatchObject({ reason: 'wallet_frozen', count: 2, effect: 'restriction_ends' });
    expect(frozen?.subject).not.toBe(id);
    expect(buyerCase).toMatchObject({
      subject: asked.id,
      reason: 'refund',
      title: 'Lamp',
      // Of 24.00, a fee of 5 %, as the list of orders has it; the buyer's payment bought it for 12.00.
      amount: '10.80',
      by: new Date(server.clock.now().getTime() + 48 * hour).toISOString(),
      path: `/afterSale?id=${asked.id}`,
    });
    // The later of the two is of two pieces: costs of 12.00 and 24.00, and a fee of 5 %.
    expect(pay).toMatchObject({ count: 2, amount: '36.00', profit: '32.40', effect: 'orders_canceled' });
    expect(pay?.images).toEqual(['/files/thing.svg', '/files/thing.svg']);
    // 24.00 at a cost of 12.00 are 30.00 at 15.00.
    expect(delisted).toMatchObject({
      reason: 'cost_change',
      title: 'Lamp',
      amount: '30.00',
      path: expect.stringMatching(/^\/goods\?id=/),
    });
    expect(stock).toMatchObject({ title: 'Mug', count: 1, path: '/goodsList?stock=low' });
    expect(deposit?.amount).toBe('200.00');
    expect(reviews?.count).toBe(1);
    expect((await user.call('POST /v1/today', { limit: 3 })).data).toMatchObject({
      acts: acts.slice(0, 3),
      total,
      still,
    });
  });

  it('comes with all else that the home screen shows first, as the calls for each part answer it', async () => {
    const goods = await addListed(server, user);
    for (let placed = 0; placed < 5; placed++) await openCase(goods.id);
    const { data } = await user.call('POST /v1/home', { period: 'month' });
    expect(data.me).toEqual((await user.call('GET /v1/me')).data);
    expect(data.store).toEqual((await user.call('POST /v1/store/info')).data);
    expect(data.stat).toEqual((await user.call('POST /v1/home/stat')).data);
    const line = { metric: 'profit', range: 'month' };
    expect(data.line).toEqual((await user.call('POST /v1/home/stat_line', line)).data);
    expect(data.today).toEqual((await user.call('POST /v1/today', { limit: 3 })).data);
    expect(data.news).toEqual((await user.call('POST /v1/notify/check')).data);
  });

  it('leaves as it is done, and a case that is not answered leaves at its date', async () => {
    const goods = await addListed(server, user);
    const order = await place(server, user, goods.id);
    const asked = await openCase(goods.id);
    await openCase(goods.id);
    expect((await today()).total).toBe(3);
    await user.call('POST /v1/order/after-sale', { caseId: asked.id, answer: 'approve' });
    await user.call('POST /v1/order/pay', { orderIds: [order.id], payPassword });
    expect((await today()).acts.map((act) => act.kind)).toEqual(['case']);
    await user.wait(3 * day);
    expect((await today()).total).toBe(0);
  });

  it('has a row for each that the badge counts under a restriction, its appeal, and while the shop closes', async () => {
    const goods = await addListed(server, user);
    await place(server, user, goods.id);
    const kind = 'withdrawal_prohibited';
    const { id } = await server.decide<{ id: string }>('restrict', { shop: user.shopId, kind, ...why });
    expect((await today()).acts.map((act) => act.kind)).toEqual(['restriction', 'pay']);
    const [statement] = (await user.call('POST /v1/shop/statements')).data.list;
    const appeal = { ref: statement?.id, text: 'Both were found.' };
    expect((await user.call('POST /v1/shop/appeal', appeal)).code).toBe(200);
    expect((await today()).total).toBe(2);
    await server.decide('restriction-lift', { restriction: id, reason: 'Both were found.' });
    expect((await today()).acts.map((act) => act.kind)).toEqual(['pay']);
    expect((await user.call('POST /v1/shop/close', { payPassword })).code).toBe(200);
    expect((await today()).acts.map((act) => act.kind)).toEqual(['pay']);
  });

  it('forgets what was taken off after two weeks, and at once where it is listed again', async () => {
    const goods = [await addListed(server, user), await addListed(server, user)];
    for (const { code } of goods) await server.decide('goods-price', { goods: code, cost: '15.00' });
    expect((await today()).acts.map((act) => act.amount)).toEqual(['28.34', '28.34']);
    const items = [{ goodsId: goods[0]?.id, sellingPrice: '28.34' }];
    await user.call('POST /v1/showcase/add', { items });
    expect((await today()).total).toBe(1);
    await user.wait(15 * day);
    expect((await today()).total).toBe(0);
  });
});
