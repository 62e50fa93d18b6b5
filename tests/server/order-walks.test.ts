import { and, eq, inArray, like, ne, or, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { formatMoney, parseMoney, UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { balanceOf, move, post } from '../../src/server/ledger/ledger.ts';
import { hour } from '../../src/server/platform/clock.ts';
import type { Database } from '../../src/server/platform/database/db.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import {
  afterSaleCases,
  depositReturns,
  entries,
  isOfEntry,
  orderItems,
  orders,
  transactions,
} from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { comingOf } from '../../src/server/services/wallet/coming.ts';
import { cancelReturns } from '../../src/server/trade/deposits/deposit-return.ts';
import { storedTotals, sumIn } from '../../src/server/trade/model/order-counts.ts';
import { type OrderEvent, orderMachine } from '../../src/server/trade/model/order-machine.ts';
import { refsOfOrder } from '../../src/server/trade/model/order-refs.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { netOf } from '../../src/server/trade/model/order-rules.ts';
import { type Kind, kinds } from '../harness/database.ts';
import { addListed, apply, type GoodsRow, placeAll } from '../harness/market.ts';
import { seed } from '../harness/seed.ts';
import { password, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { type Act, caseActOf, funds, takeInModel, walkOf } from './models/order-acts.ts';
import * as model from './models/order-model.ts';

const walks = Number(process.env.WALKS ?? 120);
const cent = UNITS / 100n;

interface World {
  server: TestServer;
  user: TestUser;
  goods: { cheap: GoodsRow; dear: GoodsRow };
  ids: string[];
  moved: number;
  m: model.Model;
}

type OnOrder = Extract<Act, { at: number }>;

const money = (cents: number) => formatMoney(BigInt(cents) * cent);
const cents = (amount: bigint) => Number(amount / cent);

/** The code the server answers with; a refusal's own. */
const codeOf = (doing: Promise<unknown>): Promise<number> =>
  doing.then(
    () => codes.ok,
    (error) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

const reasonOf: Record<model.Fault, string> = {
  supplier: 'damaged',
  merchant: 'broken_promise',
  returned: 'changed_mind',
};
const forward = [
  ...([
    'pay',
    'ship',
    'deliver',
    'accept',
    'enqueue_settlement',
    'settle',
    'release',
  ] as const satisfies OrderEvent[]),
];

/** What the merchant's own answer is sent as, and who else does what to a case. */
const decisionOf: Record<model.CaseAct, [name: string, flags: Record<string, string>] | null> = {
  approve: null,
  reject: null,
  escalate: ['case-escalate', { reason: 'It is broken all the same.' }],
  uphold: ['case-decide', { result: 'approve', reason: 'The picture shows it.' }],
  dismiss: ['case-decide', { result: 'reject', reason: 'The picture shows nothing.' }],
  extend: ['case-extend', { facts: 'The carrier was asked.', rule: 'Terms 7.2' }],
  send_back: ['case-returned', { carrier: 'Meridian Post', tracking: 'R1' }],
  receive: ['case-received', {}],
  inspected: ['case-close', {}],
  withdraw: ['case-withdraw', { reason: 'Solved.' }],
};

/** Signs in first: a walk is longer than a session. */
async function answerCase({ server, user }: World, orderId: string, answer: 'approve' | 'reject') {
  const [open] = await server.deps.db
    .select({ id: afterSaleCases.id })
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.orderId, orderId), ne(afterSaleCases.state, 'closed')));
  // Without an open case there is none to name, and the model says the same of it.
  if (!open) return codes.invalidOperation;
  const { username } = user;
  const { data } = await server.call<{ token: string }>('POST /login', { username, password });
  const input = { caseId: open.id, answer, ...(answer === 'reject' ? { reason: 'Not so.' } : {}) };
  return (await server.call('POST /v1/order/after-sale', input, { token: data.token })).code;
}

