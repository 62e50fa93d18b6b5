import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { type AuditReport, audit, type Known } from '../../src/server/audit/audit.ts';
import { unreconciledPayments, unreconciledPayouts } from '../../src/server/audit/unreconciled.ts';
import { reportTraffic } from '../../src/server/demo/traffic.ts';
import { anchorHash, coveredHashes, newestAnchors } from '../../src/server/ledger/anchors.ts';
import { chainHash } from '../../src/server/ledger/chain-hash.ts';
import { lastSeq } from '../../src/server/ledger/ledger.ts';
import { day } from '../../src/server/platform/clock.ts';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';
import {
  anchorHeads,
  anchorRows,
  anchors,
  entries,
  ledgerHeads,
  transactions,
} from '../../src/server/schema.ts';
import {
  recallsDue,
  restoresDue,
  unconfirmedDue,
} from '../../src/server/services/withdrawals/withdrawals-due.ts';
import { figuresDue } from '../../src/server/shops/figures/fold-deltas.ts';
import { usableAccount } from '../harness/bank.ts';
import { dumpDatabase, restoreDump } from '../harness/dump-database.ts';
import { fillDatabase } from '../harness/fill-database.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { seenAfter, statements, type Tamper } from '../harness/tampering.ts';
import { decideOn, takeBack, withdraw } from '../harness/withdrawing.ts';

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

/** Leaves what no bank confirmed in time: a withdrawal that was paid after its recall, and one after it was given back. */
async function confirmLate(): Promise<void> {
  const late = await server.addUser({ username: 'rania' });
  await server.fund(late.shopId, 100n * UNITS);
  const number = String(await lastSeq(server.deps.db, late.shopId));
  await server.decide(
    'reverse',
    { shop: late.shopId, transaction: number, amount: '101.00', reason: 'One more arrived.' },
    'nour',
  );
  const { id: accountId } = await usableAccount(server, late);
  late.token = await server.signIn(late);
  const sent = async (amount: string) => {
    const { no } = (await withdraw(server, late, { amount, accountId })).data.withdrawal;
    await decideOn(server, no, 'approve');
    return no;
  };
  const [paid, lost] = [await sent('30.00'), await sent('40.00')];
  const wait = async (days: number) => {
    server.clock.advance(days * day);
    for (const due of [unconfirmedDue, recallsDue, restoresDue]) await due.run(server.deps);
  };
  const confirm = (withdrawal: string) =>
    server.decide('withdraw-paid', { withdrawal, proof: `LATE-${withdrawal}` }, 'nour');
  await wait(30);
  await wait(14);
  await confirm(paid);
  await wait(7);
  await confirm(lost);
}

beforeAll(async () => {
  server = await startTestServer('postgres', { config: { demo: true } });
  await confirmLate();
  await fillDatabase(server);
  user = await server.addUser({ username: 'omar' });
  await reportTraffic(server.deps, user.shopId, { visitors: 3 });
  await figuresDue.run(server.deps);
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
  await server.decide('hold', { ...hold, amount: '7.00', code: 'risk', days: '2' }, 'nour');
  await server.decide('anchor', {}, 'nour');
  olderNumber = (await newest()).number;
  older = await dumpDatabase(server.deps.db);
  await decideOn(server, sent.no, 'approve');
  await asked('70.00');
  await server.fund(user.shopId, 9n * UNITS);
  await server.decide('anchor', {}, 'nour');
  known = { anchors: [await newest()] };
}, 120_000);
afterAll(() => server.close());

/** Tampers as a superuser past all triggers and keys, audits, and takes it back. */
const reportAfter = (tamper: Tamper, than: Known = {}): Promise<AuditReport> =>
  seenAfter(server.deps.db, tamper, (tx) => audit(tx, than));

const findingsAfter = async (tamper: Tamper, than?: Known): Promise<string[]> =>
  (await reportAfter(tamper, than)).findings;

const inShop = (text: string) => text.replaceAll('$shop', user.shopId);

const ofWithdrawal = (step: string) => `(select id from withdrawals where step = '${step}' limit 1)`;
const third = `chain = '$shop' and seq = 3`;
const lastNumber = `(select seq from ledger_heads where chain = '$shop')`;

