import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { type Limits, limits } from '../../src/contract/limits.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { afterSaleCases, orders } from '../../src/server/schema.ts';
import { lastWindowEnd } from '../../src/server/trade/deposits/return-window.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { kinds } from '../harness/database.ts';
import { decide } from '../harness/decide.ts';
import { addGoods, addListed, drive, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { restartWithTerms, waitAndRunDue } from '../harness/terms.ts';

const longer = { payByHours: 96, autoAcceptDays: 30, returnWindowDays: 60, afterSaleHours: 96 };

describe.each(kinds)('the periods of a shop on %s', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let goodsId: string;
  const call = <T>(name: string, input: object = {}) => server.call<T>(name, input, { token: user.token });
  const restart = (changed: Partial<Limits>) => restartWithTerms(server, changed);
  const wait = (ms: number) => waitAndRunDue(server, user, ms);
  const between = (from: Date | null | undefined, to: Date | null | undefined) =>
    (to?.getTime() ?? 0) - (from?.getTime() ?? 0);
  const now = () => server.clock.now();
  const order = async (status: OrderRow['status'] = 'pending_payment') =>
    drive(server, await place(server, user, goodsId), status);
  const complain = async ({ id, no }: OrderRow) => {
    const request = { order: no, reason: 'The lamp came broken.', code: 'damaged' };
    await decide(server.deps, 'case-open', request, 'rosa');
    const [row] = await server.deps.db.select().from(afterSaleCases).where(eq(afterSaleCases.orderId, id));
    return row;
  };

  beforeAll(async () => {
    server = await startTestServer(kind);
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });
  beforeEach(async () => {
    await restart({});
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
    goodsId = (await addListed(server, user)).id;
    await wait(hour);
  });

  it('are those of the configuration from the start that brings them, without a notice', async () => {
    await restart(longer);
    const { data } = await call<Output<'GET /v1/me'>>('GET /v1/me');
    expect([data.limits, data.nextTerms]).toMatchObject([longer, null]);
    const placed = await order();
    expect(between(placed.createdAt, placed.dueAt) / hour).toBe(96);
    expect(between(now(), (await order('to_be_accepted')).dueAt) / day).toBe(30);
    expect(between(now(), (await order('waiting_for_withdrawal')).dueAt) / day).toBe(60);
    const notified = await user.notices();
    expect(notified.filter(({ kind: name }) => /terms|_changed/.test(name))).toEqual([]);
  });

  it.each([
    ['longer', { autoAcceptDays: 7, returnWindowDays: 14 }, longer],
    ['shorter', longer, { autoAcceptDays: 7, returnWindowDays: 14 }],
  ])(
    'stay with an order as they were when it was placed, where later ones are %s',
    async (_, before, later) => {
      await restart(before);
      const [first, second, delivered] = [await order(), await order(), await order('to_be_accepted')];
      await restart(later);
      const [stored] = await server.deps.db.select().from(orders).where(eq(orders.id, delivered.id));
      expect(stored?.dueAt).toEqual(delivered.dueAt);
      const arrived = await drive(server, first, 'to_be_accepted');
      expect(between(now(), arrived.dueAt) / day).toBe(before.autoAcceptDays);
      const settled = await drive(server, second, 'waiting_for_withdrawal');
      expect(between(now(), settled.dueAt) / day).toBe(before.returnWindowDays);
    },
  );

  it('stay with a case as they were when it was opened', async () => {
    const [shipped, other] = [await order('shipped'), await order('shipped')];
    const opened = await complain(shipped);
    expect(between(now(), opened?.dueAt) / hour).toBe(48);
    await restart({ afterSaleHours: 24 });
    await wait(36 * hour);
    const [row] = await server.deps.db
      .select()
      .from(afterSaleCases)
      .where(eq(afterSaleCases.id, opened?.id ?? ''));
    expect(row).toMatchObject({ state: 'merchant_due', dueAt: opened?.dueAt });
    expect(between(now(), (await complain(other))?.dueAt) / hour).toBe(24);
  });

  it('give the return of a deposit the date of a settled order, whichever window holds for later ones', async () => {
    const settled = await order('waiting_for_withdrawal');
    await restart({ returnWindowDays: 60 });
    const { at } = await lastWindowEnd(server.deps, user.shopId);
    expect(at).toEqual(settled.dueAt);
  });

  it('are announced no more than the goods of a level, of which those that are listed stay listed', async () => {
    const list = async () => {
      const { id } = await addGoods(server);
      const items = [{ goodsId: id, sellingPrice: '20.00' }];
      return (await call('POST /v1/showcase/add', { items })).code;
    };
    expect([await list(), await list()]).toEqual([codes.ok, codes.ok]);
    await restart({ goodsByLevel: { ...limits.goodsByLevel, shop: 2 } });
    const levels = (await call<Output<'GET /v1/shop/type'>>('GET /v1/shop/type')).data.list;
    expect([await list(), levels.find(({ id }) => id === 'shop')?.goodsCap]).toEqual([
      codes.showcaseGoodsMaximum,
      2,
    ]);
    const { data } = await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list');
    expect(data).toMatchObject({ used: 3, cap: 2 });
  });
});
