import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { reportTraffic } from '../../src/server/demo/traffic.ts';
import { hour } from '../../src/server/platform/clock.ts';
import {
  daySpan,
  daysBetween,
  hoursBetween,
  startOfDay,
  startOfMonth,
  startOfWeek,
  zonedIso,
} from '../../src/server/platform/zone.ts';
import { shops } from '../../src/server/schema.ts';
import { addListed, place } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

const iso = (at: Date) => at.toISOString();

describe('days of a time zone', () => {
  it.each<[zone: string, at: string, start: string]>([
    ['UTC', '2025-03-03T09:00:00Z', '2025-03-03T00:00:00.000Z'],
    ['Asia/Jakarta', '2025-03-03T16:59:59Z', '2025-03-02T17:00:00.000Z'],
    ['Asia/Jakarta', '2025-03-03T17:00:00Z', '2025-03-03T17:00:00.000Z'],
    ['America/New_York', '2025-03-03T04:00:00Z', '2025-03-02T05:00:00.000Z'],
    ['Asia/Kathmandu', '2025-03-03T09:00:00Z', '2025-03-02T18:15:00.000Z'],
    // The day of the change starts by the old offset, the next by the new one.
    ['Europe/Paris', '2025-03-30T12:00:00Z', '2025-03-29T23:00:00.000Z'],
    ['Europe/Paris', '2025-03-31T12:00:00Z', '2025-03-30T22:00:00.000Z'],
    ['Europe/Paris', '2025-10-26T12:00:00Z', '2025-10-25T22:00:00.000Z'],
    // Midnight itself does not exist: the day starts at one o'clock.
    ['Africa/Cairo', '2025-04-25T12:00:00Z', '2025-04-24T22:00:00.000Z'],
    // Midnight comes twice: the day starts with the second.
    ['Africa/Cairo', '2025-10-31T12:00:00Z', '2025-10-30T22:00:00.000Z'],
  ])('a clock in %s starts the day of %s at %s', (zone, at, start) => {
    expect(iso(startOfDay(zone, new Date(at)))).toBe(start);
  });

  it('have 23, 24 or 25 hours', () => {
    const hours = (zone: string, at: string) => {
      const day = new Date(at);
      return hoursBetween(startOfDay(zone, day), startOfDay(zone, day, 1)).length;
    };
    expect(hours('Europe/Paris', '2025-03-30T12:00:00Z')).toBe(23);
    expect(hours('Europe/Paris', '2025-03-31T12:00:00Z')).toBe(24);
    expect(hours('Europe/Paris', '2025-10-26T12:00:00Z')).toBe(25);
  });

  it('make weeks from Monday and months from the first', () => {
    const sunday = new Date('2025-03-30T12:00:00Z');
    expect(iso(startOfWeek('Europe/Paris', sunday))).toBe('2025-03-23T23:00:00.000Z');
    expect(iso(startOfWeek('Europe/Paris', sunday, 1))).toBe('2025-03-30T22:00:00.000Z');
    expect(iso(startOfMonth('Europe/Paris', sunday))).toBe('2025-02-28T23:00:00.000Z');
    expect(iso(startOfMonth('UTC', new Date('2025-12-31T23:59:59Z'), 1))).toBe('2026-01-01T00:00:00.000Z');
    expect(iso(startOfMonth('UTC', new Date('2025-01-31T12:00:00Z'), -1))).toBe('2024-12-01T00:00:00.000Z');
  });

  it.each([
    ['UTC', '2025-03-03T09:00:00+00:00'],
    ['Asia/Kathmandu', '2025-03-03T14:45:00+05:45'],
    ['America/St_Johns', '2025-03-03T05:30:00-03:30'],
  ])('write a moment as the clocks of %s show it', (zone, text) => {
    expect(zonedIso(zone, new Date('2025-03-03T09:00:00.123Z'))).toBe(text);
  });

  it('span from the first to the last day, both included', () => {
    const { from, to } = daySpan('Europe/Paris', '2025-03-29', '2025-03-30');
    expect([from, to].map((at) => at && iso(at))).toEqual([
      '2025-03-28T23:00:00.000Z',
      '2025-03-30T22:00:00.000Z',
    ]);
    expect(from && to && daysBetween('Europe/Paris', from, to).map(iso)).toEqual([
      '2025-03-28T23:00:00.000Z',
      '2025-03-29T23:00:00.000Z',
    ]);
  });
});

// 23:30 of the third of March in Auckland, which is 13 hours ahead then: still the morning of that day in UTC.
const start = '2025-03-03T10:30:00.000Z';
const midnight = '2025-03-03T11:00:00.000Z';

/** Everything that is counted by the day, as one shop sees it. */
describe('the day of a shop', () => {
  const server = useServer('postgres', { start });
  let user: TestUser;
  let goodsId: string;
  const call = async <T>(name: string, input: object = {}) => {
    const { code, data } = await user.call<T>(name, input);
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
    await reportTraffic(server.deps, user.shopId, { clicks: [{ goods: goodsId, count: 1 }] });
    await place(server, user, goodsId);
    await addListed(server, user);
    const { list } = await call<Output<'POST /v1/showcase/list'>>('POST /v1/showcase/list');
    const other = list.find((item) => item.goodsId !== goodsId);
    await call('POST /v1/showcase/del', { ids: [other?.id] });
    await call('POST /v1/user/invite/add');
    await server.fund(user.shopId, 1_000_000n);
  };

  beforeAll(async () => {
    user = await server.addUser();
    await server.deps.db.update(shops).set({ timeZone: 'Pacific/Auckland' }).where(eq(shops.id, user.shopId));
    goodsId = (await addListed(server, user)).id;
  });

  it('ends at one moment for figures, lists, removals and invitations: its own midnight', async () => {
    await act();
    const resets = [midnight, midnight];
    const zones = ['Pacific/Auckland', 'Pacific/Auckland'];
    const done = { orders: 1, rows: 1 };
    const none = { orders: 0, rows: 0 };
    const first = { clicks: { today: 1, yesterday: null }, removals: 1, invitations: 1, resets, zones };
    expect(await counts()).toEqual({ ...first, days: [done, none] });

    await passTime(server, user, Date.parse(midnight) - Date.parse(start) - 1);
    expect(await counts()).toEqual({ ...first, days: [done, none] });

    await passTime(server, user, 1);
    const next = { ...first, clicks: { today: null, yesterday: 1 }, removals: 0, invitations: 0 };
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
