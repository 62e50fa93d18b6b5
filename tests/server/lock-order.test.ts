import { setTimeout as pause } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { lockChain } from '../../src/server/ledger/ledger.ts';
import { day } from '../../src/server/platform/clock.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { newId } from '../../src/server/platform/ids.ts';
import { afterSaleCases, orders, transactions } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { goodsOf } from '../../src/server/shops/find-rows.ts';
import { reserveStock } from '../../src/server/shops/goods/stock.ts';
import { lockShop } from '../../src/server/shops/shop-row.ts';
import { applyCaseEvent } from '../../src/server/trade/cases/apply-case-event.ts';
import { lockCase } from '../../src/server/trade/model/case-row.ts';
import { applyOrderEvent, type OrderChange } from '../../src/server/trade/orders/apply-order-event.ts';
import { payOrders } from '../../src/server/trade/orders/pay-orders.ts';
import { placeOrder } from '../../src/server/trade/orders/place-order.ts';
import { decide } from '../harness/decide.ts';
import { addGoods, addListed, drive, place } from '../harness/market.ts';
import { type Answer, password, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const rounds = 6;
const many = 6;
// Long enough for another transaction to have read the row before the commit.
const meanwhile = 100;

// Without the second try that inTransaction gives: a deadlock is a failure here.
describe('orders that begin and end at once on PostgreSQL', () => {
  const server = useServer('postgres');
  let user: TestUser;
  let goodsId: string;
  const begin = () =>
    server.deps.db.transaction((tx) =>
      placeOrder(
        { ...server.deps, db: tx },
        {
          shopId: user.shopId,
          items: [{ goodsId, quantity: 1 }],
          actor: 'test:buyer',
          buyer: 'Layla H.',
          paymentReference: newId(server.deps.random, 'pay'),
        },
      ),
    );
  const end = (change: Pick<OrderChange, 'orderId' | 'event' | 'party' | 'decision'>) =>
    server.deps.db.transaction((tx) =>
      applyOrderEvent({ ...server.deps, db: tx }, { ...change, actor: 'test' }),
    );
  const failures = async (work: Promise<unknown>[]) =>
    (await Promise.allSettled(work)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));

  beforeAll(async () => {
    user = await server.addUser();
    goodsId = (await addListed(server, user)).id;
  });

  it('never wait for each other: pieces given back and pieces taken', async () => {
    for (let round = 0; round < rounds; round++) {
      const open = [];
      for (let n = 0; n < many; n++) open.push(await place(server, user, goodsId));
      const ends = open.map(({ id }) => end({ orderId: id, event: 'cancel', party: 'buyer' }));
      expect(await failures([...ends, ...open.map(begin)])).toEqual([]);
    }
  });

  it('never wait for each other: two payments that name the same orders the other way round', async () => {
    const pay = (orderIds: string[]) =>
      server.deps.db.transaction((tx) =>
        payOrders({ ...server.deps, db: tx }, { shopId: user.shopId, actor: 'test', orderIds }),
      );
    for (let round = 0; round < rounds; round++) {
      const { id: first } = await place(server, user, goodsId);
      const { id: second } = await place(server, user, goodsId);
      // One of them pays for both, and the other finds nothing left to pay.
      expect(await failures([pay([first, second]), pay([second, first])])).toEqual([
        expect.objectContaining({ code: codes.invalidOperation }),
      ]);
    }
  });

  it('are not written over by an operator who changes what the goods cost', async () => {
    const stock = async () => (await goodsOf(server.deps.db, goodsId)).stock;
    const before = await stock();
    let changing: Promise<unknown> | undefined;
    await server.deps.db.transaction(async (tx) => {
      await reserveStock(tx, goodsId, 3, server.clock.now());
      changing = server.decide('goods-price', { goods: goodsId, cost: '10.10' });
      await pause(meanwhile);
    });
    await changing;
    expect(await stock()).toBe(before - 3);
  });

  it('find nothing listed that the supplier took back meanwhile', async () => {
    const { id } = await addGoods(server);
    const items = [{ goodsId: id, sellingPrice: '20.00' }];
    let adding: Promise<Answer> | undefined;
    await server.deps.db.transaction(async (tx) => {
      await decide({ ...server.deps, db: tx }, 'goods-withdraw', { goods: id }, 'rosa');
      adding = server.call('POST /v1/showcase/add', { items }, { token: user.token });
      await pause(meanwhile);
    });
    expect((await adding)?.code).toBe(codes.addFailed);
  });

  it('never wait for each other: a better score and a new order of one shop', async () => {
    for (let round = 0; round < rounds; round++) {
      const open = [];
      for (let n = 0; n < many; n++)
        open.push(await drive(server, await place(server, user, goodsId), 'waiting_for_withdrawal'));
      const ends = open.map(({ id }) => end({ orderId: id, event: 'release', party: 'system' }));
      expect(await failures([...ends, ...open.map(begin)])).toEqual([]);
    }
  });

  const orderOf = async (id: string) => {
    const [order] = await server.deps.db.select().from(orders).where(eq(orders.id, id));
    if (!order) throw new Error('no order');
    return order;
  };
  /** An order whose goods came back by a decision that an appeal has proved wrong, so that its refund is compensated. */
  const returnedWrongly = async () => {
    const { id } = await drive(server, await place(server, user, goodsId), 'waiting_for_withdrawal');
    const say = (name: string, flags: object) => server.decide(name, { order: id, ...flags });
    const reason = 'It came broken.';
    await say('case-open', { reason, code: 'damaged', type: 'return_refund' });
    server.clock.advance(2 * day);
    await runDue(server.deps);
    await say('case-decide', { result: 'approve', reason });
    const { data } = await server.call<{ token: string }>('POST /login', {
      username: user.username,
      password,
    });
    const { caseId } = await orderOf(id);
    const [{ statementId: ref } = { statementId: null }] = await server.deps.db
      .select({ statementId: afterSaleCases.statementId })
      .from(afterSaleCases)
      .where(eq(afterSaleCases.id, caseId ?? ''));
    const appealed = await server.call<{ appeal: { no: string } }>(
      'POST /v1/shop/appeal',
      { ref, text: 'It was whole.' },
      { token: data.token },
    );
    const appeal = appealed.data.appeal.no;
    await server.decide('appeal-decide', { appeal, outcome: 'reversed', reason: 'It was.' });
    await say('case-returned', { carrier: 'Blue Heron', tracking: 'BH 1' });
    await say('case-received', {});
    return orderOf(id);
  };
  const isWaiting = sql`
    select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

  it('never wait for each other: a refund that is compensated, and what moves money of its shop', async () => {
    const { id, caseId } = await returnedWrongly();
    const refund = () =>
      server.deps.db.transaction(async (tx) => {
        const by = { party: 'system', actor: 'system' } as const;
        const locked = await lockCase(tx, caseId ?? '');
        return applyCaseEvent({ ...server.deps, db: tx }, locked, { event: 'refund', ...by });
      });
    let refunding: Promise<unknown[]> = Promise.resolve([]);
    const moving = server.deps.db.transaction(async (tx) => {
      await lockShop(tx, user.shopId);
      refunding = failures([refund()]);
      const hasMet = async () => (await queryRows(server.deps.db, isWaiting)).length > 0;
      await expect.poll(hasMet, { timeout: 20_000 }).toBe(true);
      await lockChain(tx, user.shopId);
    });
    expect(await failures([moving])).toEqual([]);
    expect(await refunding).toEqual([]);
    expect((await orderOf(id)).status).toBe('refunded');
    const kinds = await server.deps.db
      .select({ kind: transactions.kind })
      .from(transactions)
      .where(eq(transactions.ref, caseId ?? ''));
    expect(kinds).toEqual([{ kind: 'compensation' }]);
  });
});
