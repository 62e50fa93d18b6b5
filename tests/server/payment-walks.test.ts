// One file: every act of a walk has its counterpart in the model beside it, and they are read together.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { type Limits, limits } from '../../src/contract/limits.ts';
import { formatMoney, parseMoney, UNITS, unitOf } from '../../src/contract/money.ts';
import { rechargeSteps, withdrawSteps } from '../../src/contract/status.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { hour, second } from '../../src/server/platform/clock.ts';
import { amounts as limitAmounts } from '../../src/server/platform/config/limits.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { newId } from '../../src/server/platform/ids.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import { identities, withdrawalAccounts } from '../../src/server/schema.ts';
import { rechargeCapLeft } from '../../src/server/services/recharges/recharge-cap.ts';
import { reportRecharge } from '../../src/server/services/recharges/report-recharge.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { walletFlow } from '../../src/server/services/wallet/wallet-flow.ts';
import { applyWithdrawalEvent } from '../../src/server/services/withdrawals/apply-withdrawal-event.ts';
import { requestWithdrawal } from '../../src/server/services/withdrawals/request-withdrawal.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { asFile } from '../harness/form.ts';
import { hashOf, openTronChannel, operator } from '../harness/recharging.ts';
import { jpeg } from '../harness/sample-files.ts';
import { seed } from '../harness/seed.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import * as model from './models/payment-model.ts';

const walks = Number(process.env.WALKS ?? 60);

type Act =
  | { do: 'report' | 'withdraw' | 'hold'; cents: number }
  | { do: 'approve' | 'refuse'; at: number; cents: number }
  | { do: 'send_back' | 'cancel' | 'start' | 'send' | 'reject' | 'pay' | 'return'; at: number }
  | { do: 'restrict'; kind: 'wallet_frozen' | 'withdrawal_prohibited' }
  | { do: 'wait'; hours: number };

const at = fc.nat(3);
const is = <T extends string>(name: T) => fc.constant(name);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: is('report'), cents: fc.integer({ min: 1_500, max: 22_000 }) }) },
  { weight: 6, arbitrary: fc.record({ do: is('withdraw'), cents: fc.integer({ min: 900, max: 16_000 }) }) },
  { weight: 4, arbitrary: fc.record({ do: is('approve'), at, cents: fc.constantFrom(0, 0, -100, 37) }) },
  { weight: 1, arbitrary: fc.record({ do: is('refuse'), at, cents: fc.constantFrom(0, 5_000) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['send_back', 'cancel', 'start', 'start', 'start', 'send', 'send', 'send'] as const),
        ...(['reject', 'pay', 'return', 'return'] as const),
      ),
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('hold'), cents: fc.integer({ min: 1, max: 5_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('restrict'),
      kind: fc.constantFrom('wallet_frozen', 'withdrawal_prohibited'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('wait'), hours: fc.constantFrom(1, 30, 170, 340) }) },
);
// A walk starts with both, or most of its events would find none.
const walk = fc
  .tuple(fc.integer({ min: 1_000, max: 9_000 }), fc.array(act, { minLength: 12, maxLength: 12 }))
  .map(([cents, acts]): Act[] => [{ do: 'report', cents: 2_000 }, { do: 'withdraw', cents }, ...acts]);

interface World {
  server: TestServer;
  user: TestUser;
  channelId: string;
  accountId: string;
  money: (cents: number) => bigint;
  recharges: string[];
  withdrawals: string[];
  m: model.Model;
}

type Pair = [is: number, should: number];

