import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { parseMoney, UNITS } from '../../src/contract/money.ts';
import { reportTraffic } from '../../src/server/demo/traffic.ts';
import { hour } from '../../src/server/platform/clock.ts';
import { orderEvents, shops } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { password, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type Stat = Output<'POST /v1/home/stat'>;
type Line = Output<'POST /v1/home/stat_line'>;

const ranges = ['today', 'week', 'month'] as const;
const metrics = ['clicks', 'purchaseCost', 'profit'] as const;

// Paris: the clocks go forward on 30 March 2025, in the middle of what happens here.
describe.each(['UTC', 'Europe/Paris'])('the home indicators in %s', (timeZone) => {
  const server = useServer('postgres', { start: '2025-03-10T05:30:00.000Z' });
  let user: TestUser;
  const reported: { at: Date; count: number }[] = [];
  const call = async <T>(name: string, input: object = {}) => {
    const { data } = await server.call<{ token: string }>('POST /login', {
      username: user.username,
      password,
    });
    return server.call<T>(name, input, { token: data.token });
  };

  /** Counts a figure from its events, for as long a time after a moment as has passed of the period on show. */
  const countedOf = async (metric: (typeof metrics)[number], from: number, passed: number) => {
    const { db } = server.deps;
    const isThen = ({ at }: { at: Date }) => at.getTime() >= from && at.getTime() < from + passed;
    if (metric === 'clicks') {
      const then = reported.filter(isThen);
      return then.length > 0 ? parseMoney(String(then.reduce((total, { count }) => total + count, 0))) : null;
    }
    const rows = await db.select().from(orderEvents).where(eq(orderEvents.shopId, user.shopId));
    const figure = metric === 'profit' ? 'profit' : 'purchase';
    return rows.filter(isThen).reduce((total, row) => total + row[figure], 0n);
  };

  beforeAll(async () => {
    user = await server.addUser();
    await server.deps.db
      .update(shops)
      .set({ timeZone, createdAt: new Date('2025-01-01') })
      .where(eq(shops.id, user.shopId));
    await server.fund(user.shopId, 1_000n * UNITS);
    const { id: goodsId, code } = await addListed(server, user);
    // Twenty-two days of things at odd hours, up to 1 April.
    for (let step = 0; step < 48; step++) {
      server.clock.advance(11 * hour);
      await runDue(server.deps);
      const count = (step % 3) + 1;
      await reportTraffic(server.deps, user.shopId, { clicks: [{ goods: code, count }] });
      const at = server.clock.now().getTime();
      reported.push({ at: new Date(at - (at % hour)), count });
      if (step % 4 !== 0) continue;
      const order = await place(
        server,
        user,
        goodsId,
        step % 8 === 0 ? { wallet: 'held_until_delivery' } : {},
      );
      const status = (['accepted', 'to_be_shipped', 'pending_payment', 'waiting_for_withdrawal'] as const)[
        (step / 4) % 4
      ];
      await drive(server, order, status ?? 'accepted');
      if (step !== 28) continue;
      await apply(server, {
        orderId: order.id,
        event: 'refund',
        party: 'platform',
        decision: { fault: 'supplier' },
      });
    }
  });

  it.each(ranges.flatMap((range) => metrics.map((metric) => [range, metric] as const)))(
    'are the sum of the points of %s: %s',
    async (range, metric) => {
      const { data: stat } = await call<Stat>('POST /v1/home/stat');
      const { data: line } = await call<Line>('POST /v1/home/stat_line', { metric, range });
      const sum = (of: (point: Line['points'][number]) => string | null, points = line.points) =>
        points.reduce((total, point) => total + parseMoney(of(point) ?? '0'), 0n);
      const field = { clicks: 'clicks', purchaseCost: 'purchaseCost', profit: 'profitSettled' }[
        metric
      ] as 'clicks';
      const figure = (period: { [name in typeof field]: string | number | null }) =>
        parseMoney(String(period[field] ?? 0));
      expect(sum((point) => point.value)).toBe(figure(stat[range]));
      expect(parseMoney(line.total ?? '0')).toBe(figure(stat[range]));
      expect(sum((point) => point.value, line.previous)).toBe(figure(stat[range].previous));
      const passed = server.clock.now().getTime() - Date.parse(stat[range].from);
      const byThen = await countedOf(metric, Date.parse(line.previous[0]?.t ?? ''), passed);
      const change = byThen === null ? null : parseMoney(line.total ?? 'none') - byThen;
      expect(line.change === null ? null : parseMoney(line.change)).toBe(change);
      if (metric !== 'profit') return;
      expect(sum((point) => point.estimated)).toBe(parseMoney(stat[range].profitEstimated));
      expect(parseMoney(line.totalEstimated ?? 'none')).toBe(parseMoney(stat[range].profitEstimated));
    },
  );

  it('have a value in every period, so that no sum is trivial', async () => {
    const { data } = await call<Stat>('POST /v1/home/stat');
    expect(data.timeZone).toBe(timeZone);
    expect(data.month.previous.clicks).toBeGreaterThan(20);
    expect(data.month.previous.orders).toBeGreaterThan(5);
    expect(Number(data.month.previous.profitSettled)).toBeGreaterThan(0);
  });

  it('count what was reported and nothing else', async () => {
    const { data } = await call<Line>('POST /v1/home/stat_line', {
      metric: 'clicks',
      from: '2025-03-01',
      to: '2025-04-30',
    });
    expect(Number(data.total)).toBe(reported.reduce((total, { count }) => total + count, 0));
    const { data: store } = await call<Output<'POST /v1/store/info'>>('POST /v1/store/info');
    expect(store).toMatchObject({
      visitors: null,
      visitorsSince: null,
      star: null,
      starCount: 0,
      goodsUsed: 1,
    });
  });

  it('begin and end a day of the clock change at local midnight', async () => {
    const { data } = await call<Line>('POST /v1/home/stat_line', {
      metric: 'clicks',
      from: '2025-03-29',
      to: '2025-03-31',
    });
    const starts = { UTC: 'T00:00:00.000Z', 'Europe/Paris': 'T23:00:00.000Z' }[timeZone] ?? '';
    expect(data.unit).toBe('day');
    expect(data.points).toHaveLength(3);
    expect(data.previous).toHaveLength(3);
    expect(data.points[0]?.t).toMatch(new RegExp(`${starts}$`));
    const lengths = data.points.map(
      (point, index) => Date.parse(data.points[index + 1]?.t ?? '') - Date.parse(point.t),
    );
    expect(lengths[1]).toBe((timeZone === 'UTC' ? 24 : 23) * hour);
  });

  it('refuse a span that ends before it starts, or is longer than a year', async () => {
    for (const span of [
      { from: '2025-03-02', to: '2025-03-01' },
      { from: '2024-01-01', to: '2025-03-01' },
    ]) {
      expect((await call('POST /v1/home/stat_line', { metric: 'clicks', ...span })).code).toBe(
        codes.invalidParameter,
      );
    }
  });
});