function onOrder(world: World, act: OnOrder): Promise<number> {
  const { server, ids, m } = world;
  const index = act.at % ids.length;
  const orderId = ids[index] ?? '';
  const status = m.orders[index]?.status ?? 'completed';
  const byEvent = (event: OrderEvent, decision = {}) => {
    const party = orderMachine[status][event]?.by ?? 'platform';
    return codeOf(apply(server, { orderId, event, party, decision }));
  };
  const decided = (name: string, flags: object) =>
    codeOf(server.decide(name, { order: orderId, ...flags }, 'test'));
  switch (act.do) {
    case 'forward':
      return byEvent(forward.find((event) => orderMachine[status][event]) ?? 'release');
    case 'decline':
    case 'cancel':
      return byEvent(act.do);
    case 'repaid':
      return decided('supplier-repaid', {});
    case 'refund':
      return byEvent('refund', { fault: act.fault });
    case 'part':
      return byEvent('partial_refund', { partialAmount: BigInt(act.cents) * cent });
    case 'open':
      return decided('case-open', {
        reason: 'It is not as it was sold.',
        type: act.type,
        code: reasonOf[act.fault],
        ...(act.cents === null ? {} : { amount: money(act.cents) }),
      });
    case 'finding':
      return decided('case-finding', { fault: act.fault, reason: 'The pictures were looked at.' });
    default: {
      const step = caseActOf(m, act);
      const [name, flags] = decisionOf[step] ?? [];
      return name ? decided(name, flags ?? {}) : answerCase(world, orderId, step as 'approve' | 'reject');
    }
  }
}

/** A deposit that is paid, or given back. */
async function moveDeposit(world: World, act: Extract<Act, { do: 'deposit' | 'deposit_back' }>) {
  const { server, user } = world;
  const { shopId } = user;
  const at = server.clock.now();
  const ref = `${shopId}_${world.moved++}`;
  return codeOf(
    inTransaction(server.deps.db, async (tx) => {
      const isPaid = act.do === 'deposit';
      const amount = isPaid ? BigInt(act.cents) * cent : await balanceOf(tx, `M.deposit:${shopId}`);
      if (amount === 0n) throw new Refusal(codes.invalidOperation);
      const [from, to] = isPaid ? ['available', 'deposit'] : ['deposit', 'available'];
      const entries = move(`M.${from}:${shopId}`, `M.${to}:${shopId}`, amount);
      const done = { announcedAt: at, dueAt: at, endedAt: at, returned: amount };
      if (!isPaid)
        await tx.insert(depositReturns).values({ id: ref, shopId, reason: 'downgrade', amount, ...done });
      await post(tx, {
        kind: isPaid ? 'deposit' : 'deposit_return',
        ref,
        shopId,
        actor: 'test',
        at,
        entries,
      });
    }),
  );
}

async function take(world: World, act: Act): Promise<number> {
  const { server, user, goods, ids } = world;
  if (act.do === 'wait') {
    server.clock.advance(act.hours * hour);
    // No level requires this deposit, so all of it would come back: in the model that is an act.
    await cancelReturns(server.deps, user.shopId);
    await runDue(server.deps);
    return codes.ok;
  }
  if (act.do === 'deposit' || act.do === 'deposit_back') return moveDeposit(world, act);
  if (act.do !== 'place') return onOrder(world, act);
  const articles = act.article === 'both' ? [goods.cheap, goods.dear] : [goods[act.article]];
  const order = await placeAll(
    server,
    user,
    articles.map(({ id }) => ({ goodsId: id, quantity: 1 })),
    act.wallet ? { wallet: 'held_until_delivery' } : {},
  );
  ids.push(order.id);
  return codes.ok;
}

