import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { auditLedger } from '../../src/server/audit/audit.ts';
import { roundDown } from '../../src/server/ledger/amounts.ts';
import {
  balanceOf,
  chainHead,
  type Entry,
  lastSeq,
  lockChain,
  move,
  post,
} from '../../src/server/ledger/ledger.ts';
import {
  findPosting,
  merchantChange,
  requireUncorrected,
  reversePosting,
} from '../../src/server/ledger/reversal.ts';
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

it.each([
  ['JPY', 12_000_000n],
  ['USD', 12_340_000n],
  ['KWD', 12_345_000n],
])('an amount in %s is rounded down to %s', (currency, rounded) => {
  expect([12_345_678n, rounded].map((amount) => roundDown(amount, currency))).toEqual([rounded, rounded]);
});

describe('a move from one account to another', () => {
  it('has an entry for each, and no negative amount', () => {
    expect(move('world:rail', 'P.fees', 3n)).toEqual([
      { account: 'world:rail', amount: -3n },
      { account: 'P.fees', amount: 3n },
    ]);
    expect(move('world:rail', 'P.fees', 0n)).toHaveLength(2);
    expect(() => move('world:rail', 'P.fees', -1n)).toThrow(
      'move world:rail -> P.fees: a negative amount; swap the accounts instead',
    );
  });
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
    await expect(refused).rejects.toMatchObject({
      code: codes.insufficientBalance,
      detail: { params: { account: 'M.available' } },
    });
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

  it('names what it rejects by its kind, its reference and the sum', async () => {
    await expect(add([{ account: 'world:rail', amount: -5n }], 'R-1')).rejects.toThrow(
      'posting recharge R-1 sums to -5, not to zero',
    );
    await expect(add([], 'R-2')).rejects.toThrow('posting recharge R-2 moves nothing');
  });

  it('fills an account of a merchant up to its highest balance, and no further', async () => {
    const highest = 249_999_999_999_999_999n;
    const fill = (amount: bigint) => add(move('world:rail', 'M.available:full', amount), undefined, 'full');
    await fill(highest);
    await expect(fill(1n)).rejects.toMatchObject({
      code: codes.invalidOperation,
      detail: { reason: 'account_full', params: { account: 'M.available' } },
    });
    expect(await balanceOf(database.db, 'M.available:full')).toBe(highest);
    // Accounts of others have none.
    await add(move('world:rail', 'P.fees', highest + 1n), undefined, 'full');
    expect(await balanceOf(database.db, 'P.fees:full')).toBe(highest + 1n);
  });

  it('keeps who, why, when and on what a movement rests, and nothing where nothing was given', async () => {
    const list = move('world:rail', 'P.fees', 1n);
    const given = { actor: 'operator:nour', reason: 'A gift.', detailsHash: 'f'.repeat(64) };
    const at = new Date('2030-01-01T00:00:00.001Z');
    const rows = async (ref: string) =>
      database.db.select().from(transactions).where(eq(transactions.ref, ref));
    await inTransaction(database.db, (tx) => post(tx, { ...posting(list, 'given', 'kept'), ...given, at }));
    expect(await rows('given')).toEqual([
      expect.objectContaining({ ...given, at, chain: 'kept', shopId: 'kept', seq: 1n, kind: 'recharge' }),
    ]);
    await add(list, 'not given');
    expect(await rows('not given')).toEqual([expect.objectContaining({ reason: null, detailsHash: null })]);
  });

  it('has its entries in the order of their accounts, one each, however they were given', async () => {
    const given = [
      { account: 'M.available:order', amount: 3n },
      { account: 'M.shop:order', amount: 1n },
      { account: 'P.fees', amount: 1n },
      { account: 'M.available:order', amount: -1n },
      { account: 'world:rail', amount: -4n },
    ];
    for (const list of [given, [...given].reverse()]) {
      const seq = await add(list, undefined, 'order');
      const lines = await database.db
        .select({ account: entries.account, amount: entries.amount })
        .from(entries)
        .where(sql`chain = 'order' and seq = ${seq}`)
        .orderBy(entries.position);
      expect(lines).toEqual([
        { account: 'M.available:order', amount: 2n },
        { account: 'M.shop:order', amount: 1n },
        { account: 'P.fees:order', amount: 1n },
        { account: 'world:rail:order', amount: -4n },
      ]);
    }
  });

  it('knows the last posting of a chain, and none before the first', async () => {
    const { db } = database;
    const ends = async (shopId: string) => [await lastSeq(db, shopId), await chainHead(db, shopId)];
    expect(await ends('new')).toEqual([0n, null]);
    await db.transaction((tx) => lockChain(tx, 'new'));
    expect(await ends('new')).toEqual([0n, null]);
    expect(await balanceOf(db, 'M.available:new')).toBe(0n);
    for (const seq of [1n, 2n])
      expect(await add(move('world:rail', 'M.available:new', 5n), undefined, 'new')).toBe(seq);
    const [last] = await db.select().from(transactions).where(sql`chain = 'new' and seq = 2`);
    expect(await ends('new')).toEqual([2n, { seq: '2', hash: last?.hash }]);
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
        kind: 'recharge',
        kindIn: 1n,
        kindOut: 0n,
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

describe.each(bothKinds)('a posting that turned out wrong, on %s', (kind) => {
  let database: TestDatabase;
  let shops = 0;
  let shopId: string;
  const add = (list: Entry[], ref?: string) =>
    inTransaction(database.db, (tx) => post(tx, posting(list, ref, shopId)));
  const available = () => balanceOf(database.db, `M.available:${shopId}`);
  const correct = async (seq: bigint, right: Entry[]) => {
    const wrong = await findPosting(database.db, { shopId, seq });
    return inTransaction(database.db, (tx) =>
      reversePosting({ db: tx, clock } as never, wrong, { right, reason: 'A slip.', actor: 'operator:rosa' }),
    );
  };
  const posted = () =>
    database.db
      .select({
        kind: transactions.kind,
        ref: transactions.ref,
        reason: transactions.reason,
        actor: transactions.actor,
      })
      .from(transactions)
      .where(eq(transactions.chain, shopId))
      .orderBy(transactions.seq);

  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(() => {
    shopId = `shop${shops++}`;
  });

  it('is found by its number in its shop, and by its kind and reference', async () => {
    const entries = move('world:rail', `M.available:${shopId}`, 5n);
    await add(move('world:rail', 'P.fees', 1n));
    const ref = `found in ${shopId}`;
    const seq = await add(entries, ref);
    const found = { seq, kind: 'recharge', ref, shopId, at: clock.now() };
    const lines = [
      { account: `M.available:${shopId}`, amount: 5n },
      { account: `world:rail:${shopId}`, amount: -5n },
    ];
    expect(await findPosting(database.db, { shopId, seq })).toEqual({ ...found, entries: lines });
    expect(await findPosting(database.db, { kind: 'recharge', ref })).toEqual({ ...found, entries: lines });
    const missing = { code: codes.recordNotFound, detail: { field: 'transaction' } };
    for (const named of [
      { shopId, seq: 3n },
      { shopId: 'another', seq },
      { kind: 'recharge', ref: 'another' },
      { kind: 'release', ref },
    ])
      await expect(findPosting(database.db, named)).rejects.toMatchObject(missing);
  });

  it('is reversed first where that gives, and replaced by the right one', async () => {
    await add(move('world:rail', `M.available:${shopId}`, 10n));
    const seq = await add(move(`M.available:${shopId}`, 'P.fees', 10n), `fee of ${shopId}`);
    const right = move(`M.available:${shopId}`, 'P.fees', 4n);
    expect(merchantChange(await findPosting(database.db, { shopId, seq }), right)).toBe(6n);
    expect(await correct(seq, right)).toBe(6n);
    expect(await available()).toBe(6n);
    const row = { ref: `fee of ${shopId}`, reason: 'A slip.', actor: 'operator:rosa' };
    expect((await posted()).slice(2)).toEqual([
      { kind: 'reversal', ...row },
      { kind: 'correction', ...row },
    ]);
  });

  it('is reversed last where that takes, so that the balance of both is enough', async () => {
    const seq = await add(move('world:rail', `M.available:${shopId}`, 10n));
    await add(move(`M.available:${shopId}`, 'P.fees', 10n));
    expect(await correct(seq, move('world:rail', `M.available:${shopId}`, 12n))).toBe(2n);
    expect((await posted()).map(({ kind: one }) => one)).toEqual([
      'recharge',
      'recharge',
      'correction',
      'reversal',
    ]);
    expect(await available()).toBe(2n);
  });

  it('is reversed first where it moved nothing of the merchant', async () => {
    const seq = await add(move('world:rail', 'P.fees', 10n));
    expect(await correct(seq, move('world:rail', 'P.fees', 1n))).toBe(0n);
    expect((await posted()).map(({ kind: one }) => one)).toEqual(['recharge', 'reversal', 'correction']);
  });

  it('is only reversed where nothing is right', async () => {
    const seq = await add(move('world:rail', `M.available:${shopId}`, 10n));
    expect(await correct(seq, [])).toBe(-10n);
    expect((await posted()).map(({ kind: one }) => one)).toEqual(['recharge', 'reversal']);
  });

  it('is corrected once, and a correction never', async () => {
    const { db } = database;
    const ref = `once in ${shopId}`;
    const seq = await add(move('world:rail', `M.available:${shopId}`, 10n), ref);
    await requireUncorrected(db, { kind: 'recharge', ref });
    await correct(seq, move('world:rail', `M.available:${shopId}`, 12n));
    await requireUncorrected(db, { kind: 'recharge', ref: 'another' });
    await expect(requireUncorrected(db, { kind: 'recharge', ref })).rejects.toMatchObject({
      code: codes.invalidOperation,
      detail: { reason: 'already_posted' },
    });
    const itself = { code: codes.invalidOperation, detail: { reason: 'is_a_correction' } };
    for (const kind of ['reversal', 'correction'])
      await expect(requireUncorrected(db, { kind, ref: 'another' })).rejects.toMatchObject(itself);
    for (const number of [2n, 3n]) await expect(correct(number, [])).rejects.toMatchObject(itself);
  });
});

describe('the chain of a shop on PostgreSQL', () => {
  it('takes no posting while a transaction locks it, and leaves other chains free', async () => {
    const database = await openTestDatabase('postgres');
    const { db } = database;
    const meanwhile = (shopId: string) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '100ms'`);
        return post(tx, posting(move('world:rail', 'P.fees', 1n), undefined, shopId));
      });
    await db.transaction(async (tx) => {
      await lockChain(tx, 'locked');
      await expect(meanwhile('locked')).rejects.toThrow();
      expect(await meanwhile('free')).toBe(1n);
    });
    expect(await meanwhile('locked')).toBe(1n);
    await database.close();
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
