import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLedger, auditTail } from '../../src/server/ledger/audit.ts';
import { type ChainedTransaction, chainHash } from '../../src/server/ledger/chain-hash.ts';
import { balanceOf, type Entry, move, post } from '../../src/server/ledger/ledger.ts';
import { findPosting, reversePosting } from '../../src/server/ledger/reversal.ts';
import { DatabaseRefused } from '../../src/server/platform/database/database-refused.ts';
import { type Database, type OpenDatabase, queryRows } from '../../src/server/platform/database/db.ts';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import * as schema from '../../src/server/schema.ts';
import { fakeClock } from '../harness/clock.ts';
import { bothKinds, openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { totalOf } from '../harness/total.ts';
import { dumpOf, type OldDatabase, openShipped } from './shipped/old-database.ts';

const at = fakeClock().now();
const { accounts, entries, ledgerHeads, transactions } = schema;

interface OldAccount {
  id: string;
  balance: number;
}
interface OldHead {
  seq: number;
  hash: string;
}

const rowsIn = <Row>(lines: string[], table: string): Row[] =>
  lines.filter((line) => line.startsWith(`${table}\t`)).map((line) => JSON.parse(line.split('\t')[1] ?? ''));

const open = ({ url, dataDir }: OldDatabase): Promise<OpenDatabase> =>
  url ? openPostgres({ url, log: silentLog }) : openPglite(dataDir, silentLog);

const platformName = /^(P\.|world:)/;

/** Adds a posting to a dump as the old ledger would have left it. */
function withPosting(lines: string[], { ref, entries: list }: { ref: string; entries: Entry[] }): string[] {
  const [head] = rowsIn<OldHead>(lines, 'ledger_head');
  if (!head) throw new Error('the dump has no head');
  const last = rowsIn<{ seq: number; at: string }>(lines, 'transactions').find(({ seq }) => seq === head.seq);
  const row: ChainedTransaction = {
    seq: BigInt(head.seq + 1),
    kind: 'supplier_repaid',
    ref,
    shopId: null,
    actor: 'test',
    reason: null,
    at: new Date(last?.at ?? ''),
    previousHash: head.hash,
    detailsHash: null,
  };
  const hash = chainHash(row, list);
  const held = new Map(rowsIn<OldAccount>(lines, 'accounts').map(({ id, balance }) => [id, BigInt(balance)]));
  for (const { account, amount } of list) held.set(account, (held.get(account) ?? 0n) + amount);
  const kept = lines.filter((line) => !/^(accounts|ledger_head)\t/.test(line));
  const line = (table: string, written: object) =>
    `${table}\t${JSON.stringify(written, (_, value) => (typeof value === 'bigint' ? Number(value) : value))}`;
  return [
    ...kept,
    ...lines.filter(
      (one) => one.startsWith('accounts\t') && !list.some(({ account }) => one.includes(`"${account}"`)),
    ),
    ...list.map(({ account }) =>
      line('accounts', { id: account, shop_id: null, balance: held.get(account), overdraft: true }),
    ),
    line('ledger_head', { id: 1, seq: row.seq, hash }),
    line('transactions', {
      seq: row.seq,
      kind: row.kind,
      ref,
      shop_id: null,
      actor: 'test',
      reason: null,
      at: row.at,
      previous_hash: row.previousHash,
      hash,
    }),
    ...list.map(({ account, amount }, position) =>
      line('entries', { seq: row.seq, position, account, amount, balance_after: held.get(account) }),
    ),
  ];
}

describe.each(bothKinds)('the one chain of all shops, after each has its own, on %s', (kind) => {
  const shipped = dumpOf('0000_initial').lines;
  const [order] = rowsIn<{ id: string; shop_id: string }>(shipped, 'orders');
  const repaid = move('world:supplier', 'P.supplier_receivable', 1_250_000n);
  const ofOrder = withPosting(shipped, { ref: order?.id ?? '', entries: repaid });
  const lines = withPosting(ofOrder, {
    ref: 'of no shop',
    entries: move('world:supplier', 'P.loss', 30_000n),
  });
  const [oldHead] = rowsIn<OldHead>(lines, 'ledger_head');
  const oldAccounts = rowsIn<OldAccount>(lines, 'accounts');
  let old: OldDatabase;
  let database: OpenDatabase;
  let db: Database;

  beforeAll(async () => {
    old = await openShipped(kind, '0000_initial', lines);
    database = await open(old);
    db = database.db;
  });
  afterAll(async () => {
    await database.close();
    await old.remove();
  });

  it('is in order, and so are all that go on from it', async () => {
    expect(await auditLedger(db)).toEqual([]);
    expect(await auditTail(db)).toEqual([]);
  });

  it('has left every balance as it was, to the last unit', async () => {
    for (const { id, balance } of oldAccounts)
      expect([id, await totalOf(db, id)]).toEqual([id, BigInt(balance)]);
    const after = await db.select().from(accounts);
    expect(after.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
    const unsplit = after.filter(({ id }) => platformName.test(id) && id.split(':').length === 1);
    expect(unsplit.filter(({ balance }) => balance !== 0n)).toEqual([]);
  });

  it('gives each shop the part of its postings, and of those about its orders that name no shop', async () => {
    const parts = await queryRows<{ account: string; sum: string; held: string }>(
      db,
      sql`select e.account || ':' || coalesce(t.shop_id, o.shop_id, 'platform') as account, sum(e.amount)::text as sum,
            (select balance::text from accounts where id = e.account || ':' || coalesce(t.shop_id, o.shop_id, 'platform')) as held
          from entries e join transactions t on t.seq = e.seq left join orders o on o.id = t.ref
          where t.kind <> 'chain_opened' and e.account ~ '^(P\\.|world:)' group by 1, e.account, t.shop_id, o.shop_id`,
    );
    expect(parts.length).toBeGreaterThan(10);
    const sums = new Map<string, bigint>();
    for (const { account, sum } of parts) sums.set(account, (sums.get(account) ?? 0n) + BigInt(sum));
    for (const [account, sum] of sums)
      expect([account, await balanceOf(db, account)]).toEqual([account, sum]);
    expect(await balanceOf(db, 'P.loss:platform')).toBe(30_000n);
  });

  it('is closed, and every shop goes on from its last hash', async () => {
    const heads = await db.select().from(ledgerHeads);
    const shared = heads.find(({ chain }) => chain === 'shared');
    const opened = await db
      .select()
      .from(transactions)
      .where(sql`kind = 'chain_opened'`)
      .orderBy(transactions.seq);
    expect(opened[0]?.previousHash).toBe(oldHead?.hash);
    expect([opened.at(-1)?.seq, opened.at(-1)?.hash]).toEqual([shared?.seq, shared?.hash]);
    const shops = rowsIn<{ id: string }>(lines, 'shops').map(({ id }) => id);
    expect(heads.map(({ chain }) => chain).sort()).toEqual(['platform', 'shared', ...shops].sort());
    expect(new Set(heads.map(({ seq, hash }) => `${seq} ${hash}`)).size).toBe(1);
  });

  it('is where a posting of that time is corrected from, in the chain of its shop', async () => {
    const [recharge] = await db.select().from(transactions).where(sql`seq = 1`);
    const shopId = recharge?.shopId ?? '';
    const wrong = await findPosting(db, { shopId, seq: 1n });
    await inTransaction(db, (tx) =>
      reversePosting({ db: tx, clock: fakeClock() } as never, wrong, {
        right: move('world:rail', `M.available:${shopId}`, 890_000_000n),
        reason: 'Ten less.',
        actor: 'test',
      }),
    );
    const posted = await db
      .select()
      .from(transactions)
      .where(sql`chain = ${shopId}`)
      .orderBy(transactions.seq);
    expect(posted.map((row) => row.kind).sort()).toEqual(['correction', 'reversal']);
    const [shared] = await db.select().from(ledgerHeads).where(sql`chain = 'shared'`);
    expect(posted[0]?.previousHash).toBe(shared?.hash);
    expect(await auditLedger(db)).toEqual([]);
    expect(await auditTail(db)).toEqual([]);
  });

  it('is not what the chain of a shop goes on from that came later', async () => {
    const first = { kind: 'upgrade_fee', ref: 'later', shopId: 'later', actor: 'test', at };
    await inTransaction(db, (tx) => post(tx, { ...first, entries: move('world:rail', 'P.fees', 1n) }));
    const [posted] = await db.select().from(transactions).where(sql`chain = 'later'`);
    expect([posted?.seq, posted?.previousHash]).toEqual([1n, '0'.repeat(64)]);
    expect([await auditLedger(db), await auditTail(db)]).toEqual([[], []]);
  });

  it('is found out where the part of one shop was given to another', async () => {
    for (const statement of [
      'alter table transactions disable trigger user',
      `update transactions set shop_id = 'shop_x' where kind = 'chain_opened'`,
    ])
      await db.execute(sql.raw(statement));
    const [shared] = await db.select().from(ledgerHeads).where(sql`chain = 'shared'`);
    expect((await auditLedger(db)).join('\n')).toMatch(/of shared was changed after it was posted/);
    expect(shared?.seq).toBeGreaterThan(oldHead?.seq ?? 0);
  });
});

describe.each(bothKinds)('an old database of which an account is one unit off, on %s', (kind) => {
  const off = dumpOf('0000_initial').lines.map((line) =>
    line.startsWith('accounts\t{"id":"P.fees"')
      ? line.replace(/"balance":(\d+)/, (_, held) => `"balance":${Number(held) + 1}`)
      : line,
  );
  let old: OldDatabase;
  beforeAll(async () => {
    old = await openShipped(kind, '0000_initial', off);
  });
  afterAll(() => old.remove());

  it('is not migrated but refused by a sentence, and stays as it was', async () => {
    const before = await old.dump();
    const refused = await open(old).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseRefused);
    expect(`${refused}`).toMatch(
      /^DatabaseRefused: The database (at|in) \S+ cannot be migrated: the platform's accounts do not hold what their entries add up to: audit the ledger with the version that wrote it\. It was not changed\.$/,
    );
    expect(await old.dump()).toEqual(before);
    expect(before).toEqual(off);
  });
});

describe('postings of two shops on PostgreSQL', () => {
  let database: TestDatabase;
  const pay = (tx: Database, shopId: string, ref: string) =>
    post(tx, {
      kind: 'recharge',
      ref,
      shopId,
      actor: 'test',
      at,
      entries: [
        ...move('world:rail', `M.available:${shopId}`, 5_000_000n),
        ...move(`M.available:${shopId}`, 'P.fees', 1_000_000n),
        ...move(`M.available:${shopId}`, 'P.supplier_payable', 1_000_000n),
      ],
    });
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
    for (const shopId of ['s1', 's2'])
      await inTransaction(database.db, (tx) => pay(tx, shopId, `first ${shopId}`));
  });
  afterAll(() => database.close());

  /** Returns the rows that other transactions have locked or written: this one sees them, and cannot lock them. */
  const lockedByOthers = async (db: Database): Promise<string[]> => {
    const locked: string[] = [];
    for (const table of ['accounts', 'entries', 'transactions', 'ledger_heads']) {
      const name = sql.identifier(table);
      const found = await queryRows<{ row: string }>(
        db,
        sql`select ${table} || ' ' || t.ctid as row from ${name} t where t.ctid not in
            (select ctid from (select ctid from ${name} for update skip locked) free)`,
      );
      locked.push(...found.map(({ row }) => row));
    }
    return locked.sort();
  };
  const rowsLockedBy = async (shopId: string): Promise<string[]> => {
    let locked: string[] = [];
    await database.db
      .transaction(async (tx) => {
        await pay(tx, shopId, `locks ${shopId}`);
        await database.db
          .transaction(async (other) => {
            locked = await lockedByOthers(other);
            other.rollback();
          })
          .catch(() => {});
        tx.rollback();
      })
      .catch(() => {});
    return locked;
  };

  it('lock no row in common', async () => {
    const [first, second] = [await rowsLockedBy('s1'), await rowsLockedBy('s2')];
    // The head and the four accounts of each.
    expect([first.length, second.length]).toEqual([5, 5]);
    expect(first.filter((row) => second.includes(row))).toEqual([]);
  });

  it('do not wait for each other', async () => {
    await database.db.transaction(async (tx) => {
      await pay(tx, 's1', 'open');
      await database.db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = '2s'`);
        await pay(other, 's2', 'meanwhile');
      });
    });
    expect(await balanceOf(database.db, 'M.available:s2')).toBe(6_000_000n);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  it('never touch the accounts of both', async () => {
    const across = inTransaction(database.db, (tx) =>
      post(tx, {
        kind: 'recharge',
        ref: 'across',
        shopId: 's1',
        actor: 'test',
        at,
        entries: move('M.available:s1', 'M.available:s2', 1n),
      }),
    );
    await expect(across).rejects.toThrow('the account M.available:s2 is not of s1');
    const orderOfOther = {
      kind: 'recharge',
      actor: 'test',
      at,
      entries: move('world:buyer', 'E.order:o1', 1n),
    };
    await inTransaction(database.db, (tx) => post(tx, { ...orderOfOther, ref: 'o1', shopId: 's1' }));
    const taken = inTransaction(database.db, (tx) =>
      post(tx, { ...orderOfOther, ref: 'o1 again', shopId: 's2' }),
    );
    await expect(taken).rejects.toThrow('or is another shop');
  });

  it('make one round trip each, begin and commit not counted', async () => {
    const statements: string[] = [];
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    // It ends before its connection is closed, and the database may be dropped in between.
    pool.on('error', () => {});
    const counted = drizzle(pool, { logger: { logQuery: (query) => void statements.push(query) } });
    const counts: number[] = [];
    for (const ref of ['a', 'b', 'c']) {
      statements.length = 0;
      await counted.transaction((tx) => pay(tx as unknown as Database, 's3', ref));
      counts.push(statements.filter((query) => !/^(begin|commit)/.test(query)).length);
    }
    await pool.end();
    expect(counts).toEqual([1, 1, 1]);
    expect(await database.db.select().from(entries).where(sql`chain = 's3'`)).toHaveLength(12);
  });
});
