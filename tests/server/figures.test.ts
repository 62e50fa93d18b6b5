import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '../../src/contract/money.ts';
import { orderStatuses } from '../../src/contract/status.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { seededRandom } from '../../src/server/demo/seeded-random.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';
import type { Random } from '../../src/server/platform/ids.ts';
import { dayLabel, hourOf, startOfDay, startOfHour } from '../../src/server/platform/zone.ts';
import { shops } from '../../src/server/schema.ts';
import { figuresDue } from '../../src/server/shops/figures/fold-deltas.ts';
import { kinds } from '../harness/database.ts';
import { decide } from '../harness/decide.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { seed } from '../harness/seed.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Figure = Record<'placed' | 'purchase' | 'settled' | 'estimated', string>;

/** A report as it was sent: what the figures have to add up to. */
interface Sent {
  input: { day: string; hour?: number; visitors?: number; clicks?: { goods: string; count: number }[] };
  at: Date;
}

const sum = (list: number[]) => list.reduce((all, one) => all + one, 0);

/** Returns the clicks reported between two moments; null where none were. */
const clicksOf = (reports: Sent[], from: Date, to: Date): number | null => {
  const lists = reports.flatMap(({ at, input }) => (at >= from && at < to && input.clicks) || []);
  const isReported = reports.some(({ at, input }) => at >= from && at < to && input.clicks);
  return isReported ? sum(lists.map(({ count }) => count)) : null;
};

/** Counts the figures between two moments from the rows of events, as no index does. */
const countedOf = async (db: Database, shopId: string, from: Date, to: Date): Promise<Figure> => {
  const span = sql`between ${from.toISOString()}::timestamptz and ${new Date(to.getTime() - 1).toISOString()}::timestamptz`;
  const [row] = await queryRows<Figure>(
    db,
    sql`select (count(*) filter (where e.event = 'place'))::text as placed,
          coalesce(sum(e.purchase), 0)::text as purchase, coalesce(sum(e.profit), 0)::text as settled,
          coalesce(sum(case when e.event = 'pay'
            and o.status in ('to_be_shipped', 'shipped', 'to_be_accepted', 'accepted', 'pending_settlement')
            then o.amount - o.refunded - o.fee - o.cost else 0 end), 0)::text as estimated
        from order_events e join orders o on o.id = e.order_id where e.shop_id = ${shopId} and e.at ${span}`,
  );
  if (!row) throw new Error('a count has a row');
  return row;
};

const shown = ({ placed, purchase, settled, estimated }: Figure) => ({
  orders: Number(placed),
  purchaseCost: formatMoney(BigInt(purchase)),
  profitSettled: formatMoney(BigInt(settled)),
  profitEstimated: formatMoney(BigInt(estimated)),
});

// Offsets of quarter hours, clocks that change at midnight, a day that was left out, and a start at each.
const zones: [timeZone: string, start: string][] = [
  ['Asia/Kathmandu', '2025-03-03T10:00:00.000Z'],
  ['America/St_Johns', '2025-03-06T10:00:00.000Z'],
  ['Africa/Cairo', '2025-04-22T10:00:00.000Z'],
  ['America/Havana', '2025-10-30T10:00:00.000Z'],
  ['Pacific/Apia', '2025-12-28T10:00:00.000Z'],
];

const events = 70;

/** What is seen of a shop. */
interface Shop {
  shopId: string;
  timeZone: string;
  opened: Date;
  goodsIds: string[];
}

