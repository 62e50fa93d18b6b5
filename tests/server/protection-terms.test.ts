import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { limits } from '../../src/contract/limits.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day } from '../../src/server/platform/clock.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { operatorTerms, orders, shops } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { announceTerms } from '../../src/server/shops/terms/announce-terms.ts';
import { pickTerms, type Terms } from '../../src/server/shops/terms/terms.ts';
import { tron, usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { verify } from '../harness/identity.ts';
import { addGoods, addListed, place } from '../harness/market.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { restartWithTerms, waitAndRunDue } from '../harness/terms.ts';
import { decideOn, withdraw } from '../harness/withdrawing.ts';

type Me = Output<'GET /v1/me'>;
type Quote = Extract<Output<'POST /v1/quote'>, { kind: 'withdraw' }>;

const raised = { withdrawalFeePercent: '9.5', withdrawalFeeMinimum: '5.00', minimumWithdrawal: '1000000.00' };
const usual = pickTerms(limits);

describe.each(kinds)('the terms of fees on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let accountId: string;
  const call = <T>(name: string, input: object = {}, as = user) =>
    server.call<T>(name, input, { token: as.token });
  const me = async (as = user) => (await call<Me>('GET /v1/me', {}, as)).data;
  const quote = (amount: string) => call<Quote>('POST /v1/quote', { kind: 'withdraw', amount, accountId });
  const restart = (terms: Partial<Terms>) => restartWithTerms(server, terms);
  const wait = (ms: number) => waitAndRunDue(server, user, ms);
  const announced = async (to = user) =>
    (await to.notices())
      .filter(({ kind }) => kind.includes('terms_') || kind.endsWith('_changed'))
      .map(({ kind, params }) => ({ kind, params }));

  beforeAll(async () => {
    server = await startTestServer(kind, { config: { operator } });
    await announceTerms(server.deps);
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
  beforeEach(async () => {
    await restart({});
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
    accountId = (await usableAccount(server, user, { type: 'trx_usdt', address: tron[0] })).id;
  });

  it('the terms of fees of money that is there already do not get worse before 15 days have passed since the notice', async () => {
    await restart(raised);
    const from = new Date(server.clock.now().getTime() + 15 * day);
    expect(await announced()).toEqual([
      {
        kind: 'terms_raised',
        params: {
          min: '1000000.00',
          percent: '9.5',
          least: '5.00',
          from: from.toISOString(),
          oldMin: '10.00',
          oldPercent: '1.5',
          oldLeast: '0.50',
        },
      },
    ]);
    const delivered = await me();
    expect(delivered.limits).toMatchObject(usual);
    expect(delivered.nextTerms).toEqual({ ...usual, ...raised, from: from.toISOString() });

    await wait(15 * day - 1);
    expect((await quote('200.00')).data).toMatchObject({ fee: '3.00', net: '197.00' });
    const sent = await withdraw(server, user, { amount: '200.00', accountId });
    expect(sent.data.withdrawal).toMatchObject({ amount: '200.00', fee: '3.00' });
    await decideOn(server, sent.data.withdrawal.id, 'reject');

    await wait(1);
    expect((await me()).nextTerms).toBeNull();
    expect((await me()).limits).toMatchObject(raised);
    expect(await quote('200.00')).toMatchObject({
      code: codes.invalidParameter,
      data: { params: { kind: 'min_value', limit: '1000000.00' } },
    });
  });

  it('let the whole balance out, whatever the minimum', async () => {
    await restart(raised);
    await wait(15 * day);
    expect((await quote('999.99')).code).toBe(codes.invalidParameter);
    const all = await withdraw(server, user, { amount: '1000.00', accountId });
    expect(all.data.withdrawal).toMatchObject({ amount: '1000.00', fee: '95.00', net: '905.00' });
    expect(all.data.wallet.balance).toBe('0.00');
  });

  it('let the last cent out too', async () => {
    await withdraw(server, user, { amount: '999.99', accountId });
    const rest = await withdraw(server, user, { amount: '0.01', accountId });
    expect(rest.data.withdrawal.amount).toBe('0.01');
    expect(rest.data.wallet.balance).toBe('0.00');
  });

  it('hold at once where they get better, figure by figure', async () => {
    await restart({ withdrawalFeePercent: '1', minimumWithdrawal: '20.00' });
    expect((await me()).limits).toMatchObject({ withdrawalFeePercent: '1', minimumWithdrawal: '10.00' });
    await restart({ withdrawalFeePercent: '0.5' });
    expect((await me()).limits).toMatchObject({ withdrawalFeePercent: '0.5', minimumWithdrawal: '10.00' });
    expect((await me()).nextTerms).toBeNull();
    expect((await announced()).map((notice) => notice.kind)).toEqual(['terms_raised', 'terms_lowered']);
  });

  it('wait another 15 days where a raise was taken back in between', async () => {
    await restart(raised);
    await wait(14 * day);
    await restart({});
    expect((await me()).nextTerms).toBeNull();
    await restart(raised);
    await wait(2 * day);
    expect((await quote('200.00')).data).toMatchObject({ fee: '3.00' });
    await wait(13 * day);
    expect((await quote('200.00')).code).toBe(codes.invalidParameter);
  });

  it('the terms of fees of a new shop are those of the day on which it was opened', async () => {
    await restart(raised);
    server.clock.advance(1_000);
    const newcomer = await server.addUser();
    await runDue(server.deps);
    expect((await me(newcomer)).limits).toMatchObject(raised);
    expect((await me(newcomer)).nextTerms).toBeNull();
    expect(await announced(newcomer)).toEqual([]);
  });

  it('the terms of fees of orders keep the platform fee for orders that come within 15 days of its notice', async () => {
    const article = await addListed(server, user);
    await restart({ platformFeePercent: '10' });
    const from = new Date(server.clock.now().getTime() + 15 * day).toISOString();
    expect(await announced()).toEqual([
      { kind: 'platform_fee_changed', params: { percent: '10', oldPercent: '5', from } },
    ]);
    expect((await me()).limits.platformFeePercent).toBe('5');
    expect((await me()).nextTerms).toEqual({ ...usual, platformFeePercent: '10', from });
    const [listed] = (await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list')).data.list;
    expect(listed?.fee).toBe('1.00');

    await wait(15 * day - 1);
    const before = await place(server, user, article.id);
    expect(before.fee).toBe(UNITS);
    await wait(1);
    expect((await me()).limits.platformFeePercent).toBe('10');
    expect((await place(server, user, article.id)).fee).toBe(2n * UNITS);
    const [order] = await server.deps.db.select().from(orders).where(eq(orders.id, before.id));
    expect(order?.fee).toBe(UNITS);
  });

  it('the terms of fees of a level keep its fee and deposit for 15 days, and so does the smallest recharge', async () => {
    const merchant = { feeByLevel: { ...limits.feeByLevel, merchant: '90.00' } };
    const deposit = { depositByLevel: { ...limits.depositByLevel, merchant: '190.00' } };
    await restart({ ...merchant, ...deposit, minimumDeposit: '150.00' });
    const from = new Date(server.clock.now().getTime() + 15 * day).toISOString();
    expect(await announced()).toEqual([
      { kind: 'minimum_recharge_changed', params: { min: '150.00', oldMin: '20.00', from } },
      {
        kind: 'level_terms_changed',
        params: {
          level: 'merchant',
          fee: '90.00',
          deposit: '190.00',
          oldFee: '20.00',
          oldDeposit: '190.00',
          from,
        },
      },
    ]);
    const level = async () => {
      const { data } = await call<Output<'GET /v1/shop/type'>>('GET /v1/shop/type');
      const found = data.list.find(({ id }) => id === 'merchant');
      return { fee: found?.fee, deposit: found?.deposit };
    };
    expect(await level()).toEqual({ fee: '20.00', deposit: '190.00' });
    expect((await me()).limits.minimumDeposit).toBe('20.00');
    await wait(15 * day);
    expect(await level()).toEqual({ fee: '90.00', deposit: '190.00' });
    expect((await me()).limits.minimumDeposit).toBe('150.00');
  });

  it('the terms of fees of a level are charged as they are shown, the fee and the deposit, until 15 days have passed', async () => {
    await verify(server, user);
    await restart({
      feeByLevel: { ...limits.feeByLevel, merchant: '90.00' },
      depositByLevel: { ...limits.depositByLevel, merchant: '250.00' },
    });
    await wait(15 * day - 1);
    const upgrade = { typeId: 'merchant', payPassword };
    const { data: offered } = await call<{ total: string }>('POST /v1/quote', {
      kind: 'upgrade',
      ...upgrade,
    });
    expect(offered.total).toBe('220.00');
    const { data } = await server.call<Output<'POST /v1/shop/upgrade'>>('POST /v1/shop/upgrade', upgrade, {
      token: user.token,
      key: randomUUID(),
    });
    expect(data).toMatchObject({ fee: '20.00', deposit: '200.00', wallet: { balance: '780.00' } });
  });

  it('the terms of fees of recharges are shown and kept with each report until 15 days have passed', async () => {
    await verify(server, user);
    const { id: channelId } = await openTronChannel(server);
    await restart({ minimumDeposit: '150.00' });
    const shown = async () => {
      const { list } = (await call<Output<'GET /v1/pay/channel'>>('GET /v1/pay/channel')).data;
      return list.find(({ id }) => id === channelId)?.min;
    };
    const reported = async (amount: string) =>
      (await report(server, user, { channelId, amount, txHash: hashOf(randomUUID()) })).code;
    await wait(15 * day - 1);
    expect([await shown(), await reported('20.00')]).toEqual(['20.00', codes.ok]);
    await wait(1);
    expect([await shown(), await reported('149.99')]).toEqual(['150.00', codes.belowMinimumDeposit]);
  });

  it('the terms of fees of orders are those by which a catalogue and a new listing show what they earn', async () => {
    const { id: goodsId } = await addGoods(server, { name: 'A parasol' });
    await restart({ platformFeePercent: '10' });
    const sums = async () => {
      const asked = await call<Output<'POST /v1/goods/list'>>('POST /v1/goods/list', {
        keyword: 'A parasol',
      });
      return asked.data.list.filter(({ id }) => id === goodsId).map(({ fee }) => fee);
    };
    await wait(15 * day - 1);
    expect(await sums()).toEqual(['1.00']);
    const items = [{ goodsId, sellingPrice: '20.00' }];
    const added = await call<Output<'POST /v1/showcase/add'>>('POST /v1/showcase/add', { items });
    expect(added.data.added.map(({ fee }) => fee)).toEqual(['1.00']);
    await wait(1);
    expect(await sums()).toEqual(['2.00']);
  });

  it('are announced beside what was announced last, also where that never came to hold', async () => {
    await restart({ withdrawalFeePercent: '3', minimumWithdrawal: '20.00' });
    await restart({ withdrawalFeePercent: '1.5', minimumWithdrawal: '9.00' });
    expect((await announced()).at(-1)).toEqual({
      kind: 'terms_lowered',
      params: {
        min: '9.00',
        percent: '1.5',
        least: '0.50',
        oldMin: '20.00',
        oldPercent: '3',
        oldLeast: '0.50',
      },
    });
  });

  it('are the same where only their figures are written in another way', async () => {
    const before = await server.deps.db.select().from(operatorTerms);
    await restart({ withdrawalFeePercent: '1.50', minimumWithdrawal: '10' });
    expect(await server.deps.db.select().from(operatorTerms)).toEqual(before);
    expect(await announced()).toEqual([]);
  });

  it('are announced to no shop that is closed', async () => {
    await server.deps.db.update(shops).set({ closedAt: server.clock.now() }).where(eq(shops.id, user.shopId));
    await restart(raised);
    expect(await announced()).toEqual([]);
  });

  it('are announced once, however many servers start with them', async () => {
    const count = async () => (await server.deps.db.select().from(operatorTerms)).length;
    const before = await count();
    server.deps.config.limits = { ...limits, ...raised };
    await Promise.all(Array.from({ length: 5 }, () => announceTerms(server.deps)));
    expect(await count()).toBe(before + 1);
    await Promise.all([runDue(server.deps), runDue(server.deps)]);
    expect(await announced()).toHaveLength(1);
  });
});

it('terms that another server is announcing are not announced a second time', async () => {
  const server = await startTestServer('postgres');
  const { db } = server.deps;
  await announceTerms(server.deps);
  server.deps.config.limits = { ...limits, ...raised };
  const isWaiting = sql`
    select 1 from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
  let second = Promise.resolve();
  let isOver = false;
  await inTransaction(db, async (tx) => {
    await announceTerms({ ...server.deps, db: tx });
    second = announceTerms(server.deps).finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await queryRows(db, isWaiting)).length > 0).toBe(true);
  });
  await second;
  expect(await db.select().from(operatorTerms)).toHaveLength(2);
  await server.close();
});
