import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { anchorHash, coveredHashes, newestAnchors } from '../../src/server/ledger/anchors.ts';
import { audit, type Known } from '../../src/server/ledger/audit.ts';
import { chainHash } from '../../src/server/ledger/chain-hash.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import type { Database } from '../../src/server/platform/database/db.ts';
import {
  anchorHeads,
  anchorRows,
  anchors,
  entries,
  ledgerHeads,
  transactions,
} from '../../src/server/schema.ts';
import { usableAccount } from '../harness/bank.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { decideOn, takeBack, withdraw } from '../harness/withdrawing.ts';
import { dumpDatabase, restoreDump } from './shipped/dump.ts';
import { fillDatabase } from './shipped/fill.ts';

let server: TestServer;
let user: TestUser;
let known: Known;
let older: string[];
let olderNumber: bigint;

const newest = async () => {
  const [anchor] = await newestAnchors(server.deps.db, 1);
  if (!anchor) throw new Error('there is no anchor');
  return anchor;
};

beforeAll(async () => {
  server = await startTestServer('postgres', { config: { demo: true } });
  await fillDatabase(server);
  user = await server.addUser({ username: 'omar' });
  await server.fund(user.shopId, 600n * UNITS);
  const { id: accountId } = await usableAccount(server, user);
  user.token = await server.signIn(user);
  const asked = async (amount: string) =>
    (await withdraw(server, user, { amount, accountId })).data.withdrawal;
  const [paid, sent, cancelled] = [await asked('40.00'), await asked('50.00'), await asked('60.00')];
  await decideOn(server, paid.no, 'approve');
  await decideOn(server, paid.no, 'paid');
  await takeBack(server, user, cancelled.id);
  const hold = { shop: user.shopId, facts: 'A buyer asked their bank.', rule: 'Money in dispute is held.' };
  await decide(server.deps, 'hold', { ...hold, amount: '7.00', code: 'risk', days: '2' }, 'nour');
  await decide(server.deps, 'anchor', {}, 'nour');
  olderNumber = (await newest()).number;
  older = await dumpDatabase(server.deps.db);
  await decideOn(server, sent.no, 'approve');
  await asked('70.00');
  await server.fund(user.shopId, 9n * UNITS);
  await decide(server.deps, 'anchor', {}, 'nour');
  known = { anchors: [await newest()] };
}, 120_000);
afterAll(() => server.close());

class TakenBack extends Error {}

/** Tampers as a superuser past all triggers and keys, audits, and takes it back. */
async function findingsAfter(
  tamper: (tx: Database) => Promise<unknown>,
  than: Known = {},
): Promise<string[]> {
  let findings: string[] = [];
  const done = server.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tamper(tx);
    findings = (await audit(tx, than)).findings;
    throw new TakenBack();
  });
  await done.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return findings;
}

const statements =
  (...list: string[]) =>
  async (tx: Database) => {
    for (const one of list) {
      const result = (await tx.execute(sql.raw(one))) as unknown as { rowCount: number | null };
      // A statement that changes nothing would prove nothing.
      if (/^(update|delete|insert)/.test(one) && !result.rowCount) throw new Error(`nothing changed: ${one}`);
    }
  };

const inShop = (text: string) => text.replaceAll('$shop', user.shopId);

const ofWithdrawal = (step: string) => `(select id from withdrawals where step = '${step}' limit 1)`;
const third = `chain = '$shop' and seq = 3`;
const lastSeq = `(select seq from ledger_heads where chain = '$shop')`;

/** Takes the last posting of the shop off, with its row, its balances and the head: the books agree with themselves. */
const cutTail = [
  `update accounts a set balance = balance - e.amount from entries e where e.account = a.id and e.chain = '$shop' and e.seq = ${lastSeq}`,
  `delete from recharges where id = (select ref from transactions where chain = '$shop' and seq = ${lastSeq})`,
  `delete from anchor_heads where anchor = (select max(number) from anchors)`,
  `insert into unanchored_rows select "table", key, hash from anchor_rows where anchor = (select max(number) from anchors)`,
  `delete from anchor_rows where anchor = (select max(number) from anchors)`,
  `delete from anchors where number = (select max(number) from anchors)`,
  `delete from entries where chain = '$shop' and seq = ${lastSeq}`,
  `delete from transactions where chain = '$shop' and seq = ${lastSeq}`,
  `update ledger_heads h set seq = t.seq, hash = t.hash, at = t.at from transactions t where h.chain = '$shop' and t.chain = '$shop' and t.seq = h.seq - 1`,
];

