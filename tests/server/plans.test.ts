import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { lengthenWallet } from '../harness/long-wallet.ts';
import { fillTables } from '../harness/many-rows.ts';
import { addListed, drive, place } from '../harness/market.ts';
import {
  blocksRead,
  nodesOf,
  type Plan,
  plansOf,
  readsOf,
  rowsOf,
  rowsRead,
  type Statement,
} from '../harness/query-plans.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const few = 1_000;
const many = Number(process.env.POSTINGS ?? 50_000);

/** Calls that read a list, by the contract. */
const lists = callNames.filter((name) => {
  const { output, effect } = specOf(name) as { output: { entries?: object }; effect: string };
  return effect === 'read' && 'list' in (output.entries ?? {});
});

const flow = 'POST /v1/user/wallet_flow';
const ofWallet: [what: string, name: string, input: object][] = [
  ['the wallet', 'POST /v1/user/wallet', {}],
  ['the first page', flow, {}],
  ['an account', flow, { account: 'available' }],
  ['two kinds', flow, { kinds: ['order_pay', 'recharge'] }],
  ['a kind that never was', flow, { kinds: ['upgrade_fee'] }],
  ['what came in', flow, { direction: 'in' }],
  ['a number', flow, { refNo: 'none' }],
  // The first minutes of the one wallet and the last of the other lie in it.
  ['a day', flow, { from: '2024-01-01', to: '2024-01-01' }],
];

let server: TestServer;
let merchants: [few: TestUser, many: TestUser];
const reads = new Map<string, Statement[]>();

const ask = (as: TestUser, name: string, input: object) =>
  server.call<{ nextCursor?: string }>(name, input, { token: as.token });
const keep = async (what: string, [as, name, input]: [TestUser, string, object]) => {
  const sent = await readsOf(async () => {
    const { code } = await ask(as, name, input);
    // That nothing is configured is an answer too: it was looked for.
    expect([codes.ok, codes.languageNotConfigured], `${name} answered ${code}`).toContain(code);
  });
  reads.set(what, [...(reads.get(what) ?? []), ...sent]);
};

// First everything is asked; then the tables are filled, and what was asked is explained.
beforeAll(async () => {
  server = await startTestServer('postgres', { start: '2030-01-01T09:00:00.000Z' });
  const { db } = server.database;
  merchants = [await server.addUser(), await server.addUser()];
  await lengthenWallet(db, merchants[0].shopId, few);
  await lengthenWallet(db, merchants[1].shopId, many);
  for (const as of merchants) {
    for (const [what, name, input] of ofWallet) await keep(`${what} ${as.userId}`, [as, name, input]);
    const { nextCursor } = (await ask(as, flow, {})).data;
    await keep(`a later page ${as.userId}`, [as, flow, { cursor: nextCursor }]);
  }

  const user = await server.addUser();
  const goods = await addListed(server, user);
  for (const status of ['pending_payment', 'shipped', 'completed'] as const)
    await drive(server, await place(server, user, goods.id), status);
  const { id: orderId } = await place(server, user, goods.id);
  const inputs: Record<string, object[]> = {
    'POST /v1/order/list': [{}, { status: 'pending_payment' }, { sort: 'actBy' }, { keyword: 'thing' }],
    'POST /v1/goods/list': [{}, { typeId: 'type' }],
    'POST /v1/showcase/list': [{}, { status: 'listed' }],
    'POST /v1/notify/list': [{}, { type: 'money' }],
    'GET /v1/order-comment': [{ orderId }, { goodsId: goods.id }],
  };
  for (const name of lists) for (const input of inputs[name] ?? [{}]) await keep(name, [user, name, input]);
  await fillTables(db, 5_000);
}, 1_800_000);
afterAll(() => server.close());

describe('a wallet of many postings', () => {
  const costOf = async (what: string, as: TestUser) => {
    const plans = await plansOf(server.database.url, reads.get(`${what} ${as.userId}`) ?? []);
    const total = (of: (plan: Plan) => number) => plans.reduce((sum, plan) => sum + of(plan), 0);
    return { rows: total(rowsRead), blocks: total(blocksRead) };
  };

  it.each([...ofWallet.map(([what]) => what), 'a later page'])(
    `costs with ${many} what it costs with ${few}: %s`,
    async (what) => {
      const [short, long] = [await costOf(what, merchants[0]), await costOf(what, merchants[1])];
      process.stdout.write(
        `${what}: ${short.rows} rows and ${short.blocks} blocks; of ${many}: ${long.rows} and ${long.blocks}.\n`,
      );
      // Which of two indexes serves a filter is the planner's choice, and may be worth a few rows.
      if (/^the/.test(what)) expect(long.rows).toBe(short.rows);
      expect(long.rows).toBeLessThanOrEqual(1.25 * short.rows);
      // A block more for each look into an index that is a level deeper.
      expect(long.blocks).toBeLessThanOrEqual(1.5 * short.blocks);
    },
  );
});

// What is counted is counted one by one: the goods of each type, which are the same for all shops.
const counted = /count\(.*from "goods_types"/s;
// A page with what it looks up; and a count, which stops at a thousand and one. Every second article is withdrawn.
const mostRows = (text: string): number => (/count\(.*from "goods"/s.test(text) ? 2 * 1_001 : 500);
// Filled by the operator, by hand: a page of rows.
const short = new Set(['goods_types', 'carriers', 'slides']);

describe('a list', () => {
  it.each(lists)('a list of %s is read by an index', async (name) => {
    const statements = (reads.get(name) ?? []).filter(({ text }) => !counted.test(text));
    // Who asks is looked up, whatever is asked for.
    expect(statements.length).toBeGreaterThan(0);
    const plans = await plansOf(server.database.url, statements);
    const whole = plans.flatMap((plan, index) => {
      const { text = '' } = statements[index] ?? {};
      return nodesOf(plan)
        .filter((node) => !short.has(node['Relation Name'] ?? '') && rowsOf(node) > mostRows(text))
        .map((node) => `${rowsOf(node)} rows of ${node['Relation Name']} in ${text}`);
    });
    expect(whole).toEqual([]);
  });
});
