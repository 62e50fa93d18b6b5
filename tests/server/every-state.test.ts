import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { caseStates, orderStatuses } from '../../src/contract/status.ts';
import { handlers } from '../../src/server/http/handlers.ts';
import { move, post } from '../../src/server/ledger/ledger.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import type { Context } from '../../src/server/platform/context.ts';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { refuse } from '../../src/server/platform/refuse.ts';
import { afterSaleCases, appeals, depositClaims, holds, orders } from '../../src/server/schema.ts';
import { appealsDue } from '../../src/server/services/appeals/appeals-due.ts';
import { holdsDue } from '../../src/server/shops/restrictions/holds.ts';
import { casesDue } from '../../src/server/trade/cases/cases-due.ts';
import { claimsDue } from '../../src/server/trade/claims/claims-due.ts';
import { dueEvents, pausedByCase } from '../../src/server/trade/model/order-machine.ts';
import { isEnded, netOf, profitOf } from '../../src/server/trade/model/order-rules.ts';
import { applyOrderEvent, type OrderChange } from '../../src/server/trade/orders/apply-order-event.ts';
import { ordersDue } from '../../src/server/trade/orders/orders-due.ts';
import { isFullRun } from '../harness/full-run.ts';
import { addListed, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { type Act, deadEnds, explore, type States } from './models/explore.ts';

const cent = UNITS / 100n;
const cents = (amount: bigint) => Number(amount / cent);

interface State {
  order: typeof orders.$inferSelect;
  case: typeof afterSaleCases.$inferSelect | undefined;
  claim: typeof depositClaims.$inferSelect | undefined;
  /** Every account of the shop and the order that is not empty, in cents; the platform's without the shop's name. */
  held: Record<string, number>;
}

interface Stage {
  server: TestServer;
  user: TestUser;
  orderId: string;
  /** The money that was put into the shop, in cents. */
  funded: number;
}

const dues = [casesDue, ordersDue, holdsDue, claimsDue, appealsDue];

const openCaseOf = (orderId: string) =>
  and(eq(afterSaleCases.orderId, orderId), ne(afterSaleCases.state, 'closed'));
const liveClaimOf = (orderId: string) =>
  and(eq(depositClaims.orderId, orderId), ne(depositClaims.state, 'dropped'));
const openAppealTo = (statements: string[]) =>
  and(inArray(appeals.statementId, statements), isNull(appeals.decidedAt));

/** Reads the dates at which something happens by itself, by what it happens to. */
async function readDates(tx: Database, { user, orderId }: Stage): Promise<[what: string, at: Date | null][]> {
  const { shopId } = user;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  const event = order && dueEvents[order.status];
  const isPaused = order?.caseSince && event && pausedByCase.includes(event);
  const openCases = await tx.select().from(afterSaleCases).where(openCaseOf(orderId));
  const claims = await tx.select().from(depositClaims).where(liveClaimOf(orderId));
  const held = await tx
    .select()
    .from(holds)
    .where(and(eq(holds.shopId, shopId), isNull(holds.releasedAt)));
  const statements = [...openCases, ...claims].flatMap(({ statementId }) => statementId ?? []);
  const openAppeals = await tx.select().from(appeals).where(openAppealTo(statements));
  return [
    ['order', isPaused ? null : (order?.dueAt ?? null)],
    ...openCases.map(({ dueAt }) => ['case', dueAt] satisfies [string, Date | null]),
    ...claims.map(({ dueAt }) => ['claim', dueAt] satisfies [string, Date | null]),
    ...held.map(({ reviewBy }) => ['hold', reviewBy] satisfies [string, Date | null]),
    ...openAppeals.map(({ decideBy }) => ['appeal', decideBy] satisfies [string, Date | null]),
  ];
}

async function readState(tx: Database, stage: Stage): Promise<[string, State]> {
  const { server, user, orderId } = stage;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error('no order');
  const [open] = await tx.select().from(afterSaleCases).where(openCaseOf(orderId));
  const [claim] = await tx.select().from(depositClaims).where(liveClaimOf(orderId));
  const balances = await queryRows<{ id: string; balance: string }>(
    tx,
    sql`select id, balance::text from accounts where balance <> 0 and (id like ${`%:${user.shopId}`} or id = ${`E.order:${orderId}`}) order by id`,
  );
  const held = Object.fromEntries(
    balances.map((row) => [
      row.id
        .split(':')
        .slice(0, row.id.startsWith('world') ? 2 : 1)
        .join(':'),
      cents(BigInt(row.balance)),
    ]),
  );
  const now = server.clock.now();
  const dates = (await readDates(tx, stage)).filter((one): one is [string, Date] => one[1] !== null);
  const inOrder = dates
    .sort(([, a], [, b]) => a.getTime() - b.getTime())
    .map(([what, at], index) => {
      const isSame = at.getTime() === dates[index - 1]?.[1].getTime();
      return [at <= now ? 'past' : 'ahead', what, isSame ? 'same' : 'later'];
    });
  const key = JSON.stringify([
    order.status,
    cents(order.refunded),
    cents(order.claimed),
    open && [
      open.type,
      open.state,
      open.partialAmount === null ? null : cents(open.partialAmount),
      open.fault,
      open.objectBy && (open.objectBy > now ? 'may appeal' : 'appealed in vain'),
    ],
    claim && [claim.state, claim.endReason !== null && claim.state === 'objected', claim.objectBy > now],
    inOrder,
    held,
  ]);
  return [key, { order, case: open, claim, held }];
}

function actsOf(stage: Stage): Act[] {
  const { server, user, orderId } = stage;
  const { deps, clock } = server;
  const chosen = (name: string, run: Act['run']): Act => ({ name, isChosen: true, run });
  const forced = (name: string, run: Act['run']): Act => ({ name, isChosen: false, run });
  const order = (change: Omit<OrderChange, 'orderId' | 'actor'>) => (tx: Database) =>
    applyOrderEvent({ ...deps, db: tx }, { orderId, actor: 'test', ...change }).then(() => {});
  const decision = (name: string, flags: object) => (tx: Database) =>
    decide({ ...deps, db: tx }, name, { order: orderId, ...flags }, 'test').then(() => {});
  const caller = { userId: user.userId, shopId: user.shopId, username: user.username, permissions: [] };
  const contextOf = (tx: Database) =>
    ({
      ...deps,
      db: tx,
      caller,
      lang: 'en',
      tokenHash: '',
      requestId: 'test',
    }) as unknown as Context<'POST /v1/shop/appeal'>;
  const answer = (answer: 'approve' | 'reject') => async (tx: Database) => {
    const [, state] = await readState(tx, stage);
    if (!state.case) throw refuse(codes.invalidOperation);
    const context = contextOf(tx) as unknown as Context<'POST /v1/order/after-sale'>;
    await handlers['POST /v1/order/after-sale'](context, {
      caseId: state.case.id,
      answer,
      reason: 'Not so.',
    });
  };
  const appeal = (of: 'case' | 'claim') => async (tx: Database) => {
    const [, state] = await readState(tx, stage);
    const ref = state[of]?.statementId;
    if (!ref) throw refuse(codes.invalidOperation);
    await handlers['POST /v1/shop/appeal'](contextOf(tx), { ref, text: 'It is not so.' });
  };
  const answerAppeal = (outcome: string) => async (tx: Database) => {
    const [, state] = await readState(tx, stage);
    const statements = [state.case, state.claim].flatMap((of) => of?.statementId ?? []);
    const [row] = await tx.select().from(appeals).where(openAppealTo(statements));
    if (!row) throw refuse(codes.invalidOperation);
    await decide({ ...deps, db: tx }, 'appeal-decide', { appeal: row.no, outcome, reason: 'Heard.' }, 'test');
  };
  const wait = async (tx: Database) => {
    const runDues = async () => {
      let done = 0;
      for (const due of dues) done += await due.run({ ...deps, db: tx });
      return done;
    };
    // What a case has paused is due at once when it ends.
    if ((await runDues()) > 0) return;
    const now = clock.now().getTime();
    const ahead = (await readDates(tx, stage)).flatMap(([, at]) =>
      at && at.getTime() > now ? [at.getTime()] : [],
    );
    if (ahead.length === 0) throw refuse(codes.invalidOperation);
    clock.set(new Date(Math.min(...ahead)));
    await runDues();
  };
  const words = { reason: 'It is not as it was sold.' };
  return [
    forced('time', wait),
    chosen('pay', order({ event: 'pay', party: 'merchant' })),
    chosen('decline', order({ event: 'decline', party: 'merchant' })),
    chosen('cancel', order({ event: 'cancel', party: 'buyer' })),
    forced('ship', order({ event: 'ship', party: 'supplier' })),
    forced('deliver', order({ event: 'deliver', party: 'carrier' })),
    chosen('accept', order({ event: 'accept', party: 'buyer' })),
    chosen(
      'refund, supplier',
      order({ event: 'refund', party: 'operator', decision: { fault: 'supplier' } }),
    ),
    chosen(
      'refund, merchant',
      order({ event: 'refund', party: 'operator', decision: { fault: 'merchant' } }),
    ),
    chosen(
      'part',
      order({ event: 'partial_refund', party: 'operator', decision: { partialAmount: 400n * cent } }),
    ),
    chosen('case, supplier', decision('case-open', { ...words, code: 'damaged' })),
    chosen('case, merchant', decision('case-open', { ...words, code: 'broken_promise' })),
    chosen('case, part', decision('case-open', { ...words, code: 'damaged', amount: '4.00' })),
    chosen('case, return', decision('case-open', { ...words, code: 'changed_mind', type: 'return_refund' })),
    chosen(
      'finding',
      decision('case-finding', { fault: 'merchant', reason: 'The pictures were looked at.' }),
    ),
    chosen('approve', answer('approve')),
    chosen('reject', answer('reject')),
    chosen('buyer escalates', decision('case-escalate', words)),
    chosen('uphold', decision('case-decide', { result: 'approve', reason: 'The picture shows it.' })),
    chosen('dismiss', decision('case-decide', { result: 'reject', reason: 'The picture shows nothing.' })),
    chosen('send back', decision('case-returned', { carrier: 'Meridian Post', tracking: 'R1' })),
    chosen('receive', decision('case-received', {})),
    chosen('inspected', decision('case-close', {})),
    chosen('withdraw', decision('case-withdraw', { reason: 'Solved.' })),
    chosen('appeal the case', appeal('case')),
    chosen('claim', decision('claim-open', { amount: '12.00', facts: 'A copy.', rule: 'Terms 8.1' })),
    chosen('appeal the claim', appeal('claim')),
    chosen('pay the claim', decision('claim-decide', { result: 'pay', reason: 'Heard.' })),
    chosen('drop the claim', decision('claim-decide', { result: 'drop', reason: 'Heard.' })),
    chosen('uphold against the appeal', answerAppeal('upheld')),
    chosen('follow the appeal', answerAppeal('reversed')),
  ];
}

const isSettled = ({ status }: State['order']) =>
  status === 'waiting_for_withdrawal' || status === 'completed';
const isFinal = (state: State) => isEnded(state.order) || state.order.status === 'completed';

/** What is wrong with the books of a state, judged by its rows alone. */
function faultsIn({ order, case: open, claim, held }: State, funded: number): string[] {
  const found: string[] = [];
  const is = (what: string, expected: number) => {
    if ((held[what] ?? 0) !== expected) found.push(`${what} holds ${held[what] ?? 0}, not ${expected}`);
  };
  const isBought = order.status !== 'pending_payment' && order.status !== 'cancelled';
  const byEscrow = order.funding === 'escrow';
  const cost = cents(order.cost);
  const sum = Object.values(held).reduce((total, one) => total + one, 0);
  if (sum !== 0) found.push(`all accounts add up to ${sum}`);
  for (const account of ['M.available', 'M.frozen', 'M.shop', 'M.deposit', 'E.order'])
    if ((held[account] ?? 0) < 0) found.push(`${account} holds ${held[account]}`);
  const isOpen = !isSettled(order) && !isEnded(order);
  is('E.order', isOpen ? cents(order.amount - order.refunded) - (isBought && byEscrow ? cost : 0) : 0);
  is('M.shop', order.status === 'waiting_for_withdrawal' ? cents(netOf(order)) : 0);
  is('P.supplier_payable', order.status === 'to_be_shipped' ? cost : 0);
  is('P.fees', isSettled(order) ? cents(order.fee) : 0);
  if (!open) is('M.frozen', 0);
  if (isEnded(order)) is('world:buyer', 0);
  if ((held['world:buyer'] ?? 0) > 0) found.push('the buyer gets back more than was paid');
  const own = Object.entries(held).reduce(
    (total, [name, one]) => (name.startsWith('M.') ? total + one : total),
    0,
  );
  const earned = order.status === 'completed' ? cents(profitOf(order) - order.claimed) : 0;
  if (order.status === 'completed' || order.status === 'cancelled')
    if (own !== funded + earned) found.push(`the merchant has ${own}, not ${funded + earned}`);
  if (isEnded(order) && (open || (claim && claim.state !== 'paid')))
    found.push('it has ended with a case or claim open');
  return found;
}

interface Setting {
  name: string;
  funding: object;
  available: bigint;
  deposit: bigint;
}

const firstSettings: Setting[] = [
  { name: 'paid from escrow, with nothing in balance or deposit', funding: {}, available: 0n, deposit: 0n },
];
// Six times as many states, for a release.
const furtherSettings: Setting[] = [
  { name: 'paid from escrow, with a deposit that covers a part', funding: {}, available: 3n, deposit: 12n },
  {
    name: 'paid from the balance',
    funding: { wallet: 'held_until_delivery' },
    available: 100n,
    deposit: 12n,
  },
];

const settings = isFullRun ? [...firstSettings, ...furtherSettings] : firstSettings;

async function setStage(server: TestServer, { funding, available, deposit }: Setting): Promise<Stage> {
  const user = await server.addUser();
  const { shopId } = user;
  const article = await addListed(server, user);
  if (available + deposit > 0n) await server.fund(shopId, (available + deposit) * UNITS);
  if (deposit > 0n) {
    const entries = move(`M.available:${shopId}`, `M.deposit:${shopId}`, deposit * UNITS);
    const at = server.clock.now();
    await inTransaction(server.deps.db, (tx) =>
      post(tx, { kind: 'deposit', ref: `${shopId}_1`, shopId, actor: 'test', at, entries }),
    );
  }
  const { id: orderId } = await place(server, user, article.id, funding);
  return { server, user, orderId, funded: cents((available + deposit) * UNITS) };
}

/** The names of what was reached, so that a walk that ends early is no proof. */
const reachedIn = (states: States<State>) =>
  new Set(
    [...states.values()].flatMap(({ state }) => [
      state.order.status,
      ...(state.case ? [`${state.case.type} ${state.case.state}`] : []),
      ...(state.claim ? [`claim ${state.claim.state}`] : []),
    ]),
  );

// A request is forwarded as it comes, and a case that is closed is none any more.
const openCaseStates = caseStates.filter((state) => state !== 'requested' && state !== 'closed');
const refundStates = openCaseStates.filter((state) => state !== 'returning' && state !== 'received');
const names = [
  ...orderStatuses,
  ...openCaseStates.map((state) => `return_refund ${state}`),
  // A refund is posted as it is approved, unless it takes something from the merchant.
  ...refundStates.map((state) => `refund ${state}`),
];

describe('every state that an order with its cases and claims can reach', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('postgres');
  });
  afterAll(() => server?.close());

  test.each(settings)('keeps the sums and has a way out, $name', { timeout: 1_800_000 }, async (setting) => {
    const stage = await setStage(server, setting);
    const states = await explore(server.deps.db, {
      acts: actsOf(stage),
      clock: server.clock,
      read: (tx) => readState(tx, stage),
    });
    const claims = setting.deposit > 0n ? ['claim open', 'claim objected', 'claim paid'] : [];
    expect([...reachedIn(states)].sort()).toEqual([...names, ...claims].sort());
    const faults = [...states.values()].flatMap(({ state, path }) =>
      faultsIn(state, stage.funded).map((fault) => `${path.join(', ')}: ${fault}`),
    );
    expect(faults).toEqual([]);
    const stuck = deadEnds(states, {
      isEnd: (state) => isFinal(state) && !state.case,
      by: ({ isChosen }) => !isChosen,
    });
    expect(stuck.map((key) => `${states.get(key)?.path.join(', ')}: ${key}`)).toEqual([]);
  });
});