const headBack = `update ledger_heads h set seq = t.seq, hash = t.hash, at = t.at from transactions t where h.chain = '$shop' and t.chain = '$shop' and t.seq = h.seq - 1`;
const cutLast = [
  `delete from entries where chain = '$shop' and seq = ${lastSeq}`,
  `delete from transactions where chain = '$shop' and seq = ${lastSeq}`,
];

const statusOf = (status: string) => `(select id from orders where status = '${status}' limit 1)`;

const rows: [string, string[], RegExp][] = [
  [
    'the amounts of a pair',
    [`update entries set amount = amount * 2 where ${third}`],
    /transaction 3 of shop_\S+ was changed after it was posted/,
  ],
  [
    'the amounts of a pair, with balances mended',
    [
      `update accounts a set balance = balance + e.amount from entries e where e.account = a.id and e.chain = '$shop' and e.seq = 3`,
      `update entries e set balance_after = e.balance_after + t.amount from entries t where t.chain = '$shop' and t.seq = 3 and e.account = t.account and e.seq >= 3`,
      `update entries set amount = amount * 2 where ${third}`,
    ],
    /transaction 3 of shop_\S+ was changed after it was posted/,
  ],
  [
    'a memo',
    [`update transactions set reason = 'gift' where ${third}`],
    /transaction 3 of shop_\S+ was changed/,
  ],
  [
    'an actor',
    [`update transactions set actor = 'system' where ${third}`],
    /transaction 3 of shop_\S+ was changed/,
  ],
  [
    'a time by a millisecond',
    [`update transactions set at = at + interval '1 ms' where ${third}`],
    /transaction 3 of shop_\S+ was changed/,
  ],
  [
    'a posting in the middle that was deleted',
    [`delete from entries where ${third}`, `delete from transactions where ${third}`],
    /the chain shop_\S+ jumps from transaction 2 to 4/,
  ],
  [
    'entries that were deleted',
    [`delete from entries where ${third}`],
    /transaction 3 of shop_\S+ sums to 0 over 0 entries/,
  ],
  [
    'two postings with swapped references',
    [
      `update transactions set ref = 'aside' where ${third}`,
      `update transactions set ref = 'wdr_other' where chain = '$shop' and seq = 4`,
      `update transactions set ref = o.id from withdrawals o where transactions.ref = 'aside' and o.step = 'cancelled'`,
      `update transactions set ref = o.id from withdrawals o where transactions.ref = 'wdr_other' and o.step = 'sent'`,
    ],
    /transaction 3 of shop_\S+ was changed/,
  ],
  [
    'two postings with swapped numbers',
    [
      `update transactions set seq = 1000 where ${third}`,
      `update transactions set seq = 3 where chain = '$shop' and seq = 4`,
      `update transactions set seq = 4 where chain = '$shop' and seq = 1000`,
    ],
    /transaction 3 of shop_\S+ does not follow transaction 2/,
  ],
  [
    'a tail cut off before its head',
    cutLast,
    /the chain shop_\S+ ends at transaction \d+, its head says \d+/,
  ],
  [
    'a tail cut off with its head',
    [...cutLast, headBack],
    /account M\.available:shop_\S+ holds \d+, its entries add up to \d+/,
  ],
  [
    'a raised balance',
    [`update accounts set balance = balance + 1 where id = 'M.available:$shop'`],
    /account M\.available:shop_\S+ holds \d+, its entries/,
  ],
  [
    'a hold that was deleted',
    [`delete from holds where released_at is null and reason_code = 'risk' and shop_id = '$shop'`],
    /has \d+ frozen and open holds of \d+/,
  ],
  [
    'the payee of a waiting withdrawal',
    [
      `update withdrawals set pay_to = pay_to || '{"number":"6222000000000001"}' where id = ${ofWithdrawal('submitted')}`,
    ],
    /withdrawal wdr_\S+: payee, amount, fee or proof are not those of its posting withdraw$/m,
  ],
  [
    'a fee that takes all',
    [`update withdrawals set fee = amount - 1 where id = ${ofWithdrawal('submitted')}`],
    /payee, amount, fee or proof are not those of its posting withdraw$/m,
  ],
  [
    'proof and payee of a paid withdrawal',
    [
      `update withdrawals set proof = 'X', pay_to = pay_to || '{"accountName":"Else"}' where id = ${ofWithdrawal('paid')}`,
    ],
    /withdrawal wdr_\S+ names the proof X, and its history another/,
  ],
  [
    'a waiting withdrawal set to paid',
    [`update withdrawals set step = 'paid', status = 'completed' where id = ${ofWithdrawal('submitted')}`],
    /withdrawal wdr_\S+ \(paid\) demands that withdraw_paid moves .*, and nothing was posted/,
  ],
  [
    'a cancelled withdrawal set back',
    [
      `update withdrawals set step = 'submitted', status = 'moderated' where id = ${ofWithdrawal('cancelled')}`,
    ],
    /withdrawal wdr_\S+ \(submitted\) demands no withdraw_return, and .* was moved/,
  ],
  [
    'a paid withdrawal that was deleted',
    [`delete from withdrawals where id = ${ofWithdrawal('paid')}`],
    /withdrawal wdr_\S+, which is not there, demands no withdraw_paid, and .* was moved/,
  ],
  [
    'a recharge with twice its amount',
    [`update recharges set amount = amount * 2, received = received * 2 where shop_id = '$shop' and seq = 0`],
    /recharge test_\S+ \(confirmed\) demands that recharge moves M\.available:\S+ 1200000000.* and M\.available:\S+ 600000000/,
  ],
  [
    'an order set to completed',
    [`update orders set status = 'completed' where id = ${statusOf('to_be_shipped')}`],
    /order ord_\S+ \(completed\) demands that release moves .*, and nothing was posted/,
  ],
  [
    'an order with twice its amount',
    [`update orders set amount = amount * 2 where id = ${statusOf('accepted')}`],
    /order ord_\S+ \(accepted\) demands that order_placed moves/,
  ],
  [
    'a rewritten decision',
    [`update decision_log set actor = 'operator:leo' where seq = (select min(seq) from decision_log)`],
    /decision_log 1 was changed: it was noted for anchor 1/,
  ],
  [
    'a rewritten statement of reasons',
    [`update statements set facts = 'They agreed.' where kind = 'hold_risk'`],
    /statements sta_\S+ was changed: it was noted for anchor \d+/,
  ],
  [
    'a dropped trigger of an append-only table',
    ['drop trigger entries_append_only on entries'],
    /the trigger entries_append_only of entries is missing or switched off/,
  ],
  [
    'a dropped check',
    ['alter table accounts drop constraint accounts_not_negative'],
    /the check accounts_not_negative of accounts is missing/,
  ],
  [
    'an account that may be negative',
    [`update accounts set overdraft = true where id = 'M.available:$shop'`],
    /account M\.available:shop_\S+ may be negative, and must not/,
  ],
];

