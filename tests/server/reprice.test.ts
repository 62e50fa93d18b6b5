import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { parseMoney, percentOf, UNITS, unitOf } from '../../src/contract/money.ts';
import { priceByRule } from '../../src/contract/price-rule.ts';
import { hour, minute } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { idempotencyKeys, orders } from '../../src/server/schema.ts';
import { addListed, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Repriced = Output<'POST /v1/showcase/reprice'>;

describe('prices in bulk', () => {
  const server = useServer('postgres');
  let user: TestUser;
  const reprice = async (input: object, key?: string) =>
    server.call<Repriced>('POST /v1/showcase/reprice', input, { token: user.token, ...(key && { key }) });
  const all = (rule: object, rest: object = {}) => reprice({ all: true, rule, ...rest }, randomUUID());
  const undo = (repriceId: string | null) => user.call('POST /v1/showcase/reprice/undo', { repriceId });
  const list = async () => (await user.call('POST /v1/showcase/list', {})).data;
  const prices = async () =>
    Object.fromEntries((await list()).list.map((one) => [one.name, one.sellingPrice]));
  const idOf = async (name: string) => (await list()).list.find((one) => one.name === name)?.id ?? '';
  const pricesIn = ({ rows }: Repriced) => Object.fromEntries(rows.map((row) => [row.name, row.newPrice]));

  // Costs 12.00 and 20.00; the fee is 5 %.
  beforeEach(async () => {
    user = await server.addUser();
    await addListed(server, user, { name: 'Mug' });
    await addListed(server, user, { name: 'Lamp', cost: 18n * UNITS, price: 40n * UNITS });
  });

  it.each([
    [{ percent: '10' }, undefined, { Mug: '22.00', Lamp: '44.00' }],
    [{ percent: '-7.5' }, undefined, { Mug: '18.50', Lamp: '37.00' }],
    [{ percent: '10' }, '0.90', { Mug: '21.90', Lamp: '43.90' }],
    // 12.00 / (1 - 0.05 - 0.40) = 21.8181…, and 20.00 / 0.55 = 36.3636…
    [{ margin: '40' }, undefined, { Mug: '21.82', Lamp: '36.37' }],
    [{ margin: '40' }, '0.90', { Mug: '21.90', Lamp: '36.90' }],
    [{ margin: '40' }, '0.00', { Mug: '22.00', Lamp: '37.00' }],
  ])('are changed by %j, ending on %s', async (rule, ending, expected) => {
    const { code, data } = await all(rule, { ending });
    expect([code, pricesIn(data)]).toEqual([codes.ok, expected]);
    expect(await prices()).toEqual(expected);
  });

  it('are refused row by row where cost and fee would not be covered, and the others are changed', async () => {
    // 20.00 less 37 % is 12.60, above the cost of 12.00, but not with the fee of 0.63.
    const { data } = await all({ percent: '-37' });
    expect(data.rows.find((row) => row.name === 'Mug')).toMatchObject({
      oldPrice: '20.00',
      newPrice: '12.60',
      profit: '-0.03',
      refused: 'below_cost',
    });
    expect(await prices()).toEqual({ Mug: '20.00', Lamp: '25.20' });
  });

  it('change nothing in a dry run, which answers the same rows and stores nothing', async () => {
    const keys = () => server.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.shopId, user.shopId));
    const before = await keys();
    const { data } = await all({ percent: '10' }, { dryRun: true });
    expect(data).toMatchObject({ repriceId: null, undoUntil: null });
    expect(await prices()).toEqual({ Mug: '20.00', Lamp: '40.00' });
    expect([await keys(), (await list()).repricing]).toEqual([before, null]);
    expect((await all({ percent: '10' })).data.rows).toEqual(data.rows);
  });

  it('are changed once by one key, also by a percentage', async () => {
    const key = randomUUID();
    const input = { all: true, rule: { percent: '10' } };
    const answers = await Promise.all([reprice(input, key), reprice(input, key)]);
    expect(answers.map(({ code }) => code)).toContain(codes.ok);
    await reprice(input, key);
    expect(await prices()).toMatchObject({ Mug: '22.00' });
  });

  it('leave orders that are placed as they are', async () => {
    const mug = (await list()).list.find((one) => one.name === 'Mug');
    const order = await place(server, user, mug?.goodsId ?? '');
    const stored = () => server.deps.db.select().from(orders).where(eq(orders.id, order.id));
    const before = await stored();
    await all({ percent: '50' });
    expect(await stored()).toEqual(before);
  });

  it('are changed only for the goods that are named, and of those only for what is listed', async () => {
    const [mug, lamp] = [await idOf('Mug'), await idOf('Lamp')];
    await user.call('POST /v1/showcase/del', { ids: [lamp] });
    const { data } = await reprice({ ids: [mug, lamp], rule: { percent: '10' } }, randomUUID());
    expect(data.rows.map(({ name, refused }) => [name, refused]).sort()).toEqual([
      ['Lamp', 'not_listed'],
      ['Mug', undefined],
    ]);
    expect((await all({ percent: '10' })).data.rows).toHaveLength(1);
  });

  it('are restored within an hour, but for those that somebody has changed since, and once', async () => {
    const { data } = await all({ percent: '10' });
    expect((await list()).repricing).toMatchObject({
      id: data.repriceId,
      count: 2,
      undoUntil: data.undoUntil,
    });
    await user.call('POST /v1/showcase/edit', { id: await idOf('Mug'), sellingPrice: '30.00' });
    server.clock.advance(hour - minute);
    const undone = await undo(data.repriceId);
    expect(undone.data.rows.find((row) => row.name === 'Mug')).toMatchObject({
      newPrice: '30.00',
      refused: 'changed',
    });
    expect(await prices()).toEqual({ Mug: '30.00', Lamp: '40.00' });
    expect((await list()).repricing).toBeNull();
    expect(await undo(data.repriceId)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'undone' },
    });
  });

  it('are changed as they were previewed, or not at all', async () => {
    const rule = { percent: '10' };
    const preview = async () => (await all(rule, { dryRun: true })).data.quoteId;
    const moved = { code: codes.invalidOperation, data: { reason: 'prices_moved' } };
    const [first, second] = [await preview(), await preview()];
    expect(await all(rule, { quoteId: first })).toMatchObject({ code: codes.ok, data: { quoteId: first } });
    // A second device would raise them again.
    expect(await all(rule, { quoteId: second })).toMatchObject(moved);
    const third = await preview();
    await addListed(server, user, { name: 'Rug' });
    expect(await all(rule, { quoteId: third })).toMatchObject(moved);
    expect(await prices()).toEqual({ Mug: '22.00', Lamp: '44.00', Rug: '20.00' });
  });

  it('are restored by the newest change first, and an undo that restores none can be used later', async () => {
    const older = (await all({ percent: '10' })).data.repriceId;
    const newer = (await all({ percent: '50' })).data.repriceId;
    const none = { code: codes.invalidOperation, data: { reason: 'none_restored' } };
    expect(await undo(older)).toMatchObject(none);
    expect((await list()).repricing).toMatchObject({ id: newer, count: 2 });
    await user.call('POST /v1/showcase/edit', { id: await idOf('Mug'), sellingPrice: '30.00' });
    expect((await list()).repricing).toMatchObject({ id: newer, count: 1 });
    await undo(newer);
    expect((await list()).repricing).toMatchObject({ id: older, count: 1 });
    await undo(older);
    expect(await prices()).toEqual({ Mug: '30.00', Lamp: '40.00' });
  });

  it('are not restored after an hour', async () => {
    const { data } = await all({ percent: '10' });
    server.clock.advance(hour);
    expect((await list()).repricing).toBeNull();
    expect(await undo(data.repriceId)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'expired' },
    });
    expect(await prices()).toMatchObject({ Mug: '22.00' });
  });
});

