import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { limits } from '../../src/contract/limits.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { move, post } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import type { FeeTerms } from '../../src/server/schema/terms.ts';
import {
  afterSaleCases,
  appeals,
  notices,
  operatorTerms,
  shopTerms,
  statements,
} from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { pickFeeTerms, pickTerms, type Terms } from '../../src/server/shops/terms/terms.ts';
import { lastWindowEnd } from '../../src/server/trade/deposits/return-window.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { kinds } from '../harness/database.ts';
import { addGoods, addListed, drive, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { restartWithTerms, startWithTerms, waitAndRunDue } from '../harness/terms.ts';

type Me = Output<'GET /v1/me'>;

const usual = pickTerms(limits);
const worse = {
  payByHours: 12,
  autoAcceptDays: 30,
  returnWindowDays: 60,
  afterSaleHours: 24,
  appealDays: 10,
  goodsByLevel: { ...limits.goodsByLevel, shop: 2 },
};
/** Figures from which `worse` is worse in every one. */
const good = { ...usual, appealDays: 5 };

describe.each(kinds)('the periods of a shop on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let goodsId: string;
  const call = <T>(name: string, input: object = {}) => server.call<T>(name, input, { token: user.token });
  const me = async () => (await call<Me>('GET /v1/me')).data;
  const restart = (terms: Partial<Terms>) => restartWithTerms(server, { ...good, ...terms });
  const wait = (ms: number) => waitAndRunDue(server, user, ms);
  const between = (from: Date | null | undefined, to: Date | null | undefined) =>
    (to?.getTime() ?? 0) - (from?.getTime() ?? 0);
  const now = () => server.clock.now();
  const order = async (status: OrderRow['status'] = 'pending_payment') =>
    drive(server, await place(server, user, goodsId), status);
  const noticesOfTerms = async () =>
    (await server.deps.db.select().from(notices).where(eq(notices.shopId, user.shopId)).orderBy(notices.seq))
      .filter(({ kind }) => kind === 'period_changed' || kind === 'level_goods_changed')
      .map(({ kind, params }) => ({ kind, params }));
  const complain = async (about?: OrderRow) => {
    const { id, no } = about ?? (await order('to_be_accepted'));
    await decide(
      server.deps,
      'case-open',
      { order: no, reason: 'The lamp came broken.', code: 'damaged' },
      'rosa',
    );
    const [row] = await server.deps.db.select().from(afterSaleCases).where(eq(afterSaleCases.orderId, id));
    return row;
  };
  const stated = async () => {
    const why = { facts: 'Two buyers waited for weeks.', rule: 'Terms 4.2' };
    await decide(server.deps, 'score-change', { shop: user.shopId, points: '1', ...why }, 'rosa');
    const [row] = await server.deps.db
      .select()
      .from(statements)
      .where(eq(statements.shopId, user.shopId))
      .orderBy(desc(statements.at));
    return row?.id;
  };
  const appeal = async (ref = '') => {
    await call('POST /v1/shop/appeal', { ref, text: 'It is the real one.' });
    const [row] = await server.deps.db.select().from(appeals).where(eq(appeals.statementId, ref));
    return row;
  };
  const capOf = async () => (await call<{ goodsCap: number }>('GET /v1/shop/info')).data.goodsCap;

  /** What each period comes to where it begins now, by what is stored. */
  const measured = async () => {
    const placed = await order();
    const delivered = await drive(server, placed, 'to_be_accepted');
    const settled = await order('waiting_for_withdrawal');
    const opened = await complain();
    const appealed = await appeal(await stated());
    return {
      payByHours: between(placed.createdAt, placed.dueAt) / hour,
      autoAcceptDays: between(now(), delivered.dueAt) / day,
      returnWindowDays: between(now(), settled.dueAt) / day,
      afterSaleHours: between(now(), opened?.dueAt) / hour,
      appealDays: between(appealed?.receivedAt, appealed?.decideBy) / day,
      cap: await capOf(),
    };
  };
  const asMeasured = ({ goodsByLevel, ...terms }: Terms) => ({
    payByHours: terms.payByHours,
    autoAcceptDays: terms.autoAcceptDays,
    returnWindowDays: terms.returnWindowDays,
    afterSaleHours: terms.afterSaleHours,
    appealDays: terms.appealDays,
    cap: goodsByLevel.shop,
  });

  beforeAll(async () => {
    server = await startTestServer(kind);
    await startWithTerms(server, good);
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
  beforeEach(async () => {
    await restart({});
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
    await inTransaction(server.deps.db, (tx) =>
      post(tx, {
        kind: 'deposit',
        ref: `deposit_${user.shopId}`,
        shopId: user.shopId,
        actor: 'test',
        at: now(),
        entries: move(`M.available:${user.shopId}`, `M.deposit:${user.shopId}`, 300n * UNITS),
      }),
    );
    goodsId = (await addListed(server, user)).id;
    // A shop has the terms of the moment in which it was opened.
    await wait(hour);
  });

  it('the periods and the goods of a shop do not get worse before 15 days have passed since the notice', async () => {
    await restart(worse);
    const from = new Date(now().getTime() + 15 * day).toISOString();
    const changed = (period: string, length: string, oldLength: string) => ({
      kind: 'period_changed',
      params: { period, length, oldLength, from },
    });
    expect(await noticesOfTerms()).toEqual([
      { kind: 'level_goods_changed', params: { level: 'shop', cap: '2', oldCap: '20', from } },
      changed('pay_by', 'PT12H', 'PT48H'),
      changed('auto_accept', 'P30D', 'P7D'),
      changed('return_window', 'P60D', 'P14D'),
      changed('after_sale', 'PT24H', 'PT48H'),
      changed('appeal', 'P10D', 'P5D'),
    ]);
    expect((await me()).limits).toMatchObject(good);
    expect((await me()).nextTerms).toEqual({ ...good, ...worse, from });

    await wait(15 * day - 1);
    expect(await measured()).toEqual(asMeasured(good));
    expect((await me()).limits).toMatchObject(good);

    await wait(1);
    expect((await me()).nextTerms).toBeNull();
    expect((await me()).limits).toMatchObject(worse);
    expect(await measured()).toEqual(asMeasured({ ...good, ...worse }));
  });

  it('periods that get better for a shop hold at once, with a notice', async () => {
    await restart(worse);
    await wait(15 * day);
    await restart({});
    expect(await measured()).toEqual(asMeasured(good));
    expect((await me()).nextTerms).toBeNull();
    const at = now().toISOString();
    expect((await noticesOfTerms()).at(-1)).toEqual({
      kind: 'period_changed',
      params: { period: 'appeal', length: 'P5D', oldLength: 'P10D', from: at },
    });
  });

  it('an order keeps the periods of the day on which it was placed, and gets better ones', async () => {
    await restart({ returnWindowDays: 60, autoAcceptDays: 30 });
    await wait(15 * day - hour);
    const [placed, other] = [await order(), await order('to_be_accepted')];
    expect(between(now(), other.dueAt)).toBe(7 * day);
    await wait(2 * hour);
    const delivered = await drive(server, placed, 'to_be_accepted');
    expect(between(now(), delivered.dueAt)).toBe(7 * day);
    const later = await order('waiting_for_withdrawal');
    expect(between(now(), later.dueAt)).toBe(60 * day);

    const worst = await order();
    await restart({ returnWindowDays: 10 });
    const settled = await drive(server, worst, 'waiting_for_withdrawal');
    expect(between(now(), settled.dueAt)).toBe(10 * day);
  });

  it('a case about an order leaves the time that held when it was placed', async () => {
    const shipped = await order('shipped');
    await restart({ afterSaleHours: 24 });
    await wait(15 * day);
    const opened = await complain(shipped);
    expect(between(now(), opened?.dueAt) / hour).toBe(48);

    await restart({ afterSaleHours: 72 });
    const later = await complain(await order('shipped'));
    expect(between(now(), later?.dueAt) / hour).toBe(72);
  });

  it('the date of a deposit’s return is that of a settled order, whichever window holds for later ones', async () => {
    const lastEnd = async () => between(now(), (await lastWindowEnd(server.deps, user.shopId)).at) / day;
    await restart({ returnWindowDays: 60 });
    await wait(15 * day - hour);
    const placed = await order();
    await wait(hour);
    const settled = await drive(server, placed, 'waiting_for_withdrawal');
    expect(between(now(), settled.dueAt)).toBe(14 * day);
    expect(await lastEnd()).toBe(14);
    await restart({ returnWindowDays: 5 });
    expect(await lastEnd()).toBe(14);
  });

  it('the date of a deposit’s return is estimated by the window that holds for its shop', async () => {
    await restart({ returnWindowDays: 60 });
    const windowDays = async () => {
      await order('waiting_for_withdrawal');
      return between(now(), (await lastWindowEnd(server.deps, user.shopId)).at) / day;
    };
    await wait(15 * day - 1);
    expect(await windowDays()).toBe(14);
    await wait(1);
    expect(await windowDays()).toBe(60);
  });

  it('the goods of a level are as many as were promised until 15 days have passed, and stay listed after them', async () => {
    const list = async () => {
      const { id } = await addGoods(server);
      const { code } = await call('POST /v1/showcase/add', {
        items: [{ goodsId: id, sellingPrice: '20.00' }],
      });
      return code;
    };
    const used = async () => (await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list')).data;
    await restart({ goodsByLevel: { ...limits.goodsByLevel, shop: 2 } });
    const level = async () =>
      (await call<Output<'GET /v1/shop/type'>>('GET /v1/shop/type')).data.list.find(
        ({ id }) => id === 'shop',
      );
    await wait(15 * day - 1);
    expect([await list(), await list(), (await level())?.goodsCap]).toEqual([codes.ok, codes.ok, 20]);
    await wait(1);
    expect([await list(), (await level())?.goodsCap]).toEqual([codes.showcaseGoodsMaximum, 2]);
    expect(await used()).toMatchObject({ used: 3, cap: 2 });
  });

  it('a notice of a period names it and both lengths in the reader’s language', async () => {
    await restart({ returnWindowDays: 60 });
    const texts = async (lang: string) => {
      const options = { token: user.token, headers: { 'accept-language': lang } };
      const { data } = await server.call<Output<'POST /v1/notify/list'>>('POST /v1/notify/list', {}, options);
      const lines = data.list.map(({ title, body }) => `${title}: ${body}`);
      // Without the marks of direction, and with plain spaces.
      return lines.map((line) => line.replace(/[\u2066-\u2069]/g, '').replace(/\s/g, ' ')).join('\n');
    };
    // "60 days from" a date would be a period that begins on it.
    expect(await texts('en')).toMatch(
      /Return window of a new order after delivery: from .*, it’s 60 days; before that, 14 days\. Dates/m,
    );
    expect(await texts('fr')).toMatch(
      /Délai de retour d’une nouvelle commande après la livraison : à partir du .*, il passe à 60 jours\./,
    );
  });
});

describe.each(kinds)('a database of a build that announced no periods on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  const restart = (terms: Partial<Terms>) => startWithTerms(server, terms);
  const windowOf = async () => {
    const { data } = await server.call<Me>('GET /v1/me', {}, { token: await server.signIn(user) });
    return data.limits.returnWindowDays;
  };
  const changes = async () =>
    (await server.deps.db.select().from(notices).where(eq(notices.shopId, user.shopId)).orderBy(notices.seq))
      .map((notice) => notice.kind)
      .filter((name) => name.endsWith('_changed'));
  /** As the earlier build stores it. */
  const announceFees = (terms: Partial<FeeTerms>) =>
    server.deps.db
      .insert(operatorTerms)
      .values({ terms: pickFeeTerms({ ...limits, ...terms }), announcedAt: server.clock.now() });

  beforeEach(async () => {
    server = await startTestServer(kind);
    await announceFees({});
    server.clock.advance(day);
    user = await server.addUser();
    server.clock.advance(day);
  });
  afterEach(() => server.close());

  it('has the configured periods at its first start without a notice, and announces what changes after it', async () => {
    await restart({ returnWindowDays: 20 });
    await runDue(server.deps);
    expect([await windowOf(), await changes()]).toEqual([20, []]);
    await restart({ returnWindowDays: 60 });
    await runDue(server.deps);
    expect([await windowOf(), await changes()]).toEqual([20, ['period_changed']]);
    server.clock.advance(15 * day);
    expect(await windowOf()).toBe(60);
  });

  it('has the periods of the first start for a shop that its notices had not reached before the second', async () => {
    await restart({ returnWindowDays: 20 });
    await restart({ returnWindowDays: 60 });
    expect(await windowOf()).toBe(20);
    await runDue(server.deps);
    expect([await windowOf(), await changes()]).toEqual([20, ['period_changed']]);
  });

  it('keeps its periods where the earlier build runs on beside this one and announces other fees', async () => {
    await restart({ returnWindowDays: 20 });
    await runDue(server.deps);
    await announceFees({ minimumDeposit: '30.00' });
    await runDue(server.deps);
    expect([await windowOf(), await changes()]).toEqual([20, ['minimum_recharge_changed']]);
    await restart({ returnWindowDays: 60, minimumDeposit: '30.00' });
    await runDue(server.deps);
    expect(await windowOf()).toBe(20);
  });

  it('has nothing but amounts in the columns that the earlier build reads', async () => {
    await restart({ returnWindowDays: 20 });
    await runDue(server.deps);
    const [row] = await server.deps.db.select().from(shopTerms).where(eq(shopTerms.shopId, user.shopId));
    const read = pickFeeTerms(limits);
    expect([row?.terms, row?.oldTerms]).toEqual([read, read]);
  });
});