const further: [string, string[], RegExp][] = [
  [
    'a decision that was deleted',
    ['delete from decision_log where seq = 1'],
    /decision_log 1 was deleted: it was noted for anchor 1/,
  ],
  [
    'a decision that was written in',
    [`insert into decision_log (name, actor, input, at) values ('reverse', 'operator:leo', '{}', now())`],
    /decision_log \d+ was added beside the program/,
  ],
  [
    'a trigger that was switched off',
    ['alter table transactions disable trigger transactions_append_only'],
    /the trigger transactions_append_only of transactions is missing or switched off/,
  ],
  [
    'a guard with an empty body',
    [
      'create or replace function row_append_only() returns trigger language plpgsql as $$ begin return null; end $$',
    ],
    /the function row_append_only is not that of the migrations/,
  ],
  [
    'money that was posted by hand, in a right chain',
    [
      `select ledger_post('$shop', 'recharge', 'gift', '$shop', 'system', null, now(), array['M.available:$shop', 'world:rail:$shop'], array[5000000, -5000000], array[false, true], array[null::bigint, null])`,
    ],
    /recharge gift, which is not there, demands no recharge, and M\.available:\S+ 5000000, world:rail -5000000 was moved/,
  ],
  [
    'a posting of a kind that there is not',
    [
      `select ledger_post('$shop', 'bonus', 'gift', '$shop', 'system', null, now(), array['M.available:$shop', 'world:rail:$shop'], array[5000000, -5000000], array[false, true], array[null::bigint, null])`,
    ],
    /transaction \d+ of shop_\S+ is of the kind bonus, which the program does not post/,
  ],
  [
    'a hold released by hand',
    [`update holds set released_at = now() where reason_code = 'risk' and shop_id = '$shop'`],
    /hold hld_\S+ \(released\) demands that hold_release moves .*, and nothing was posted/,
  ],
  [
    'an order that was deleted',
    [`delete from orders where id = ${statusOf('shipped')}`],
    /order ord_\S+, which is not there, demands no order_placed/,
  ],
  [
    'a step of a withdrawal that was taken out',
    [`delete from withdrawal_steps where withdrawal_id = ${ofWithdrawal('paid')} and step = 'paid'`],
    /withdrawal wdr_\S+ is paid, and its history does not have that step/,
  ],
  [
    'an anchor that was rewritten',
    [`update anchor_heads set hash = repeat('a', 64) where anchor = 1`],
    /anchor 1 was changed after it was made/,
  ],
  [
    'an anchor that was taken out',
    [`delete from anchor_heads where anchor = 1`, 'delete from anchors where number = 1'],
    /the anchors jump from 0 to 2/,
  ],
];

