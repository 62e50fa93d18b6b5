import { and, eq, like, lt, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import type { OrderStatus } from '../../src/contract/status.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { after, day, hour, minute, second } from '../../src/server/platform/clock.ts';
import type { Deps } from '../../src/server/platform/context.ts';
import { accounts, orders, shops } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { tidy } from '../../src/server/start.ts';
import { usableAccount } from '../harness/bank.ts';
import { addGoods } from '../harness/market.ts';
import { seed as firstSeed } from '../harness/seed.ts';
import { startTestServer } from '../harness/server.ts';
import { chanceOf } from './chaos/chance.ts';
import { type Life, nextDateOf, someOf, upTo, type Zone, zones } from './shop-life/life.ts';
import { acts } from './shop-life/merchant.ts';
import { othersAct } from './shop-life/others.ts';

const lives = Number(process.env.LIVES ?? 2);
const days = 90;

/** Each begins a half of the year in which the clocks of every zone change within 90 days of any of the first 45. */
const halves = ['2025-01-15T12:00:00Z', '2025-08-05T12:00:00Z'];

async function begin(seed: number): Promise<Life> {
  const chance = chanceOf(seed);
  const names = Object.keys(zones) as Zone[];
  const zone = names[seed % names.length] ?? 'UTC';
  const half = new Date(halves[Math.floor(chance() * 2)] ?? '');
  const start = after(half, Math.floor(chance() * 45) * day).toISOString();
  const server = await startTestServer('postgres', { start });
  const user = await server.addUser();
  await server.deps.db.update(shops).set({ timeZone: zone }).where(eq(shops.id, user.shopId));
  await server.fund(user.shopId, 100n * UNITS);
  const { id: accountId } = await usableAccount(server, user);
  const goods = [];
  for (let count = 0; count < 26; count++) goods.push(await addGoods(server));
  const nothing = {
    listed: new Map(),
    removed: [],
    invited: [],
    withdrawals: new Map(),
    seen: new Set<string>(),
  };
  return { server, user, zone, chance, accountId, goods, ...nothing };
}

/** The longest that an order without a case may stay in a status, by what merchants read about it. */
const longest: Partial<Record<OrderStatus, number>> = {
  pending_payment: 48 * hour,
  to_be_shipped: 5 * day,
  to_be_accepted: 7 * day,
  accepted: 6 * hour,
  pending_settlement: day,
  waiting_for_withdrawal: 14 * day,
};

const since = sql<string>`(select max(at) from order_events e
  where e.order_id = ${orders.id} and e.from_status is distinct from e.to_status)`;

/** Does what is due; then no purse is overdrawn, and no order is past its date. */
async function settle(deps: Deps): Promise<void> {
  await runDue(deps);
  const { db, clock } = deps;
  const now = clock.now();
  const purses = and(like(accounts.id, 'M.%'), lt(accounts.balance, 0n));
  const overdrawn = await db.select().from(accounts).where(purses);
  const { id, status, dueAt, caseSince, hadCase } = orders;
  const rows = await db.select({ id, status, dueAt, caseSince, hadCase, since }).from(orders);
  const late = rows.filter((row) => {
    if (row.dueAt && row.dueAt <= now && !row.caseSince) return true;
    const most = longest[row.status];
    return most !== undefined && !row.hadCase && after(new Date(row.since), most) <= now;
  });
  expect({ overdrawn, late }).toEqual({ overdrawn: [], late: [] });
}

/** Lets the merchant do one or two things, or all that she can on a busy day. */
async function visit(life: Life, isBusy: boolean): Promise<void> {
  life.user.token = await life.server.signIn(life.user);
  const names = Object.keys(acts) as (keyof typeof acts)[];
  for (const name of someOf(life, names, isBusy ? names.length : upTo(life, 2))) {
    await acts[name](life);
    life.server.clock.advance(upTo(life, 40) * second);
  }
}

interface Day {
  begins: Date;
  length: number;
  isBusy: boolean;
}

/** Lives a day from its midnight on: visits at any time and in the last minutes, on a busy day in the first moment too. */
async function liveDay(life: Life, { begins, length, isBusy }: Day): Promise<void> {
  const { server, chance } = life;
  const { deps, clock } = server;
  const last = [Math.floor(chance() * length), length - upTo(life, 120) * second];
  for (const passed of isBusy ? [0, ...last] : last) {
    const at = after(begins, passed);
    // The last acts of the day before may have reached into this one.
    if (at > clock.now()) clock.set(at);
    await settle(deps);
    await othersAct(life);
    await visit(life, isBusy);
  }
  await tidy(deps);
  life.seen.add(`clock ${Math.abs(length - day) / minute}`);
}

async function live(life: Life): Promise<void> {
  const { server, zone, chance } = life;
  let midnight = nextDateOf(zone, server.clock.now());
  let before = day;
  for (let count = 0; count < days; count++) {
    const next = nextDateOf(zone, midnight);
    const length = next.getTime() - midnight.getTime();
    const lengthOfNext = nextDateOf(zone, next).getTime() - next.getTime();
    // On the day of a change of the clock and beside it, she tries everything.
    const isBusy = chance() < 0.15 || [before, length, lengthOfNext].some((one) => one !== day);
    await liveDay(life, { begins: midnight, length, isBusy });
    [before, midnight] = [length, next];
  }
  await settle(server.deps);
}

/** What 90 days bring with them: a life without it would agree with any rules. */
const certain = [
  'showcase/add 200',
  'showcase/del 200',
  'user/invite/add 200',
  'user/invite/add 454',
  'order/pay 200',
  'order/decline 200',
  'user/withdraw/add 200',
];
/** What some lives of a hundred lack: a full showcase, and all removals of a day. */
const usual = ['showcase/add 452', 'showcase/del 447'];

describe('ninety days of a shop', () => {
  const seeds = Array.from({ length: lives }, (_, index) => firstSeed + index);
  const seenByAll = new Set<string>();

  it.concurrent.each(seeds)(
    'keep its rules and its books, from the seed %i',
    { timeout: 1_800_000 },
    async (seed) => {
      const life = await begin(seed);
      const { server, zone, seen } = life;
      try {
        await live(life);
        expect((await audit(server.deps.db)).findings).toEqual([]);
        expect([...seen]).toEqual(expect.arrayContaining([...certain, `clock ${zones[zone] / minute}`]));
        for (const one of seen) seenByAll.add(one);
      } catch (cause) {
        const at = server.clock.now().toISOString();
        throw new Error(`in ${zone} at ${at}; SEED=${seed} LIVES=1 repeats it`, { cause });
      } finally {
        await server.close();
      }
    },
  );

  it.runIf(lives > 1)('fill a showcase and use up the removals of a day in one life or another', () => {
    expect([...seenByAll]).toEqual(expect.arrayContaining(usual));
  });
});