/** Takes a chain's postings off from a number on, with balances, head and the anchors over them, and leaves their rows. */
const cutFrom = (chain: string, number: string): string[] => {
  const tail = `chain = ${chain} and seq >= ${number}`;
  const first = `(select min(anchor) from anchor_heads where ${tail})`;
  return [
    `update accounts a set balance = balance - e.moved from (select account, sum(amount) as moved from entries where ${tail} group by account) e where e.account = a.id`,
    `insert into unanchored_rows select "table", key, hash from anchor_rows where anchor >= ${first}`,
    `delete from anchor_rows where anchor >= ${first}`,
    `delete from anchors where number >= ${first}`,
    `delete from anchor_heads where anchor >= ${first}`,
    `delete from entries where ${tail}`,
    `delete from transactions where ${tail}`,
    `update ledger_heads h set seq = t.seq, hash = t.hash, at = t.at from transactions t where h.chain = ${chain} and t.chain = ${chain} and t.seq = (select max(seq) from transactions where chain = ${chain})`,
  ];
};

const ofSalma = `(select shop_id from users where username = 'salma')`;
const cutHolds = cutFrom(
  ofSalma,
  `(select min(seq) from transactions where chain = ${ofSalma} and kind = 'hold')`,
);

/** Tails that are cut off with their rows as well: the books agree with themselves. */
const cleanCuts: [string, string[]][] = [
  [
    'a recharge',
    [
      `delete from recharges where id = (select ref from transactions where chain = '$shop' and seq = ${lastNumber})`,
      ...cutFrom(`'$shop'`, lastNumber),
    ],
  ],
  ['two holds', [`delete from holds where shop_id = ${ofSalma}`, ...cutHolds]],
];

const headBack = `update ledger_heads h set seq = t.seq, hash = t.hash, at = t.at from transactions t where h.chain = '$shop' and t.chain = '$shop' and t.seq = h.seq - 1`;
const cutLast = [
  `delete from entries where chain = '$shop' and seq = ${lastNumber}`,
  `delete from transactions where chain = '$shop' and seq = ${lastNumber}`,
];

const statusOf = (status: string) => `(select id from orders where status = '${status}' limit 1)`;

const rows: [string, string[], RegExp][] = [
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
    'a tail cut off with its head',
    [...cutLast, headBack],
    /account M\.available:shop_\S+ holds \d+, its entries add up to \d+/,
  ],
  [
    'a tail cut off with its head, its balances and its anchors, in which a withdrawal was sent',
    cutFrom(
      `'$shop'`,
      `(select seq from transactions where kind = 'withdraw_sent' and ref = ${ofWithdrawal('sent')})`,
    ),
    /withdrawals that were sent come to \d+ and P\.clearing_withdraw holds 0/,
  ],
  [
    'a tail cut off with its head, its balances and its anchors, in which an order was placed',
    cutFrom(
      ofSalma,
      `(select max(seq) from transactions where chain = ${ofSalma} and kind = 'order_placed')`,
    ),
    /order ord_\S+ \(to_be_shipped\) demands that order_placed moves .*, and nothing was posted/,
  ],
  [
    'a tail cut off with its head, its balances and its anchors, which was holds',
    cutHolds,
    /hold hld_\S+ \(open\) demands that hold moves .*, and nothing was posted/,
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
    'a paid withdrawal as one that its bank has sent back',
    [`update withdrawals set sent_back_at = now() where id = ${ofWithdrawal('paid')}`],
    /withdrawal wdr_\S+ \(paid\) demands that withdraw_return moves .*, and nothing was posted/,
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
];

/** Posts 5.00 past the program, in a right chain. */
const postedByHand = (kind: string, ref: string, from: string, to: string) =>
  `select ledger_post('$shop', '${kind}', '${ref}', '$shop', 'system', null, now(), array['${from}:$shop', '${to}:$shop'], array[-5000000, 5000000], array[true, true], array[null::bigint, null])`;

