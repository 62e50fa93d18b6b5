import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CallSpec, isKeyed } from '../../src/contract/call-spec.ts';
import { calls, type Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import type { OrderStatus } from '../../src/contract/status.ts';
import { reportTraffic } from '../../src/server/demo/traffic.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { qualifications } from '../../src/server/schema.ts';
import { addAccount } from '../harness/bank.ts';
import { decide } from '../harness/decide.ts';
import { addListed, drive, type GoodsRow, place } from '../harness/market.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

// The suppliers' warehouse is the same for all shops; signing out reads nothing.
const notOnesOwn = ['POST /v1/goods/list', 'POST /v1/goods/type_list', 'POST /logout'];

const questions: [name: string, input: object][] = [
  ...(Object.entries(calls) as [string, CallSpec][])
    .filter(([name, spec]) => spec.auth === 'user' && !isKeyed(spec) && !notOnesOwn.includes(name))
    .filter(([, { input }]) => v.safeParse(input, {}).success)
    .map(([name]): [string, object] => [name, {}]),
  ...['clicks', 'purchaseCost', 'profit'].map((metric): [string, object] => [
    'POST /v1/home/stat_line',
    { metric, range: 'today' },
  ]),
  ['POST /v1/ad/list', { scope: 'mine' }],
];

// A condition on the shop that is missing from any one query lets something of one shop into the answers of another.
describe('what happens in one shop', () => {
  const server = useServer('postgres');
  let shared: GoodsRow;
  let adId: string;

  const call = async <T>(user: TestUser, name: string, input: object = {}) => {
    const answer = await server.call<T>(name, input, { token: user.token, key: randomUUID() });
    expect([name, answer.code]).toEqual([name, codes.ok]);
    return answer.data;
  };
  const ops = (name: string, flags: object) =>
    decide(server.deps, name, flags, 'rosa') as Promise<{ id: string }>;

  /** A shop in which everything happens that can happen in a shop. */
  const live = async (user: TestUser, sellingPrice: string) => {
    const shop = user.shopId;
    const reasons = { facts: `Facts of ${shop}.`, rule: 'A rule.' };
    await server.fund(shop, 500n * UNITS);
    await call(user, 'POST /v1/showcase/add', { items: [{ goodsId: shared.id, sellingPrice }] });
    await addListed(server, user);
    const { list } = await call<Output<'POST /v1/showcase/list'>>(user, 'POST /v1/showcase/list');
    const other = list.find((row) => row.goodsId !== shared.id)?.id;
    await call(user, 'POST /v1/showcase/del', { ids: [other] });
    await reportTraffic(server.deps, shop, { visitors: 9, clicks: [{ goods: shared.code, count: 7 }] });
    const order = async (to: OrderStatus, wallet?: string) =>
      drive(server, await place(server, user, shared.id, wallet ? { wallet } : {}), to);
    const { id: toPay } = await order('pending_payment', 'held_until_delivery');
    await order('pending_payment');
    const { data } = await server.call(
      'POST /v1/order/pay',
      { orderIds: [toPay], payPassword },
      { token: user.token, key: randomUUID() },
    );
    expect(data).toMatchObject({ charged: '12.00' });
    await ops('ship', {
      order: (await order('to_be_shipped')).id,
      carrier: 'Meridian Post',
      tracking: 'MP1',
    });
    const { id: accepted } = await order('to_be_accepted');
    await ops('accept', { order: accepted });
    await ops('comment', { order: accepted, stars: '4', reference: 'REVIEW-1' });
    await ops('case-open', { order: (await order('to_be_accepted')).id, reason: 'Broken.' });
    for (const status of ['pending_settlement', 'waiting_for_withdrawal', 'completed', 'cancelled'] as const)
      await order(status);
    await ops('hold', { shop, amount: '5.00', code: 'risk', ...reasons });
    await ops('score-change', { shop, points: '-3', ...reasons });
    await server.deps.db
      .insert(qualifications)
      .values({ id: `q_${shop}`, shopId: shop, url: `/files/${shop}.svg`, status: 'verified' });
    await addAccount(server, user);
    await call(user, 'POST /v1/home/feedback', { content: `A word of ${shop}.` });
    await call(user, 'POST /v1/reply/add', { text: `Thanks from ${shop}.` });
    await call(user, 'POST /v1/user/invite/add');
    await call(user, 'POST /v1/ad/pay', { adId, goodsId: shared.id, payPassword });
    await ops('restrict', { shop, kind: 'withdrawal_prohibited', ...reasons });
    await ops('stock', { goods: shared.code, stock: '1000' });
  };

  beforeAll(async () => {
    const supplier = await server.addUser();
    shared = await addListed(server, supplier);
    const ad = {
      title: 'Front page',
      image: '/files/thing.svg',
      target: 'goods',
      price: '30.00',
      unit: 'click',
    };
    adId = (await ops('ad-create', { ...ad, quantity: '90', days: '7' })).id;
  });

  it('changes no answer to another', async () => {
    const [neighbour, busy] = [await server.addUser(), await server.addUser()];
    const ask = async () => {
      const answers: Record<string, unknown> = {};
      for (const [name, input] of questions) {
        const { code, data } = await server.call(name, input, { token: neighbour.token });
        answers[`${name} ${JSON.stringify(input)}`] = { code, data };
      }
      return answers;
    };
    await live(neighbour, '20.00');
    const before = await ask();
    const good = Object.values(before).filter((answer) => (answer as { code: number }).code === codes.ok);
    expect(good.length).toBeGreaterThan(20);
    // Earlier, so that what is the next, the first or the oldest of all would be the other shop's.
    server.clock.advance(-hour);
    await live(busy, '25.00');
    server.clock.advance(hour);
    expect(await ask()).toEqual(before);
  });
});