describe('prices in bulk in yen', () => {
  const config = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0', SOUK_CURRENCY: 'JPY' });
  const server = useServer('postgres', { config: { ...config, passwordCost: 16 } });

  it('have no ending, and are whole', async () => {
    const user = await server.addUser();
    await addListed(server, user, { cost: 990n * UNITS, shipping: 0n, price: 1_995n * UNITS });
    const call = (input: object) =>
      user.call('POST /v1/showcase/reprice', { all: true, rule: { percent: '7.5' }, ...input });
    expect(await call({ ending: '0.90' })).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'ending', params: { kind: 'decimals', limit: 0 } },
    });
    // 1995 × 1.075 = 2144.6…
    expect((await call({})).data.rows).toMatchObject([{ newPrice: '2145.00' }]);
  });
});

describe('a price by a margin', () => {
  it.each([
    ['USD', undefined],
    ['USD', '0.90'],
    ['KWD', undefined],
    ['KWD', '0.90'],
    ['JPY', undefined],
  ])('is the lowest that leaves that margin after the rounded fee, in %s, ending on %s', (currency, text) => {
    const feePercent = '5';
    const ending = text === undefined ? undefined : parseMoney(text);
    const step = ending === undefined ? unitOf(currency) : UNITS;
    const hasMargin = (price: bigint, cost: bigint) =>
      (price - cost - percentOf(price, feePercent, currency)) * 100n >= price * 40n;
    for (let count = 1n; count < 300n; count++) {
      const cost = count * 37n * unitOf(currency);
      const price = priceByRule({ price: cost, cost, feePercent, currency }, { margin: '40' }, ending) ?? 0n;
      expect([hasMargin(price, cost), hasMargin(price - step, cost)]).toEqual([true, false]);
    }
  });

  it('does not exist where fee and margin would be all of it', () => {
    const basis = { price: UNITS, cost: UNITS, feePercent: '20', currency: 'USD' };
    expect(priceByRule(basis, { margin: '80' })).toBeUndefined();
  });
});
