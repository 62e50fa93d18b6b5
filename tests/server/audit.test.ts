import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { audit, auditLedger, auditTail } from '../../src/server/audit/audit.ts';
import { lockChain, move, post } from '../../src/server/ledger/ledger.ts';
import { type Database, queryRows } from '../../src/server/platform/database/db.ts';
import { shops, transactions } from '../../src/server/schema.ts';
import { fakeClock } from '../harness/clock.ts';
import { creditRecharge } from '../harness/credit-recharge.ts';
import { bothKinds, type Kind, openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { isFullRun } from '../harness/full-run.ts';

const withoutGuard = (table: string, statement: string) => [
  `alter table ${table} disable trigger user`,
  statement,
  `alter table ${table} enable trigger user`,
];

const faults: [string, string[], RegExp][] = [
  [
    'a changed balance',
    [`update accounts set balance = balance + 1 where id = 'M.available:s1'`],
    /account M\.available:s1 holds 5000001/,
  ],
  [
    'a changed amount',
    withoutGuard('entries', `update entries set amount = amount + 1 where seq = 2 and position = 0`),
    /transaction 2 of s1 sums to 1/,
  ],
  [
    'two entries changed so that all sums still fit',
    withoutGuard(
      'entries',
      `update entries set amount = -amount, balance_after = balance_after - 2 * amount where seq = 2`,
    ),
    /transaction 2 of s1 was changed/,
  ],
  [
    'a changed reason',
    withoutGuard('transactions', `update transactions set reason = 'gift' where seq = 1`),
    /transaction 1 of s1 was changed/,
  ],
  ...(
    [
      ['actor', `'somebody'`],
      ['kind', `'settlement'`],
      ['ref', `'z'`],
      ['shop_id', `'s2'`],
    ] as const
  ).map(([column, value]): [string, string[], RegExp] => [
    `a changed ${column}`,
    withoutGuard('transactions', `update transactions set ${column} = ${value} where seq = 1`),
    /transaction 1 of s1 was changed/,
  ]),
  [
    'a changed moment',
    withoutGuard('transactions', `update transactions set at = at - interval '1 day' where seq = 1`),
    /transaction 1 of s1 was changed/,
  ],
  [
    'the last transaction taken out',
    [
      ...withoutGuard('entries', 'delete from entries where seq = 3'),
      ...withoutGuard('transactions', 'delete from transactions where seq = 3'),
    ],
    /the chain s1 ends at transaction 2/,
  ],
  [
    'one in the middle taken out',
    [
      ...withoutGuard('entries', 'delete from entries where seq = 2'),
      ...withoutGuard('transactions', 'delete from transactions where seq = 2'),
    ],
    /the chain s1 jumps from transaction 1 to 3/,
  ],
  [
    'frozen money without a hold',
    [
      `update accounts set balance = balance - 1 where id = 'M.available:s1'`,
      `insert into accounts values ('M.frozen:s1', 's1', 1, false)`,
    ],
    /shop s1 has 1 frozen and open holds of 0/,
  ],
];

// A start reads only chains that have a head, and not which accounts they change.
const misplaced: [string, string[], RegExp][] = [
  [
    'a posting in the chain of another shop',
    [
      `alter table entries drop constraint entries_chain_seq_transactions_chain_seq_fk`,
      ...withoutGuard('entries', `update entries set chain = 's2'`),
      ...withoutGuard('transactions', `update transactions set chain = 's2'`),
      `update ledger_heads set chain = 's2'`,
    ],
    /transaction 1 of s2 is of s1/,
  ],
  [
    'an account of another shop',
    [`update accounts set shop_id = 's2' where id = 'P.fees:s1'`],
    /entry 2\/1 of s1 changes P\.fees:s1, which is of s2/,
  ],
  [
    'a chain whose head was taken out',
    withoutGuard('ledger_heads', 'delete from ledger_heads'),
    /the chain s1 ends at transaction 3, its head says nothing/,
  ],
];

const at = fakeClock().now();

const openBooks = async (kind: Kind): Promise<TestDatabase> => {
  const database = await openTestDatabase(kind);
  await database.db.insert(shops).values({ id: 's1', no: 'S1', name: 'One', timeZone: 'UTC', createdAt: at });
  await database.db.transaction((tx) =>
    creditRecharge(tx, { ref: 'a', shopId: 's1', amount: 6_000_000n, at }),
  );
  for (const ref of ['b', 'c']) {
    const entries = move('M.available:s1', 'P.fees', 500_000n);
    await database.db.transaction((tx) =>
      post(tx, { kind: 'upgrade_fee', ref, shopId: 's1', actor: 'test', at, entries }),
    );
  }
  return database;
};

describe.each(bothKinds)('the audit on %s', (kind) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await openBooks(kind);
  });
  afterEach(() => database.close());

  it('finds nothing in books that are in order', async () => {
    expect(await audit(database.db)).toEqual({
      transactions: 3,
      entries: 6,
      accounts: 3,
      findings: [],
      legalReferences: [],
    });
    expect(await auditTail(database.db)).toEqual([]);
  });

  // Each needs a separate database, and an embedded one starts slowly: per commit only every third runs there.
  const some = isFullRun || kind === 'postgres' ? faults : faults.filter((_, at) => at % 3 === 0);

  it.each(some)('finds %s', async (_, statements, finding) => {
    for (const statement of statements) await database.db.execute(sql.raw(statement));
    expect((await audit(database.db)).findings.join('\n')).toMatch(finding);
    // So few transactions are all read at each start of the embedded database.
    expect(await auditTail(database.db)).not.toEqual([]);
  });

  it('finds what differs from what is known outside: a chain forged whole, and one that ends earlier', async () => {
    const { db } = database;
    const [, second] = await db.select().from(transactions).orderBy(transactions.seq);
    const known = { shopId: 's1', seq: 2n, hash: second?.hash ?? '' };
    expect((await audit(db, { transactions: [known] })).findings).toEqual([]);
    expect((await audit(db, { transactions: [{ ...known, hash: '0'.repeat(64) }] })).findings).toEqual([
      `transaction 2 of s1 was expected with the hash ${'0'.repeat(64)}, and has ${known.hash}`,
    ]);
    expect((await audit(db, { transactions: [{ ...known, seq: 4n }] })).findings).toEqual([
      `transaction 4 of s1 was expected with the hash ${known.hash}, and is missing`,
    ]);
  });

  it.each(misplaced)('finds %s', async (_, statements, finding) => {
    for (const statement of statements) await database.db.execute(sql.raw(statement));
    expect((await audit(database.db)).findings.join('\n')).toMatch(finding);
  });
});

