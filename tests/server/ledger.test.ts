import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { auditLedger } from '../../src/server/ledger/audit.ts';
import { balanceOf, type Entry, move, post } from '../../src/server/ledger/ledger.ts';
import { queryRows } from '../../src/server/platform/database/db.ts';
import { sqlState } from '../../src/server/platform/database/sql-state.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { Refusal } from '../../src/server/platform/refuse.ts';
import { accounts, entries, transactions } from '../../src/server/schema.ts';
import { fakeClock } from '../harness/clock.ts';
import { bothKinds, openTestDatabase, type TestDatabase } from '../harness/database.ts';

const clock = fakeClock();
let refs = 0;

const posting = (list: Entry[], ref = `ref_${refs++}`, shopId = 's1') => ({
  kind: 'recharge',
  ref,
  shopId,
  actor: 'test',
  at: clock.now(),
  entries: list,
});

describe.each(bothKinds)('the ledger on %s', (kind) => {
  let database: TestDatabase;
  const add = (list: Entry[], ref?: string, shopId?: string) =>
    inTransaction(database.db, (tx) => post(tx, posting(list, ref, shopId)));
  const all = () => database.db.select().from(accounts).orderBy(accounts.id);

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  it('moves money and says what each account held after it', async () => {
    const seq = await add(move('world:rail', 'M.available:s1', 12_500_000n));
    const lines = await database.db
      .select()
      .from(entries)
      .where(eq(entries.seq, seq))
      .orderBy(entries.position);
    expect(lines.map(({ account, amount, balanceAfter }) => [account, amount, balanceAfter])).toEqual([
      ['M.available:s1', 12_500_000n, 12_500_000n],
      ['world:rail:s1', -12_500_000n, -12_500_000n],
    ]);
    expect(await balanceOf(database.db, 'M.available:s1')).toBe(12_500_000n);
  });

  it('keeps amounts that no double can hold', async () => {
    const amount = 9_007_199_254_740_993n;
    await add(move('world:rail', 'M.available:big', amount), undefined, 'big');
    expect(await balanceOf(database.db, 'M.available:big')).toBe(amount);
  });

  it('refuses with 424 what the balance does not cover, and changes nothing', async () => {
    const before = await all();
    const refused = add(move('M.available:poor', 'P.fees', 1n), undefined, 'poor');
    await expect(refused).rejects.toMatchObject({ code: codes.insufficientBalance });
    expect(await all()).toEqual(before);
  });

  it('refuses the same event twice', async () => {
    await add(move('world:rail', 'M.available:s1', 1n), 'once');
    await expect(add(move('world:rail', 'M.available:s1', 1n), 'once')).rejects.toMatchObject({
      code: codes.invalidOperation,
      detail: { reason: 'already_posted' },
    });
  });

  it.each([
    ['entries that make money', [{ account: 'M.available:s1', amount: 5n }]],
    ['entries that lose money', [{ account: 'world:rail', amount: -5n }]],
    ['entries that cancel out', [...move('world:rail', 'P.fees', 3n), ...move('P.fees', 'world:rail', 3n)]],
    ['no entries', []],
  ])('rejects %s', async (_, list) => {
    await expect(add(list)).rejects.toThrow(/sums to|moves nothing/);
  });

  it('rejects a platform account that would fall below zero as a wrong posting', async () => {
    await expect(add(move('P.ads_deferred', 'P.ads_revenue', 1n))).rejects.toThrow(
      /P\.ads_deferred:s1 would fall below zero/,
    );
  });

  it.each([
    ['entries', sql`update entries set amount = amount + 1`],
    ['entries', sql`delete from entries`],
    ['entries', sql`truncate entries`],
    ['transactions', sql`update transactions set reason = 'x'`],
    ['transactions', sql`delete from transactions`],
  ])('cannot be rewritten: %s', async (_, statement) => {
    const failure = await database.db.execute(statement).then(
      () => null,
      (error: unknown) => error,
    );
    expect(sqlState(failure)).toBe('23001');
  });

  it('is checked by the database too: a sum other than zero cannot be committed', async () => {
    const forged = database.db.transaction(async (tx) => {
      await tx
        .insert(transactions)
        .values({ ...posting([]), chain: 's1', seq: 999_999n, previousHash: 'x', hash: 'y' });
      await tx.insert(entries).values({
        chain: 's1',
        seq: 999_999n,
        position: 0,
        account: 'M.available:s1',
        amount: 1n,
        balanceAfter: 1n,
      });
    });
    expect(sqlState(await forged.catch((error: unknown) => error))).toBe('23514');
  });

  it('hashes any text in the database as the audit does outside it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        async (reason, name) => {
          // No PostgreSQL keeps the character 0 in a text.
          const [stored, actor] = [reason, name].map((text) => text.replaceAll('\0', '') || 'x');
          const odd = {
            ...posting(move('world:rail', 'M.available:s1', 1n)),
            reason: stored,
            actor: actor ?? '',
          };
          await inTransaction(database.db, (tx) => post(tx, odd));
        },
      ),
      { numRuns: 60, seed: Number(process.env.SEED ?? 7) },
    );
    expect(await auditLedger(database.db)).toEqual([]);
  });

  it('keeps every invariant over random walks', async () => {
    const names = ['M.available:w', 'M.shop:w', 'M.deposit:w', 'P.fees', 'E.order:w', 'world:rail'];
    const account = fc.constantFrom(...names);
    const step = fc.record({ from: account, to: account, amount: fc.bigInt(0n, 40_000_000n) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        async (walk) => {
          for (const steps of walk) {
            const outcome = await add(
              steps.flatMap(({ from, to, amount }) => move(from, to, amount)),
              undefined,
              'w',
            ).catch((error: Error) => error);
            if (outcome instanceof Error && !(outcome instanceof Refusal))
              expect(outcome.message).toMatch(/moves nothing|below zero/);
          }
          const held = await all();
          expect(held.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
          expect(held.filter(({ id, balance }) => id.startsWith('M.') && balance < 0n)).toEqual([]);
        },
      ),
      { numRuns: 40, seed: Number(process.env.SEED ?? 7) },
    );
    expect(await auditLedger(database.db)).toEqual([]);
  });
});

describe('an account that another transaction changes on PostgreSQL', () => {
  it('is checked and changed in one statement, also without waiting for the head', async () => {
    const database = await openTestDatabase('postgres');
    const { db } = database;
    const here = 'M.available:race';
    await inTransaction(db, (tx) => post(tx, posting(move('world:rail', here, 5n), undefined, 'race')));
    // A transaction that has begun to change an account waits at this gate: its earlier reads are old behind it.
    for (const statement of [
      `create function wait_at_gate() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(7); return null; end $$`,
      `create trigger gate before update on accounts for each statement execute function wait_at_gate()`,
    ])
      await db.execute(sql.raw(statement));
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted`;
    let payment: Promise<unknown> = Promise.resolve();
    await db.transaction(async (other) => {
      await other.execute(sql`select pg_advisory_xact_lock(7)`);
      payment = inTransaction(db, (tx) =>
        post(tx, posting(move(here, 'P.fees', 5n), undefined, 'race')),
      ).catch((error: unknown) => error);
      await vi.waitFor(async () => expect(await queryRows(db, waiting)).toHaveLength(1), 20_000);
      await other.update(accounts).set({ balance: 0n }).where(eq(accounts.id, here));
    });
    expect(await payment).toMatchObject({ code: codes.insufficientBalance });
    expect(await balanceOf(db, here)).toBe(0n);
    await database.close();
  });
});