/** Lowers a recharge, and computes again all that rests on it: balances, hashes, heads and anchors. */
async function forgeWhole(tx: Database): Promise<void> {
  const chain = user.shopId;
  await statements(
    ...[
      `update recharges set amount = amount - 1000000, received = received - 1000000 where shop_id = '$shop' and seq = 0`,
      `update entries set amount = amount - 1000000 * sign(amount) where chain = '$shop' and seq = 1`,
      `update accounts a set balance = (select sum(amount) from entries where account = a.id) where shop_id = '$shop'`,
      `update entries e set balance_after = r.balance, kind_in = r.came, kind_out = r.went from (
        select chain, seq, position, sum(amount) over (partition by account order by seq, position) as balance,
          sum(greatest(amount, 0)) over lane as came, sum(greatest(-amount, 0)) over lane as went
        from entries window lane as (partition by account, kind order by seq, position)) r
        where r.chain = e.chain and r.seq = e.seq and r.position = e.position and e.chain = '$shop'`,
    ].map(inShop),
  )(tx);
  const list = await tx
    .select()
    .from(transactions)
    .where(eq(transactions.chain, chain))
    .orderBy(asc(transactions.seq));
  let previousHash = '0'.repeat(64);
  for (const row of list) {
    const lines = await tx
      .select()
      .from(entries)
      .where(sql`chain = ${chain} and seq = ${row.seq}`)
      .orderBy(asc(entries.position));
    const hash = chainHash({ ...row, previousHash }, lines);
    await tx
      .update(transactions)
      .set({ previousHash, hash })
      .where(sql`chain = ${chain} and seq = ${row.seq}`);
    await tx.update(anchorHeads).set({ hash }).where(sql`chain = ${chain} and seq = ${row.seq}`);
    await tx.update(ledgerHeads).set({ hash }).where(sql`chain = ${chain} and seq = ${row.seq}`);
    previousHash = hash;
  }
  let previousAnchor = '0'.repeat(64);
  for (const anchor of await tx.select().from(anchors).orderBy(asc(anchors.number))) {
    const of = eq(anchorHeads.anchor, anchor.number);
    const leaves = coveredHashes(
      await tx.select().from(anchorHeads).where(of),
      await tx.select().from(anchorRows).where(eq(anchorRows.anchor, anchor.number)),
    );
    const hash = anchorHash({ ...anchor, previousHash: previousAnchor }, leaves);
    await tx
      .update(anchors)
      .set({ previousHash: previousAnchor, hash })
      .where(eq(anchors.number, anchor.number));
    previousAnchor = hash;
  }
}

describe('the audit, after an attacker with all rights', () => {
  it('finds nothing where nothing was done', async () => {
    expect((await audit(server.deps.db, known)).findings).toEqual([]);
  });

  it.each([...rows, ...further])('finds %s', async (_, list, sentence) => {
    expect((await findingsAfter(statements(...list.map(inShop)))).join('\n')).toMatch(sentence);
  });

  it('finds a history that was forged whole by an anchor, and by nothing else', async () => {
    expect(await findingsAfter(forgeWhole)).toEqual([]);
    expect(await findingsAfter(forgeWhole, known)).toEqual([
      expect.stringMatching(
        /^anchor 2:\S+ was expected, and this database has 2:\S+ of .*: what was posted before it was replaced$/,
      ),
    ]);
  });

  it('finds a clean cut of the tail by an anchor, and by nothing else', async () => {
    const cut = statements(...cutTail.map(inShop));
    expect(await findingsAfter(cut)).toEqual([]);
    expect(await findingsAfter(cut, known)).toEqual([
      expect.stringMatching(
        /^anchor 2:\S+ was expected, and the newest of this database is 1:\S+ of .*its end was cut off$/,
      ),
    ]);
  });

  it('finds an older copy by an anchor, and by nothing else', async () => {
    expect(olderNumber).toBe(1n);
    expect(await findingsAfter((tx) => restoreDump(tx, older))).toEqual([]);
    expect(await findingsAfter((tx) => restoreDump(tx, older), known)).toEqual([
      expect.stringMatching(
        /^anchor 2:\S+ was expected, and the newest of this database is 1:\S+ of .*: it is an older copy/,
      ),
    ]);
  });

  it('says nothing of keys, which end by themselves', async () => {
    expect(await findingsAfter(statements('delete from idempotency_keys'), known)).toEqual([]);
  });
});