describe.each(kinds)('figures kept by quarter hours and days on %s', (kind) => {
  const server = useServer(kind, { start: '2025-03-01T00:00:00.000Z' });

  /** Sends a report of a day or an hour that has begun, an earlier one again, or an earlier one with other figures. */
  const sendReport = async (shop: Shop, reports: Sent[], dice: (sides: number) => number): Promise<void> => {
    const { shopId, timeZone, opened, goodsIds } = shop;
    const send = (at: number, input: object) =>
      decide(server.deps, 'traffic-report', { shop: shopId, reference: `R-${at}`, ...input }, 'test');
    const before = dice(reports.length + 2);
    const earlier = reports[before]?.input;
    if (earlier && dice(2) === 0) return void (await send(before, earlier));
    if (earlier) {
      const other = { ...earlier, visitors: (earlier.visitors ?? 0) + 1 };
      return expect(send(before, other)).rejects.toMatchObject({ detail: { reason: 'reference_used' } });
    }
    const now = server.clock.now();
    const moment = new Date(now.getTime() - dice((now.getTime() - opened.getTime()) / minute) * minute);
    const day = dayLabel(timeZone, moment);
    const hour = dice(4) === 0 ? undefined : hourOf(timeZone, moment);
    const input = {
      day,
      ...(hour !== undefined && { hour }),
      ...(dice(2) === 0 && { visitors: dice(9) }),
      clicks: goodsIds.filter(() => dice(2) === 0).map((goods) => ({ goods, count: dice(5) })),
    };
    await send(reports.length, input);
    const at = hour === undefined ? startOfDay(timeZone, moment) : startOfHour(timeZone, day, hour);
    reports.push({ input, at });
  };

  const happen = async (user: TestUser, random: Random, shop: Shop, reports: Sent[]): Promise<void> => {
    const { deps } = server;
    const [goodsId = ''] = shop.goodsIds;
    const dice = (sides: number) => (random(1)[0] ?? 0) % sides;
    server.clock.advance((1 + dice(240)) * minute);
    const what = dice(7);
    if (what < 3) return sendReport(shop, reports, dice);
    if (what === 3) return void (await figuresDue.run(deps));
    const wallet = dice(2) === 0 ? {} : { wallet: 'held_until_delivery' };
    const status = orderStatuses[dice(orderStatuses.length)] ?? 'accepted';
    const order = await drive(server, await place(server, user, goodsId, wallet), status);
    if (what !== 6) return;
    server.clock.advance(dice(200) * minute);
    if (['shipped', 'to_be_accepted', 'accepted', 'pending_settlement'].includes(order.status)) {
      const decision = { partialAmount: 1_230_000n };
      await apply(server, { orderId: order.id, event: 'partial_refund', party: 'platform', decision });
    }
    if (order.status === 'waiting_for_withdrawal' || order.status === 'to_be_shipped')
      await apply(server, {
        orderId: order.id,
        event: 'refund',
        party: 'platform',
        decision: { fault: 'supplier' },
      });
  };

  it.each(zones)('equal what happened and what was reported in %s', async (timeZone, start) => {
    const random = seededRandom(`${seed} ${timeZone}`);
    const { db } = server.deps;
    server.clock.set(start);
    const user = await server.addUser();
    await db.update(shops).set({ timeZone }).where(eq(shops.id, user.shopId));
    await server.fund(user.shopId, 10_000_000_000n);
    const goodsIds = [await addListed(server, user), await addListed(server, user)].map(({ id }) => id);
    const shop = { shopId: user.shopId, timeZone, opened: new Date(start), goodsIds };
    const reports: Sent[] = [];
    for (let count = 0; count < events; count++) {
      await happen(user, random, shop, reports);
      if (count % 10 !== 9) continue;
      const token = await server.signIn(user);
      const { data: stat } = await server.call('POST /v1/home/stat', {}, { token });
      for (const { from, to, previous: _, ...period } of [stat.today, stat.week, stat.month]) {
        const counted = await countedOf(db, user.shopId, new Date(from), new Date(to));
        const clicks = clicksOf(reports, new Date(from), new Date(to));
        expect(period, `${from} to ${to}, seed ${seed}`).toEqual({ clicks, ...shown(counted) });
      }
      for (const metric of ['clicks', 'purchaseCost', 'profit'] as const) {
        for (const range of ['today', 'month'] as const) {
          const { data: line } = await server.call('POST /v1/home/stat_line', { metric, range }, { token });
          for (const points of [line.previous, line.points]) {
            const ends = points.slice(1).map(({ t }) => new Date(t));
            for (const [at, end] of ends.entries()) {
              const point = points[at];
              const from = new Date(point?.t ?? '');
              if (metric === 'clicks') {
                const isPart = reports.some(
                  (one) => one.input.hour === undefined && +one.at === +startOfDay(timeZone, from),
                );
                const clicks = range === 'today' && isPart ? null : clicksOf(reports, from, end);
                expect([point?.t, point?.value]).toEqual([point?.t, clicks?.toString() ?? null]);
                continue;
              }
              const counted = shown(await countedOf(db, user.shopId, from, end));
              const value = metric === 'profit' ? counted.profitSettled : counted.purchaseCost;
              expect([point?.t, point?.value]).toEqual([point?.t, value]);
              if (metric === 'profit') expect(point?.estimated).toBe(counted.profitEstimated);
            }
          }
        }
      }
    }
    user.token = await server.signIn(user);
    const { data: store } = await user.call('POST /v1/store/info', {});
    const visitors = reports.flatMap(({ input }) => input.visitors ?? []);
    expect(store.visitors).toBe(visitors.length > 0 ? sum(visitors) : null);
    const { data: showcase } = await user.call('POST /v1/showcase/list', {});
    const clicksOn = (id: string) =>
      sum(
        reports
          .flatMap(({ input }) => input.clicks ?? [])
          .map(({ goods, count }) => (goods === id ? count : 0)),
      );
    for (const { goodsId, clicks } of showcase.list) expect(clicks).toBe(clicksOn(goodsId));
    expect((await audit(db)).findings).toEqual([]);
    await figuresDue.run(server.deps);
    expect(await queryRows(db, sql`select * from shop_deltas`)).toEqual([]);
    expect((await audit(db)).findings).toEqual([]);
  });

  it.each([
    ['a day', 'update shop_days set clicks = clicks + 1', /on 20\d\d-\d\d-\d\d, its quarter hours say/],
    ['a quarter hour', 'update shop_figures set settled = settled - 1', /has figures of .* its rows say/],
    [
      'a total',
      `update shop_counts set count = count + 1 where name = 'orders:shipped'`,
      /as orders:shipped/,
    ],
    [
      'an unread notice',
      `insert into shop_deltas (shop_id, name, value) select min(id), 'unread', 3 from shops`,
      /as unread, its rows say/,
    ],
  ])('are audited: %s that was changed is found', async (_, statement, finding) => {
    await server.deps.db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(statement));
        expect((await audit(tx)).findings.join('\n')).toMatch(finding);
        throw new Error('undo');
      })
      .catch((error: Error) => expect(error.message).toBe('undo'));
  });
});