/** The code the server answers with; a refusal's own. */
const codeOf = (doing: Promise<unknown>): Promise<number> =>
  doing.then(
    () => codes.ok,
    (error) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

let payments = 0;

/** Awaits an act and keeps the id of the created row for later acts. */
async function keep(list: string[], doing: Promise<{ id: string }>): Promise<number> {
  return codeOf(doing.then(({ id }) => list.push(id)));
}

async function begin(world: World, step: Act & { cents: number }): Promise<Pair> {
  const { server, user, m, accountId, channelId, money } = world;
  const { shopId, userId } = user;
  const inTx = <T>(work: (deps: typeof server.deps) => Promise<T>) =>
    inTransaction(server.deps.db, (db) => work({ ...server.deps, db }));
  if (step.do === 'report') {
    const reported = { amount: formatMoney(money(step.cents)), txHash: hashOf(`walk ${payments++}`) };
    const input = { channelId, certificate: asFile(jpeg()), ...reported };
    const doing = inTx((deps) => reportRecharge(deps, { shopId, userId }, input));
    return [await keep(world.recharges, doing), model.reportRecharge(m, step.cents)];
  }
  if (step.do === 'withdraw') {
    const wish = { shopId, userId, accountId, amount: money(step.cents) };
    const doing = inTx((deps) => requestWithdrawal(deps, wish));
    return [await keep(world.withdrawals, doing), model.askedFor(m, step.cents)];
  }
  const hold = { shop: shopId, amount: formatMoney(money(step.cents)), code: 'risk', facts: 'f', rule: 'r' };
  return [await codeOf(server.decide('hold', hold, 'test')), model.held(m, step.cents)];
}

async function onRecharge(world: World, step: Act & { at: number }): Promise<Pair | null> {
  const { server, m, recharges, money } = world;
  const index = step.at % Math.max(1, recharges.length);
  const [recharge, row] = [recharges[index], m.recharges[index]];
  if (!recharge || !row) return null;
  const ops = (name: string, input: object) => codeOf(server.decide(name, { recharge, ...input }, 'test'));
  if (step.do === 'approve') {
    const received = row.reported + step.cents;
    const why = step.cents === 0 ? {} : { code: 'network_fee' };
    const is = await ops('recharge-approve', { amount: formatMoney(money(received)), ...why });
    return [is, model.arrived(m, row, received)];
  }
  if (step.do === 'refuse') {
    const arrived = { code: 'not_the_sender', arrived: formatMoney(money(step.cents)) };
    const why = step.cents === 0 ? { code: 'not_arrived' } : arrived;
    const is = await ops('recharge-reject', { reason: 'r', ...why });
    return [is, model.refused(m, row, step.cents)];
  }
  return [await ops('recharge-sent-back', { proof: `BACK-${recharge}` }), model.sentBack(m, row)];
}

async function onWithdrawal(world: World, step: Act & { at: number }): Promise<Pair | null> {
  const { server, user, m, withdrawals } = world;
  const index = step.at % Math.max(1, withdrawals.length);
  const [withdrawal, row] = [withdrawals[index], m.withdrawals[index]];
  if (!withdrawal || !row) return null;
  const ops = (name: string, more: object = {}) =>
    codeOf(server.decide(`withdraw-${name}`, { withdrawal, ...more }, 'test'));
  switch (step.do) {
    case 'cancel': {
      const change = { id: withdrawal, shopId: user.shopId, event: 'cancel' as const, actor: user.userId };
      const doing = inTransaction(server.deps.db, (db) =>
        applyWithdrawalEvent({ ...server.deps, db }, change),
      );
      return [await codeOf(doing), model.cancelled(m, row)];
    }
    case 'start':
      return [await ops('start'), model.started(m, row)];
    case 'send':
      return [await ops('approve', { proof: `OUT-${withdrawal}` }), model.sent(m, row)];
    case 'reject':
      return [await ops('reject', { code: 'name_mismatch', reason: 'r' }), model.rejected(m, row)];
    case 'pay':
      return [await ops('paid', { proof: `OUT-${withdrawal}` }), model.ended(m, row, 'paid')];
    default:
      return [
        await ops('returned', { code: 'bank_refused', reason: 'r', proof: `BACK-${withdrawal}` }),
        model.ended(m, row, 'returned'),
      ];
  }
}

async function take(world: World, step: Act): Promise<Pair | null> {
  const { server, user, m } = world;
  server.clock.advance(second);
  m.now += second;
  if ('cents' in step && !('at' in step)) return begin(world, step);
  if (step.do === 'wait') {
    server.clock.advance(step.hours * hour);
    m.now += step.hours * hour;
    await runDue(server.deps);
    model.due(m);
    return null;
  }
  if (step.do === 'restrict') {
    const input = { shop: user.shopId, kind: step.kind, facts: 'f', rule: 'r' };
    return [await codeOf(server.decide('restrict', input, 'test')), model.restricted(m, step.kind)];
  }
  if (!('at' in step)) return null;
  const ofRecharge = step.do === 'approve' || step.do === 'refuse' || step.do === 'send_back';
  return ofRecharge ? onRecharge(world, step) : onWithdrawal(world, step);
}

async function agrees(
  { server, user, m, recharges, money }: World,
  before: Record<string, bigint>,
): Promise<void> {
  const { db } = server.deps;
  const cent = money(1);
  const { shopId } = user;
  const cents = async (account: string) =>
    Number(((await totalOf(db, account)) - (before[account] ?? 0n)) / cent);
  expect({
    available: await cents(`M.available:${shopId}`),
    setAside: await cents(`M.frozen:${shopId}`),
    onTheWay: await cents('P.clearing_withdraw'),
    fees: await cents('P.fees'),
    lost: 0 - (await cents('P.loss')),
    unmatched: await cents('P.clearing'),
  }).toEqual({
    available: m.available,
    setAside: m.setAside,
    onTheWay: m.onTheWay,
    fees: m.fees,
    lost: m.lost,
    unmatched: m.unmatched,
  });
  const left = await rechargeCapLeft(server.deps, shopId);
  expect(left === null ? Number.POSITIVE_INFINITY : Number(left / cent)).toBe(model.capLeft(m));

  const query = { limit: 50, format: 'json', columns: 'labels' } as const;
  const flow = await walletFlow(
    { db, lang: 'en', shopId, now: server.clock.now(), config: server.deps.config },
    query,
  );
  const moved = flow.list.filter((row) => row.balanceAfter !== null);
  const sum = moved.reduce(
    (total, row) => total + (row.direction === 'in' ? 1n : -1n) * parseMoney(row.amount),
    0n,
  );
  if (flow.nextCursor === null) expect(sum).toBe(money(m.available + m.setAside));
  const history = await walletFlow(
    { db, lang: 'en', shopId, now: server.clock.now(), config: server.deps.config },
    { ...query, kinds: ['recharge', 'withdraw'], account: 'available' },
  );
  // The initial balance was credited by another recharge.
  const ofWalk = history.list.filter(({ recharge }) => !recharge || recharges.includes(recharge.id));
  const steps = ofWalk.flatMap((row) => row.withdrawal?.step ?? row.recharge?.step ?? []);
  expect(steps.sort()).toEqual([...m.withdrawals, ...m.recharges].map(({ step }) => step).sort());
}

const everyStep = [...new Set([...withdrawSteps, ...rechargeSteps])].sort();
const shared = ['P.clearing_withdraw', 'P.fees', 'P.clearing', 'P.loss'];

async function newWorld({ server, channelId, money }: Stage, funds: number): Promise<World> {
  const user = await server.addUser();
  const { db, random, clock } = server.deps;
  const at = clock.now();
  const accountId = newId(random, 'acc');
  await db.insert(identities).values({ shopId: user.shopId, status: 'verified' });
  await db.insert(withdrawalAccounts).values({
    id: accountId,
    shopId: user.shopId,
    type: 'bank_card',
    bankName: 'B',
    accountName: 'A',
    number: '12345678',
    usableFrom: at,
    createdAt: at,
  });
  if (funds > 0) await server.fund(user.shopId, money(funds));
  const m = model.emptyModel(at.getTime(), funds);
  return { server, user, channelId, accountId, money, recharges: [], withdrawals: [], m };
}

type Stage = Pick<World, 'server' | 'channelId' | 'money'>;

/** Starts a server on which the smallest unit of the currency is the model's cent: its limits are as many of them. */
const start = async (kind: Kind, currency: string): Promise<Stage> => {
  const unit = unitOf(currency);
  const inUnits = (name: keyof Limits & string) =>
    [name, formatMoney((parseMoney(String(limits[name])) * unit * 100n) / UNITS)] as const;
  const amounts = limitAmounts.map(inUnits);
  const config = { operator, currency, limits: { ...limits, ...Object.fromEntries(amounts) } };
  const server = await startTestServer(kind, { config });
  return { server, channelId: (await openTronChannel(server)).id, money: (cents) => BigInt(cents) * unit };
};

const currencies = ['USD', 'JPY', 'KWD'];

describe.each(kinds)('random walks of recharges and withdrawals on %s', (kind) => {
  let stages: Stage[];
  beforeAll(async () => {
    stages = await Promise.all(currencies.map((currency) => start(kind, currency)));
  });
  afterAll(() => Promise.all(stages.map(({ server }) => server.close())));

  it(`agree in ${currencies} with the model after each of ${walks} walks, and leave the books in order`, {
    timeout: 1_800_000,
  }, async () => {
    let walked = 0;
    const reached = new Set<string>();
    const stage = fc.nat(currencies.length - 1);
    const funds = fc.constantFrom(10_000, 30_000);
    const property = fc.asyncProperty(walk, funds, stage, async (acts, funds, nth) => {
      const world = await newWorld(stages[nth] as Stage, funds);
      const { db } = world.server.deps;
      const held = await Promise.all(shared.map((account) => totalOf(db, account)));
      const before = Object.fromEntries(shared.map((account, index) => [account, held[index] ?? 0n]));
      for (const step of acts) {
        const pair = await take(world, step);
        if (pair) expect(pair[0], JSON.stringify(step)).toBe(pair[1]);
      }
      await agrees(world, before);
      for (const { step } of [...world.m.withdrawals, ...world.m.recharges]) reached.add(step);
      // What is still on its way comes back, or it would in the time of the next walk.
      for (const hours of [130, 340, 170]) await take(world, { do: 'wait', hours });
      await agrees(world, before);
      if (++walked % 50 === 0) expect((await audit(db)).findings).toEqual([]);
    });
    await fc.assert(property, { numRuns: walks, seed, endOnFailure: true });
    // Walks that never come so far would agree with any model.
    expect([...reached].sort()).toEqual(everyStep);
    for (const { server } of stages) expect((await audit(server.deps.db)).findings).toEqual([]);
  });
});