describe('the audit of books that are in use, on PostgreSQL', () => {
  let database: TestDatabase;
  let db: Database;
  const execute = async (statements: string[]) => {
    for (const statement of statements) await db.execute(sql.raw(statement));
  };
  const changeReason = (seq: number) =>
    execute(withoutGuard('transactions', `update transactions set reason = 'gift' where seq = ${seq}`));
  const pay = (tx: Database, shopId: string, when = at) =>
    post(tx, {
      kind: 'upgrade_fee',
      ref: `of ${shopId}`,
      shopId,
      actor: 'test',
      at: when,
      entries: move('world:rail', 'P.fees', 1n),
    });

  beforeEach(async () => {
    database = await openBooks('postgres');
    db = database.db;
  });
  afterEach(() => database.close());

  /** Lets a posting be committed while a check waits for a table that it has not read yet. */
  const amidst = async <T>(table: string, check: () => Promise<T>): Promise<T> => {
    const waiting = sql`select 1 from pg_locks where not granted and relation = ${table}::regclass`;
    let checked: Promise<T> | undefined;
    await db.transaction(async (other) => {
      await other.execute(sql`lock table ${sql.identifier(table)} in access exclusive mode`);
      checked = check();
      await vi.waitFor(async () => expect(await queryRows(db, waiting)).toHaveLength(1), 20_000);
      await post(other, {
        kind: 'upgrade_fee',
        ref: table,
        shopId: 's1',
        actor: 'test',
        at,
        entries: move('M.available:s1', 'P.fees', 500_000n),
      });
    });
    if (!checked) throw new Error('nothing was checked');
    return checked;
  };

  it('reads the books of one moment', async () => {
    expect(await amidst('entries', () => audit(db))).toMatchObject({
      transactions: 3,
      entries: 6,
      findings: [],
    });
  });

  it('reads the books of one moment at a start too', async () => {
    expect(await amidst('transactions', () => auditTail(db))).toEqual([]);
  });

  it('reads the newest two hundred transactions of a chain at a start', async () => {
    await db.execute(
      sql`select ledger_post('s1', 'recharge', 'many ' || n, 's1', 'test', null, ${at.toISOString()}, array['M.available:s1', 'world:rail:s1'],
        array[1, -1], array[false, true], array[null::bigint, null]) from generate_series(4, 203) n`,
    );
    expect(await auditTail(db)).toEqual([]);
    await changeReason(3);
    expect(await auditTail(db)).toEqual([]);
    expect(await auditLedger(db)).toEqual([expect.stringMatching(/^transaction 3 of s1 was changed/)]);
    await changeReason(4);
    expect(await auditTail(db)).toEqual(['transaction 4 of s1 was changed after it was posted']);
  });

  it('reads the ten chains that moved last at a start', async () => {
    for (let n = 1; n <= 11; n++) await db.transaction((tx) => pay(tx, `c${n}`, new Date(at.getTime() + n)));
    const raise = (n: number) =>
      execute([`update accounts set balance = balance + 1 where id = 'P.fees:c${n}'`]);
    await raise(1);
    expect(await auditTail(db)).toEqual([]);
    await raise(2);
    expect(await auditTail(db)).toEqual(['account P.fees:c2 holds 2, its newest entry says 1']);
  });

  it('finds nothing in a chain without a posting, and a head there that says otherwise', async () => {
    await db.transaction((tx) => lockChain(tx, 'empty'));
    expect([await auditLedger(db), await auditTail(db)]).toEqual([[], []]);
    await execute(withoutGuard('ledger_heads', `update ledger_heads set seq = 5 where chain = 'empty'`));
    const fault = 'the chain empty ends at transaction 0, its head says 5';
    expect([await auditLedger(db), await auditTail(db)]).toEqual([[fault], [fault]]);
  });

  it.each([
    ['another number', 'seq = 2', 'the chain s1 ends at transaction 3, its head says 2'],
    ['another hash', `hash = repeat('a', 64)`, 'the chain s1 ends at transaction 3, its head says 3'],
  ])('finds a head with %s', async (_, change, fault) => {
    await execute(withoutGuard('ledger_heads', `update ledger_heads set ${change}`));
    expect([await auditLedger(db), await auditTail(db)]).toEqual([[fault], [fault]]);
  });
});
