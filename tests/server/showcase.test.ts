import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { reportTraffic } from '../../src/server/demo/traffic.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { shops } from '../../src/server/schema.ts';
import { decide } from '../harness/decide.ts';
import { addGoods, addListed, played } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type List = Output<'POST /v1/showcase/list'>;

describe('the showcase', () => {
  const server = useServer('postgres');
  let user: TestUser;
  const add = (items: { goodsId: string; sellingPrice: string }[]) =>
    user.call('POST /v1/showcase/add', { items });
  const edit = (id: string, sellingPrice: string) =>
    user.call('POST /v1/showcase/edit', { id, sellingPrice });
  const del = (ids: string[]) => user.call('POST /v1/showcase/del', { ids });
  const list = async (input: object = {}) => (await user.call('POST /v1/showcase/list', input)).data;
  const idOf = async (goodsId: string) =>
    (await list()).list.find((item) => item.goodsId === goodsId)?.id ?? '';

  beforeEach(async () => {
    user = await server.addUser();
  });

  it('lists goods with their cost, fee and expected profit', async () => {
    const row = await addGoods(server);
    const { data } = await add([{ goodsId: row.id, sellingPrice: '21.50' }]);
    // The fee is 5 % of 21.50, rounded half up to cents: 1.08.
    expect(data.added).toMatchObject([
      {
        goodsId: row.id,
        sellingPrice: '21.50',
        cost: '12.00',
        fee: '1.08',
        expectedProfit: '8.42',
        status: 'listed',
      },
    ]);
    expect(data).toMatchObject({ skipped: [], used: 1, cap: 20 });
  });

  it('gives the removal of the day back when it is undone at once, and counts one that was meant', async () => {
    const row = await addListed(server, user);
    const again = [{ goodsId: row.id, sellingPrice: '20.00' }];
    const used = async () => (await list()).deleteQuota.used;
    await del([await idOf(row.id)]);
    expect(await used()).toBe(1);
    await add(again);
    expect(await used()).toBe(0);
    await del([await idOf(row.id)]);
    server.clock.advance(hour);
    await add(again);
    expect(await used()).toBe(1);
  });

  it('skips what is listed already, cannot be had or does not exist, and says which', async () => {
    const listed = await addListed(server, user);
    const soldOut = await addGoods(server, { stock: 0 });
    const fine = await addGoods(server);
    const items = [listed.id, soldOut.id, 'gds_none', fine.id].map((goodsId) => ({
      goodsId,
      sellingPrice: '20.00',
    }));
    const { data } = await add(items);
    expect(data.added.map((item) => item.goodsId)).toEqual([fine.id]);
    expect(data.skipped).toEqual([
      { goodsId: listed.id, code: codes.invalidOperation },
      { goodsId: soldOut.id, code: codes.addFailed },
      { goodsId: 'gds_none', code: codes.recordNotFound },
    ]);
    expect(await add(items.slice(0, 1))).toMatchObject({ code: codes.ok, data: { added: [] } });
    expect((await add(items.slice(2, 3))).code).toBe(codes.recordNotFound);
  });

  it('refuses a price below cost beside its field, and lists nothing of the lot', async () => {
    const [a, b] = [await addGoods(server), await addGoods(server)];
    const refused = await add([
      { goodsId: a.id, sellingPrice: '20.00' },
      { goodsId: b.id, sellingPrice: '11.99' },
    ]);
    expect(refused).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'items.1.sellingPrice', params: { min: '12.00' } },
    });
    expect((await list()).list).toEqual([]);
  });

  it('takes the cost itself as a price, of goods that are added and of goods that are listed', async () => {
    const { id: goodsId } = await addGoods(server);
    const { data } = await add([{ goodsId, sellingPrice: '12.00' }]);
    expect(data.added).toMatchObject([{ sellingPrice: '12.00', expectedProfit: '-0.60' }]);
    await edit(await idOf(goodsId), '13.00');
    expect(await edit(await idOf(goodsId), '12.00')).toMatchObject({
      code: codes.ok,
      data: { item: { sellingPrice: '12.00' } },
    });
  });

  it('changes no price to one below cost', async () => {
    const { id: goodsId } = await addListed(server, user);
    expect(await edit(await idOf(goodsId), '11.99')).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'sellingPrice', reason: 'below_cost', params: { min: '12.00' } },
    });
    expect((await list()).list).toMatchObject([{ sellingPrice: '20.00' }]);
  });

  it('holds to the number of goods of the level, also for many at once', async () => {
    const rows = await Promise.all(Array.from({ length: 24 }, () => addGoods(server)));
    const items = rows.map((row) => ({ goodsId: row.id, sellingPrice: '20.00' }));
    expect((await add(items.slice(0, 19))).data.used).toBe(19);
    expect(await add(items.slice(19, 21))).toMatchObject({
      code: codes.showcaseGoodsMaximum,
      data: { params: { used: 19, cap: 20 } },
    });
    const answers = await Promise.all(items.slice(19).map((item) => add([item])));
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === codes.showcaseGoodsMaximum)).toHaveLength(4);
  });

  it('holds to the daily limit of removals, and resets at the shop’s own midnight', async () => {
    await server.deps.db.update(shops).set({ timeZone: 'Asia/Jakarta' }).where(eq(shops.id, user.shopId));
    const rows = await Promise.all(Array.from({ length: 12 }, () => addListed(server, user)));
    const ids = await Promise.all(rows.map((row) => idOf(row.id)));
    // 09:00 UTC is 16:00 in Jakarta; its next day starts at 17:00 UTC.
    const resetsAt = '2025-03-03T17:00:00.000Z';
    expect((await del(ids.slice(0, 9))).data.deleteQuota).toEqual({ used: 9, limit: 10, resetsAt });
    expect(await del(ids.slice(9, 11))).toMatchObject({
      code: codes.showcaseDeleteLimit,
      data: { params: { used: 9, limit: 10, resetsAt } },
    });
    expect((await del(ids.slice(9, 10))).code).toBe(codes.ok);
    expect((await del(ids.slice(10, 11))).code).toBe(codes.showcaseDeleteLimit);
    server.clock.advance(8 * hour);
    expect((await del(ids.slice(10, 12))).data.deleteQuota.used).toBe(2);
  });

  it('holds to the daily limit for many removals at once', async () => {
    const rows = await Promise.all(Array.from({ length: 14 }, () => addListed(server, user)));
    const ids = await Promise.all(rows.map((row) => idOf(row.id)));
    const answers = await Promise.all(ids.map((id) => del([id])));
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === codes.showcaseDeleteLimit)).toHaveLength(4);
  });

  it('does not count against the limit what the supplier takes away, and says why it is gone', async () => {
    const [soldOut, dearer, steady, gone] = await Promise.all(
      [1, 2, 3, 4].map(() => addListed(server, user)),
    );
    if (!soldOut || !dearer || !steady || !gone) throw new Error('no goods');
    await server.decide('stock', { goods: soldOut.code, stock: '0' }, 'test');
    // 12.00 with shipping: 12.60 is 5 % more and stays, 12.61 leaves.
    await server.decide('goods-price', { goods: steady.code, cost: '10.60' }, 'test');
    await server.decide('goods-price', { goods: dearer.code, cost: '10.61' }, 'test');
    await server.decide('goods-withdraw', { goods: gone.code }, 'test');
    const { list: items, used, takenOff, deleteQuota } = await list();
    const reasons = new Map(items.map((item) => [item.goodsId, item.unlistReason]));
    expect([soldOut, dearer, steady, gone].map((row) => reasons.get(row.id))).toEqual([
      'stock_out',
      'cost_change',
      null,
      'goods_withdrawn',
    ]);
    expect({ used, takenOff, deleted: deleteQuota.used }).toEqual({ used: 1, takenOff: 3, deleted: 0 });
    expect(await user.notices('goods_cost_change')).toMatchObject([
      { params: { oldCost: '12.00', cost: '12.61' }, link: `/goods?id=${dearer.id}` },
    ]);
    // 12.00 of 20.00 were cost, 12.61 is: 21.0166… keeps the share, in whole cents.
    expect(items.flatMap(({ keepMarginPrice }) => keepMarginPrice ?? [])).toEqual(['21.02']);
    await server.decide('stock', { goods: steady.code, stock: '3' }, 'test');
    expect((await list({ lowStock: true, status: 'listed' })).list).toMatchObject([{ goodsId: steady.id }]);
  });

  it('keeps an open order when its goods are taken off', async () => {
    const row = await addListed(server, user);
    const order = (await decide(
      played(server.deps),
      'place-order',
      { goods: row.code, shop: user.shopId },
      'test',
    )) as { id: string };
    await del([await idOf(row.id)]);
    expect((await list()).list).toEqual([]);
    const { data } = await user.call('POST /v1/order/list', { id: order.id });
    expect(data.list[0]?.status).toBe('pending_payment');
  });

  it.each(['new', 'price', 'profit', 'clicks'])(
    'pages through the whole list by %s, no row twice',
    async (sort) => {
      for (let index = 0; index < 5; index++) {
        const row = await addListed(server, user, { price: BigInt(20 + (index % 3)) * UNITS });
        const count = (index % 2) + 1;
        await reportTraffic(server.deps, user.shopId, { clicks: [{ goods: row.code, count }] });
        server.clock.advance(1000);
      }
      const seen: List['list'] = [];
      let cursor: string | null = null;
      do {
        const page: List = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) });
        seen.push(...page.list);
        cursor = page.nextCursor;
      } while (cursor);
      expect(new Set(seen.map((item) => item.id)).size).toBe(5);
      const keys = seen.map((item) =>
        Number(
          {
            new: Date.parse(item.listedAt),
            price: item.sellingPrice,
            profit: item.expectedProfit,
            clicks: item.clicks,
          }[sort],
        ),
      );
      expect(keys).toEqual([...keys].sort((a, b) => b - a));
    },
  );

  it('refuses a cursor that it did not issue', async () => {
    const forged = (...pair: string[]) => Buffer.from(JSON.stringify(pair)).toString('base64url');
    const time = '2025-03-03 09:00:00+00';
    for (const cursor of [
      'x',
      '😀',
      forged('1; drop table goods', 'a'),
      forged(time),
      forged(time, 'a', 'b'),
      forged(time, 'a\u0000b'),
      forged(time, "a' or 1=1 --"),
      forged(time, ''),
      forged('infinity', 'a'),
      ...['9999-99-99 99:99:99+99', '2025-02-31 00:00:00+00', '0000-01-01 00:00:00+00'].map((key) =>
        forged(key, 'a'),
      ),
    ]) {
      expect((await user.call('POST /v1/showcase/list', { cursor })).code).toBe(codes.invalidParameter);
    }
  });
});