/** What the buyer of an order has got and paid, over all its postings. */
async function buyerOf(db: Database, order: { id: string; shopId: string }): Promise<number> {
  const parts = like(transactions.ref, `${order.id}:%`);
  const inRefs = or(inArray(transactions.ref, await refsOfOrder(db, order)), parts);
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${entries.amount}), 0)::text` })
    .from(transactions)
    .innerJoin(entries, isOfEntry)
    .where(and(inRefs, like(entries.account, 'world:buyer:%')));
  return cents(BigInt(row?.sum ?? 0));
}

const sumOf = (list: readonly bigint[]): number => cents(list.reduce((sum, one) => sum + one, 0n));

/**
 * What the orders that wait for their release bring: as the list that the wallet leads to adds it up, one by one, and by
 * days with what cases keep from it.
 */
async function comingThrice(db: Database, shopId: string, rows: (OrderRow | undefined)[]): Promise<number[]> {
  const { days, paused } = await comingOf(db, shopId);
  const byDay = [...days, paused].map(({ amount }) => parseMoney(amount));
  const listed = sumIn(await storedTotals(db, shopId), ['waiting_for_withdrawal'], 'net');
  const waiting = rows.flatMap((row) => (row?.status === 'waiting_for_withdrawal' ? [netOf(row)] : []));
  return [cents(listed), sumOf(waiting), sumOf(byDay)];
}

interface Earned {
  sold: number;
  returned: number;
  profit: number;
  refunds: number;
}

const settledStatuses = ['waiting_for_withdrawal', 'completed'];

/** What an order did, from its postings alone. */
async function earnedBy(db: Database, order: OrderRow): Promise<Earned> {
  const posted = await db
    .select({ kind: transactions.kind, account: entries.account, amount: entries.amount })
    .from(transactions)
    .innerJoin(entries, isOfEntry)
    .where(inArray(transactions.ref, await refsOfOrder(db, order)));
  const has = (kind: string) => Number(posted.some((entry) => entry.kind === kind));
  const own = posted.filter(({ account }) => account.startsWith('M.'));
  const isSettled = settledStatuses.includes(order.status);
  const isOver = isSettled || ['cancelled', 'refunded'].includes(order.status);
  const profit = isOver ? own.reduce((sum, { amount }) => sum + amount, 0n) : 0n;
  const margin = isSettled ? order.amount - order.fee - order.cost : 0n;
  return {
    sold: has('order_pay'),
    returned: has('order_refund'),
    profit: cents(profit),
    refunds: isOver ? cents(margin - profit) : 0,
  };
}

const add = (one: Earned, other: Earned): Earned => ({
  sold: one.sold + other.sold,
  returned: one.returned + other.returned,
  profit: one.profit + other.profit,
  refunds: one.refunds + other.refunds,
});
const nothing: Earned = { sold: 0, returned: 0, profit: 0, refunds: 0 };

/** Compares what each article earned with the postings of its orders. Two articles of an order are compared by their sum. */
async function earningsAgree({ server, user, goods }: World, rows: OrderRow[]): Promise<void> {
  const { db } = server.deps;
  const token = await server.signIn(user);
  const { data } = await server.call<Output<'POST /v1/home/goods'>>('POST /v1/home/goods', {}, { token });
  const figures = ({ sold, returned, profit, refunds }: (typeof data)['sums']): Earned => ({
    sold,
    returned,
    profit: cents(parseMoney(profit)),
    refunds: cents(parseMoney(refunds)),
  });
  const byArticle = new Map<string, Earned>();
  let sum = nothing;
  let isShared = false;
  for (const row of rows) {
    const items = await db.select().from(orderItems).where(eq(orderItems.orderId, row.id));
    const pieces = items.length;
    const earned = await earnedBy(db, row);
    const [sold, returned] = [earned.sold * pieces, earned.returned * pieces];
    sum = add(sum, { ...earned, sold, returned });
    isShared ||= pieces > 1;
    const { goodsId = '' } = items[0] ?? {};
    byArticle.set(goodsId, add(byArticle.get(goodsId) ?? nothing, earned));
  }
  const shown = data.list.map((row) => figures({ ...row, shopAds: '0' }));
  expect(shown.reduce(add, nothing)).toEqual(sum);
  expect(figures(data.sums)).toEqual(sum);
  if (isShared) return;
  for (const { id } of Object.values(goods)) {
    const row = data.list.find(({ goodsId }) => goodsId === id);
    expect(row ? figures({ ...row, shopAds: '0' }) : nothing).toEqual(byArticle.get(id) ?? nothing);
  }
}

async function agrees(world: World): Promise<void> {
  const { server, user, ids, m } = world;
  const { db } = server.deps;
  const held = async (account: string) => cents(await totalOf(db, account));
  const rows = await Promise.all(
    ids.map(async (id) => (await db.select().from(orders).where(eq(orders.id, id)))[0]),
  );
  const found = await db.select().from(afterSaleCases).where(eq(afterSaleCases.shopId, user.shopId));
  expect({
    available: await held(`M.available:${user.shopId}`),
    frozen: await held(`M.frozen:${user.shopId}`),
    shop: await held(`M.shop:${user.shopId}`),
    coming: await comingThrice(db, user.shopId, rows),
    deposit: await held(`M.deposit:${user.shopId}`),
    escrow: await Promise.all(ids.map((id) => held(`E.order:${id}`))),
    buyers: await Promise.all(ids.map((id) => buyerOf(db, { id, shopId: user.shopId }))),
    orders: rows.map((row) => row && [row.status, cents(row.refunded), row.caseSince !== null]),
    cases: found.map((row) => `${row.type} ${row.state}`).sort(),
  }).toEqual({
    available: model.balance(m, 'available'),
    frozen: model.balance(m, 'frozen'),
    shop: model.balance(m, 'shop'),
    coming: Array(3).fill(model.balance(m, 'shop')),
    deposit: model.balance(m, 'deposit'),
    escrow: m.orders.map(({ name }) => model.balance(m, `escrow ${name}`)),
    buyers: m.orders.map(({ name }) => model.balance(m, `buyer ${name}`)),
    orders: m.orders.map((order) => [order.status, order.refunded, order.case !== null]),
    cases: m.cases.map((one) => `${one.type} ${one.state}`).sort(),
  });
  await earningsAgree(
    world,
    rows.filter((row) => row !== undefined),
  );
}

const start = async (kind: Kind) => {
  const server = await startTestServer(kind);
  const stage = await server.addUser();
  const goods = {
    cheap: await addListed(server, stage),
    dear: await addListed(server, stage, { price: 12n * UNITS }),
  };
  return { server, goods };
};

describe.each(kinds)('random walks of orders, refunds and cases on %s', (kind) => {
  let stage: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    stage = await start(kind);
  });
  afterAll(() => stage.server.close());

  it(`agree with the model after each of ${walks} walks, and leave the books in order`, {
    timeout: 1_800_000,
  }, async () => {
    const { server, goods } = stage;
    const items = Object.values(goods).map((row) => ({
      goodsId: row.id,
      sellingPrice: formatMoney(row.suggestedPrice),
    }));
    let walked = 0;
    const property = fc.asyncProperty(walkOf(9), funds, async (acts, money) => {
      const user = await server.addUser();
      if (money > 0) await server.fund(user.shopId, BigInt(money) * cent);
      await server.call('POST /v1/showcase/add', { items }, { token: user.token });
      const m = model.emptyModel(server.clock.now().getTime(), money);
      const world: World = { server, user, goods, ids: [], moved: 0, m };
      for (const act of acts) {
        // The server first: it is given the model's present state, not the next one.
        const is = await take(world, act);
        expect(is, JSON.stringify(act)).toBe(takeInModel(m, act));
      }
      await agrees(world);
      if (++walked % 50 === 0) expect((await audit(server.deps.db)).findings).toEqual([]);
    });
    await fc.assert(property, { numRuns: walks, seed, endOnFailure: true });
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });
});
