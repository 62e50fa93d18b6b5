// The loop itself, with work that is made for these tests; due-work.test.ts goes through the server's own.
import { asc, eq, lte, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { after, day, hour, second } from '../../src/server/platform/clock.ts';
import { type DueWorkSpec, dueWork } from '../../src/server/platform/due-work.ts';
import type { Log, LogFields } from '../../src/server/platform/log.ts';
import { refuse } from '../../src/server/platform/refuse.ts';
import { shopDeltas } from '../../src/server/schema/figures.ts';
import { dueFailures, quotes } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { tidy } from '../../src/server/start.ts';
import { readsOf } from '../harness/query-plans.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let server: TestServer;
let shopId: string;
let logged: [event: string, fields?: LogFields][];
let noted: [event: string, fields?: LogFields][];

beforeAll(async () => {
  const log: Log = {
    info: (...line) => void noted.push(line),
    error: (event, _, fields) => void logged.push([event, fields]),
  };
  server = await startTestServer('postgres', { log });
  ({ shopId } = await server.addUser());
});
afterAll(() => server.close());
beforeEach(async () => {
  logged = [];
  noted = [];
  await server.deps.db.delete(quotes);
  await server.deps.db.delete(dueFailures);
});

/** Adds rows with dates that many milliseconds ago. */
const addDue = (rows: Readonly<Record<string, number>>) => {
  const now = server.clock.now().getTime();
  const values = Object.entries(rows).map(([id, ago]) => ({
    id,
    shopId,
    kind: 'order' as const,
    refs: [],
    total: 0n,
    createdAt: new Date(now - ago),
    expiresAt: new Date(now - ago),
  }));
  return server.deps.db.insert(quotes).values(values);
};
const workOf = (handle: DueWorkSpec['handle']) =>
  dueWork({
    name: 'trial',
    due: (now) => ({ id: quotes.id, at: quotes.expiresAt, where: lte(quotes.expiresAt, now) }),
    handle,
  });
const ends: DueWorkSpec['handle'] = async ({ db }, id) => {
  await db.delete(quotes).where(eq(quotes.id, id));
  return true;
};
const failures = () => server.deps.db.select().from(dueFailures).orderBy(asc(dueFailures.rowId));

test('the row that has waited longest is processed first', async () => {
  await addDue({ a: second, b: 3 * second, c: 2 * second });
  const met: string[] = [];
  const work = workOf((deps, id) => {
    met.push(id);
    return ends(deps, id);
  });
  expect(await work.run(server.deps)).toBe(3);
  expect(met).toEqual(['b', 'c', 'a']);
});

test('more rows than one query finds are all processed in the same round', async () => {
  await addDue(Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`row ${n}`, n])));
  expect(await workOf(ends).run(server.deps)).toBe(450);
  expect(await server.deps.db.select().from(quotes)).toEqual([]);
});

test('a row that is due again after every step waits for the next round after ten, and delays no other', async () => {
  await addDue({ endless: 2 * second, other: second });
  const met: string[] = [];
  const work = workOf(async (deps, id) => {
    met.push(id);
    return id === 'endless' || ends(deps, id);
  });
  expect(await work.run(server.deps)).toBe(11);
  expect(met.filter((id) => id === 'endless')).toHaveLength(10);
  expect(await work.run(server.deps)).toBe(10);
  expect(logged).toEqual([]);
});

test('a refusal is a failure where the row is still due, and none where it is not', async () => {
  await addDue({ stuck: second, passed: second });
  const work = workOf(async (_, id) => {
    // As another process would have done, in a separate transaction.
    if (id === 'passed') await ends(server.deps, id);
    throw refuse(codes.invalidOperation, { reason: 'status' });
  });
  expect(await work.run(server.deps)).toBe(0);
  expect(await failures()).toMatchObject([{ work: 'trial', rowId: 'stuck', failures: 1 }]);
  expect(logged).toMatchObject([['due', { row: 'stuck' }]]);
});

test('a row rests for an hour at most, whatever date its failure names', async () => {
  await addDue({ resting: 3 * second, stopped: 2 * second });
  const now = server.clock.now();
  const failure = { work: 'trial', failures: 1, failedAt: now, error: 'Error' };
  await server.deps.db.insert(dueFailures).values([
    { ...failure, rowId: 'resting', nextTryAt: after(now, hour) },
    { ...failure, rowId: 'stopped', nextTryAt: after(now, hour + 1) },
  ]);
  expect(await workOf(ends).run(server.deps)).toBe(1);
  expect(await failures()).toMatchObject([{ rowId: 'resting' }]);
  server.clock.advance(hour);
  expect(await workOf(ends).run(server.deps)).toBe(1);
  expect(await failures()).toEqual([]);
});

test('a failure of a row that is gone is forgotten a week after its next try, and no sooner', async () => {
  await addDue({ gone: second });
  await workOf(() => Promise.reject(new Error('broken'))).run(server.deps);
  await server.deps.db.delete(quotes);
  server.clock.advance(7 * day);
  await tidy(server.deps);
  expect(await failures()).toHaveLength(1);
  server.clock.advance(11 * second);
  await tidy(server.deps);
  expect(await failures()).toEqual([]);
});

test('an expired quote is deleted by the tidying', async () => {
  await addDue({ old: second, open: -second });
  await tidy(server.deps);
  expect(await server.deps.db.select({ id: quotes.id }).from(quotes)).toEqual([{ id: 'open' }]);
});

test('a round in which nothing is due sends one statement', async () => {
  await runDue(server.deps);
  expect(await readsOf(() => runDue(server.deps))).toHaveLength(1);
});

test('work that cannot even be asked what is due is logged by its name, and stops no other', async () => {
  const { db } = server.deps;
  await db.execute(sql`alter table holds rename column review_by to renamed`);
  await db.insert(shopDeltas).values({ shopId, name: 'goods', value: 1n });
  const done = await runDue(server.deps);
  await db.execute(sql`alter table holds rename column renamed to review_by`);
  expect(done).toEqual({ figures: 1 });
  expect(logged).toEqual([
    ['due', { work: 'any' }],
    ['due', { work: 'hold' }],
  ]);
});

test('work that a deadlock with a migration ended is put off to the next round, and is no error', async () => {
  const migration = new pg.Client({ connectionString: server.database.url });
  await migration.connect();
  const isWaiting = async () =>
    (
      await migration.query(
        `select 1 from pg_locks where not granted and relation = 'operator_terms'::regclass`,
      )
    ).rowCount;
  // The work reads the first table after the second, so each waits for the other. PostgreSQL ends one of them: the work,
  // unless the machine took a second to see it wait.
  const endsTheWork = async () => {
    await migration.query('begin; lock table operator_terms');
    const round = runDue(server.deps);
    await expect.poll(isWaiting).toBe(1);
    const isLocked = await migration.query('lock table shops').then(
      () => true,
      () => false,
    );
    if (!isLocked) await migration.query('rollback');
    await round;
    if (isLocked) await migration.query('rollback');
    return isLocked;
  };
  await expect.poll(endsTheWork, { timeout: 30_000 }).toBe(true);
  await migration.end();
  expect(noted).toContainEqual(['due work put off', { work: 'any' }]);
  expect(logged).toEqual([]);
  await runDue(server.deps);
  expect(noted).toHaveLength(1);
});
