import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { shops } from '../../src/server/schema.ts';
import { addListed, place, played } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

// 23:30 of the third of March in Auckland, which is 13 hours ahead then: still the morning of that day in UTC.
const start = '2025-03-03T10:30:00.000Z';
const midnight = '2025-03-03T11:00:00.000Z';

/** Everything that is counted by the day, as one shop sees it. */
describe('the day of a shop', () => {
  let server: TestServer;
  let user: TestUser;
  let goodsId: string;
  const call = async <T>(name: string, input: object = {}) => {
    const { code, data } = await server.call<T>(name, input, { token: user.token, key: randomUUID() });
    expect([name, code]).toEqual([name, codes.ok]);
    return data;
  };
  const counts = async () => {
    const stat = await call<Output<'POST /v1/home/stat'>>('POST /v1/home/stat');
    const listed = await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list');
    const invited = await call<Output<'POST /v1/user/invite/list'>>('POST /v1/user/invite/list');
    const on = async (day: string) => {
      const span = { from: day, to: day };
      const orders = await call<Output<'POST /v1/order/list'>>('POST /v1/order/list', span);
      const flow = await call<Output<'POST /v1/user/wallet_flow'>>('POST /v1/user/wallet_flow', span);
      return { orders: orders.list.length, rows: flow.list.length };
    };
    return {
      clicks: { today: stat.today.clicks, yesterday: stat.today.previous.clicks },
      removals: listed.deleteQuota.used,
      invitations: invited.today.used,
      resets: [listed.deleteQuota.resetsAt, invited.today.resetsAt],
      zones: [stat.timeZone, invited.today.timeZone],
      days: [await on('2025-03-03'), await on('2025-03-04')],
    };
  };
  /** One of each: a click, an order, a removal, an invitation, a movement of money. */
  const act = async () => {
    await decide(played(server.deps), 'click', { shop: user.shopId, goods: goodsId }, 'rosa');
    await place(server, user, goodsId);
    await addListed(server, user);
    const { list } = await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list');
    const other = list.find((item) => item.goodsId !== goodsId);
    await call('POST /v1/showcase/del', { ids: [other?.id] });
    await call('POST /v1/user/invite/add');
    await server.fund(user.shopId, 1_000_000n);
  };

  beforeAll(async () => {
    server = await startTestServer('postgres', { start });
    user = await server.addUser();
    await server.deps.db.update(shops).set({ timeZone: 'Pacific/Auckland' }).where(eq(shops.id, user.shopId));
    goodsId = (await addListed(server, user)).id;
  });
  afterAll(() => server.close());

  it('ends at one moment for figures, lists, removals and invitations: its own midnight', async () => {
    await act();
    const resets = [midnight, midnight];
    const zones = ['Pacific/Auckland', 'Pacific/Auckland'];
    const done = { orders: 1, rows: 1 };
    const none = { orders: 0, rows: 0 };
    const first = { clicks: { today: 1, yesterday: 0 }, removals: 1, invitations: 1, resets, zones };
    expect(await counts()).toEqual({ ...first, days: [done, none] });

    await passTime(server, user, Date.parse(midnight) - Date.parse(start) - 1);
    expect(await counts()).toEqual({ ...first, days: [done, none] });

    await passTime(server, user, 1);
    const next = { ...first, clicks: { today: 0, yesterday: 1 }, removals: 0, invitations: 0 };
    const tomorrow = new Date(Date.parse(midnight) + 24 * hour).toISOString();
    expect(await counts()).toEqual({ ...next, resets: [tomorrow, tomorrow], days: [done, none] });

    await act();
    expect(await counts()).toEqual({
      clicks: { today: 1, yesterday: 1 },
      removals: 1,
      invitations: 1,
      zones,
      resets: [tomorrow, tomorrow],
      days: [done, done],
    });
  });
});