const figuresOf = (what: string) => new RegExp(`shop shop_\\S+ has figures of \\d+/\\d+/.* ${what}`);

const further: [string, string[], RegExp][] = [
  [
    'a balance after an entry',
    [`update entries set balance_after = balance_after + 1 where ${third} and position = 0`],
    /entry 3\/0 of M\.available:shop_\S+ says \d+ after it, replay says \d+/,
  ],
  [
    'a running total',
    [`update entries set kind_in = kind_in + 1 where ${third} and position = 0`],
    /entry 3\/0 of M\.available:shop_\S+ says that \d+ came and \d+ went as withdraw, replay says \d+ and \d+ as withdraw/,
  ],
  [
    'a merchant who owes money',
    [`insert into accounts values ('M.deposit:elsewhere', null, -1, true)`],
    /account M\.deposit:elsewhere is negative: -1/,
  ],
  [
    'money that waits for no promotion',
    [`insert into accounts values ('P.ads_deferred:elsewhere', null, 5, false)`],
    /promotions have 0 undelivered and P\.ads_deferred holds 5/,
  ],
  [
    'money that waits to be sent back to no one',
    [`insert into accounts values ('P.clearing:elsewhere', null, 5, false)`],
    /refused recharges that arrived come to 0 and P\.clearing holds 5/,
  ],
  [
    'a promotion that was paid by hand',
    [postedByHand('ad', 'gift', 'M.available', 'P.ads_deferred')],
    /promotion gift, which is not there, demands no ad, and M\.available:\S+ -5000000, P\.ads_deferred 5000000 was moved/,
  ],
  [
    'a deposit that was returned by hand',
    [postedByHand('deposit_return', 'gift', 'M.deposit', 'M.available')],
    /return of a deposit gift, which is not there, demands no deposit_return, and M\.available:\S+ 5000000, M\.deposit:\S+ -5000000 was moved/,
  ],
  [
    'a compensation without a case',
    [postedByHand('compensation', 'gift', 'P.loss', 'M.available')],
    /compensation of gift has no closed case/,
  ],
  [
    'a hold with another sum than its withdrawal',
    [
      `update holds set amount = amount + 1 where id = (select hold_id from withdrawals where id = ${ofWithdrawal('submitted')})`,
    ],
    /withdrawal wdr_\S+ \(submitted\) and its hold hld_\S+ of \d+, which is open, do not agree/,
  ],
  [
    'an anchor that covers another hash',
    [`update anchor_heads set hash = repeat('a', 64) where anchor = 1`],
    /anchor 1 has transaction \d+ of shop_\S+ with the hash a{64}, and the chain has [0-9a-f]{64}/,
  ],
  [
    'an anchor that was put in place of the one before',
    [`update anchors set previous_hash = repeat('a', 64) where number = 2`],
    /anchor 2 does not follow anchor 1/,
  ],
  [
    'a day',
    [`update shop_days set clicks = clicks + 1`],
    figuresOf(String.raw`on 20\d\d-\d\d-\d\d, its quarter hours say`),
  ],
  ['a quarter hour', [`update shop_figures set settled = settled - 1`], figuresOf('at .*, its rows say')],
  [
    'a credit score',
    [`update shops set credit = 100 where id = (select shop_id from credit_log order by id limit 1)`],
    /shop shop_\S+ has a credit score of 100, its log says /,
  ],
  [
    'a total',
    [`update shop_counts set count = count + 1 where name = 'orders:shipped'`],
    /shop shop_\S+ counts \d+ as orders:shipped, its rows say \d+/,
  ],
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
    const leaves = await coveredHashes(
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

  it.each(cleanCuts)(
    'finds a clean cut of a tail with %s by an anchor, and by nothing else',
    async (_, list) => {
      const cut = statements(...list.map(inShop));
      expect(await findingsAfter(cut)).toEqual([]);
      expect(await findingsAfter(cut, known)).toEqual([
        expect.stringMatching(
          /^anchor 2:\S+ was expected, and the newest of this database is (1:\S+ of .*|none): .*its end was cut off$/,
        ),
      ]);
    },
  );

  it('finds an older copy by an anchor, and by nothing else', async () => {
    expect(olderNumber).toBe(1n);
    expect(await findingsAfter((tx) => restoreDump(tx, older))).toEqual([]);
    expect(await findingsAfter((tx) => restoreDump(tx, older), known)).toEqual([
      expect.stringMatching(
        /^anchor 2:\S+ was expected, and the newest of this database is 1:\S+ of .*: it is an older copy/,
      ),
    ]);
  });

  it('names one fault a chain, the first', async () => {
    const changed = statements(inShop(`update transactions set reason = 'gift' where chain = '$shop'`));
    expect(await findingsAfter(changed)).toEqual([
      `transaction 1 of ${user.shopId} was changed after it was posted`,
    ]);
  });

  it('lists decisions that name the order of an authority', async () => {
    const { legalReferences } = await reportAfter(
      statements(
        `update decision_log set input = input || '{"legalReference":"Court 7/25"}', at = '2025-03-04T23:30:00Z' where name = 'anchor' and seq = (select max(seq) from decision_log)`,
      ),
    );
    expect(legalReferences).toEqual([
      { decision: 'anchor', actor: 'operator:nour', at: '2025-03-04', reference: 'Court 7/25' },
    ]);
  });

  it('lists every payment of an order once, as no settlement file has confirmed it', async () => {
    const listed: unknown[] = [];
    for await (const page of unreconciledPayments(server.deps.db)) listed.push(...page);
    const placed = await queryRows(
      server.deps.db,
      sql`select payment_reference as reference, no as "order" from orders where payment_reference is not null`,
    );
    expect(placed.length).toBeGreaterThan(10);
    expect(listed).toHaveLength(placed.length);
    expect(listed).toEqual(expect.arrayContaining(placed));
  });

  it('lists a payment whatever its reference begins with', async () => {
    const few = `where no in (select no from orders order by no limit 3)`;
    const listed = await seenAfter(
      server.deps.db,
      statements(
        `update orders set payment_reference = null`,
        `update orders set payment_reference = '!' || no ${few}`,
      ),
      async (tx) => {
        const pages: number[] = [];
        for await (const page of unreconciledPayments(tx)) pages.push(page.length);
        return pages;
      },
    );
    expect(listed).toEqual([3]);
  });

  it('lists every payout that left and every one that came back once, as the ledger has moved them', async () => {
    const listed = { out: 0n, back: 0n };
    const subjects: string[] = [];
    for (const direction of ['out', 'back'] as const)
      for await (const page of unreconciledPayouts(server.deps.db, direction))
        for (const { amount, subject } of page) {
          listed[direction] += amount;
          subjects.push(`${direction} ${subject}`);
        }
    const [moved] = await queryRows<{ out: string; back: string }>(
      server.deps.db,
      sql`select coalesce(sum(e.amount) filter (where t.kind in ('withdraw_sent', 'recharge_sent_back') and e.amount > 0 and e.account not like 'P.fees%'), 0)::text as out,
          coalesce(-sum(e.amount) filter (where t.kind = 'withdraw_return' and (e.account like 'P.clearing_withdraw%' or e.account like 'world:payout%')), 0)::text as back
        from transactions t join entries e on e.chain = t.chain and e.seq = t.seq`,
    );
    expect(listed).toEqual({ out: BigInt(moved?.out ?? 0), back: BigInt(moved?.back ?? 0) });
    expect(listed.out).toBeGreaterThan(0n);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  it('takes as long as it needs, whatever the limit of the session, and in any time zone', async () => {
    await server.deps.db.transaction(async (tx) => {
      await statements(`set local statement_timeout = '60s'`, `set local timezone = 'Asia/Tokyo'`)(tx);
      expect((await audit(tx, known)).findings).toEqual([]);
      const [limit] = await queryRows<{ statement_timeout: string }>(tx, sql`show statement_timeout`);
      expect(limit?.statement_timeout).toBe('0');
    });
  });

  it('says nothing of keys, which end by themselves', async () => {
    expect(await findingsAfter(statements('delete from idempotency_keys'), known)).toEqual([]);
  });
});
