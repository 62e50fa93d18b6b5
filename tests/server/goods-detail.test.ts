import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { day } from '../../src/server/platform/clock.ts';
import { goodsOutcomes } from '../../src/server/schema.ts';
import { addGoods, addListed, apply, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Detail = Output<'POST /v1/goods/detail'>;

describe('an article with all that is known of it', () => {
  const server = useServer('postgres');
  let user: TestUser;
  const detail = async (id: string) => (await user.call<Detail>('POST /v1/goods/detail', { id })).data;

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 1_000n * UNITS);
  });

  it('has the listing of its shop at its own price, and of no other', async () => {
    const { id } = await addListed(server, user);
    expect(await detail(id)).toMatchObject({
      listed: true,
      suggestedPrice: '20.00',
      listing: { goodsId: id, sellingPrice: '20.00', status: 'listed' },
    });
    const other = await server.addUser();
    const seen = await other.call<Detail>('POST /v1/goods/detail', { id });
    expect(seen.data).toMatchObject({ listed: false, listing: null });
  });

  it('is still shown where the supplier has withdrawn it, and is unknown where there is none', async () => {
    const { id, code } = await addListed(server, user);
    await server.decide('goods-withdraw', { goods: code });
    const listing = { status: 'unlisted', unlistReason: 'goods_withdrawn' };
    expect(await detail(id)).toMatchObject({ offered: false, listed: false, listing });
    expect((await user.call('POST /v1/goods/detail', { id: 'gds_none' })).code).toBe(codes.recordNotFound);
  });

  it('tells what 20 orders of 5 shops show, nothing of fewer, and reads the last 200', async () => {
    const { id } = await addGoods(server);
    // Each takes a day longer than the one before, up to ten; every tenth comes back.
    const end = (from: number, to: number, shopCount: number, at: string) =>
      server.deps.db.execute(sql`
        insert into goods_outcomes (goods_id, ended_at, order_id, shop_id, days, came_back)
        select ${id}, ${at}::timestamptz + n * interval '1 minute', 'ord_' || n, 'shop_' || n % ${shopCount}::int,
          1 + n % 10, n % 10 = 0 from generate_series(${from}::int, ${to}::int) n`);
    await end(1, 19, 5, '2026-01-01T00:00:00Z');
    expect((await detail(id)).facts).toBeNull();
    await end(20, 20, 5, '2026-01-01T00:00:00Z');
    expect((await detail(id)).facts).toEqual({ orders: 20, shops: 5, daysP50: 5, daysP90: 9, cameBack: 2 });
    await end(21, 220, 4, '2026-02-01T00:00:00Z');
    // The last 200 are of four shops.
    expect((await detail(id)).facts).toBeNull();
    await end(221, 221, 500, '2026-02-01T00:00:00Z');
    expect((await detail(id)).facts).toMatchObject({ orders: 200, shops: 5, cameBack: 20 });
  });

  it('keeps of each order that ended after its delivery how long the buyer waited, and whether it came back', async () => {
    const { id } = await addListed(server, user);
    const bought = async (waits: number) => {
      const order = await place(server, user, id);
      await drive(server, order, 'shipped');
      server.clock.advance(waits * day);
      await apply(server, { orderId: order.id, event: 'deliver', party: 'carrier' });
      return order.id;
    };
    const returned = await bought(4);
    await apply(server, { orderId: returned, event: 'refund', party: 'platform' });
    const kept = await bought(2.5);
    const events = [
      ['accept', 'buyer'],
      ['enqueue_settlement', 'system'],
      ['settle', 'system'],
      ['release', 'system'],
    ] as const;
    for (const [event, party] of events) await apply(server, { orderId: kept, event, party });
    // Of a refund before the delivery nobody waited for anything.
    await drive(server, await place(server, user, id), 'refunded');
    const outcomes = await server.deps.db
      .select()
      .from(goodsOutcomes)
      .where(sql`${goodsOutcomes.goodsId} = ${id}`);
    expect(outcomes.map((row) => [row.orderId, row.days, row.cameBack])).toEqual([
      [returned, 4, true],
      [kept, 3, false],
    ]);
    const { data } = await server.call<Detail>(
      'POST /v1/goods/detail',
      { id },
      { token: await server.signIn(user) },
    );
    expect(data.mine).toEqual({ sold: 3, returned: 2, profit: '7.00', refunds: '0.00' });
  });
});
