import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { migrationsDir } from '../../src/server/directories.ts';
import { guardsFile, readGuards } from '../../src/server/ledger/audit-guards.ts';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { type Log, type LogFields, silentLog } from '../../src/server/platform/log.ts';
import * as schema from '../../src/server/schema.ts';
import { bothKinds, openTestDatabase } from '../harness/database.ts';
import { dumpOf, openShipped } from './shipped/old-database.ts';

it('the migrations make exactly the schema', async () => {
  const meta = join(migrationsDir, 'meta');
  const last =
    readdirSync(meta)
      .filter((name) => name.endsWith('_snapshot.json'))
      .sort()
      .at(-1) ?? '';
  const snapshot = JSON.parse(readFileSync(join(meta, last), 'utf8')) as Parameters<
    typeof generateMigration
  >[0];
  const missing = await generateMigration(snapshot, generateDrizzleJson(schema));
  expect(missing, 'run: npx drizzle-kit generate --name <what>').toEqual([]);
});

it.each(bothKinds)(
  'the guards that the audit expects are those that the migrations make on %s',
  async (kind) => {
    const { db, close } = await openTestDatabase(kind);
    const text = `${JSON.stringify(await readGuards(db), null, 2)}\n`;
    // After a new migration run this file with -u, which writes them.
    await expect(text).toMatchFileSnapshot(guardsFile);
    await close();
  },
);

/** Time and hash of each, by which a database knows what it has; a new migration adds a line, and none changes. */
const committed = [
  [1735689600000, '0d60b34ae812070e7482f8abdff45e599c469b188af042f69a61e65dedc85fff'],
  [1735776000000, '86be78017ab79eb0f0ea07e46f56dcdd35b0187e78c88091e4db8c6164fa0664'],
  [1735862400000, 'f397ff53b3f12369159df726e4b907ed3b86d43ba2dffe9aee860b912d4c9443'],
  [1735948800000, '4b86284ffd0d47b953238bc925d4a5186589df7372d7e5a48bcf457301ee89f1'],
  [1736035200000, '5c4bd7b84516ddffb2e689b65b9cb74c0489b6c9f34580704857ab93a3e521f6'],
  [1736121600000, 'b24aef7570d3405eff755406e9a499d7c4f6f3794166005277c6dd1b671b559b'],
  [1736208000000, 'bb4fdb8fa1006bbbb3d5a20c3be6a1491da4c0938ec6ba256c725e2425865852'],
  [1736294400000, 'bdd93a3e071330fb0430e0b84cbb0b1a1d11ba6e60c53e93e9c1ee59edc45c8a'],
  [1736380800000, '9d82dc7a70dcc9874cbdf26adb2e01550b0e8f4f6e268ce8eaa9843860ca6dd1'],
  [1736467200000, 'b9c64c1cdb417c5b45510ec46fd3caee47947afb54104c93ace2680792ac9fe4'],
  [1736553600000, 'c5c94f255f26e27aeadaa4f03f1a2fdb948d59320e02d44569e0e3464a0c7cdc'],
  [1736640000000, '8feef4a5bd0ecab4ce0309c976d7d04a6f00b9874d1d5804831a50e788a7dec8'],
  [1736726400000, '1a6f89a597fe8fa8e5fa8f9b0af1f07506be41f083a3362d31c1998cce491592'],
  [1736812800000, 'ae7340fa5230a340471b6ef5a756a5b727d015fb3e629d0f422ac5a1755c52ac'],
  [1736899200000, '4788b533bfe8a4831b2cbf689154dba4a780ade7c71332fcee72582c16035b5c'],
  [1736985600000, '5c6293b99b13e0197fe5eee5c12edd969df16b6cddb67d1ce114bd846509d048'],
  [1737072000000, '5acd661b7cc98b9d3c0b4e3c42c72bb2d657fa142e3b0688bc59ba5e5d787128'],
  [1737158400000, '2f59712d5f5ecf23264bfdecd00bd7d5b190fbade648127da232431c28c466ee'],
  [1737244800000, '714d2f4abbb29ca5cacdceccac29b2a5c6257e3ba1323717060e0344ee88f5d0'],
];

it('a committed migration is never changed, and the next is later than it', () => {
  const migrations = readMigrationFiles({ migrationsFolder: migrationsDir });
  expect(migrations.map(({ folderMillis, hash }) => [folderMillis, hash])).toEqual(committed);
  const times = committed.map(([time]) => Number(time));
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

it('a migration adds to a table with rows no constraint that is checked while the table is locked', () => {
  const pending = readdirSync(migrationsDir).filter((name) => name > '0002' && name.endsWith('.sql'));
  for (const name of pending) {
    const sql = readFileSync(join(migrationsDir, name), 'utf8');
    const created = new Set([...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table));
    const added = [...sql.matchAll(/^ALTER TABLE "(\w+)" ADD CONSTRAINT .*(?:FOREIGN KEY|CHECK).*;/gm)];
    const locking = added.filter(
      ([statement, table]) => !created.has(table) && !statement.includes(' NOT VALID;'),
    );
    expect(locking.map(([statement]) => statement)).toEqual([]);
  }
});

/** What an earlier version would miss, or could no longer write. A constraint that goes is missed by nothing. */
const takesAway =
  /^(DROP (?!INDEX)|TRUNCATE|DELETE|REVOKE|ALTER TABLE .*(RENAME|DROP (?!CONSTRAINT|DEFAULT)|ALTER COLUMN .*(TYPE|SET NOT NULL|DROP DEFAULT)|ADD COLUMN (?!.*DEFAULT).*NOT NULL|ADD CONSTRAINT)|CREATE UNIQUE INDEX)/;
const noted = /^COMMENT ON TABLE "?drizzle"?\."?__drizzle_migrations"? IS '(\d+)'/;

/**
 * Returns what a migration takes away while versions may run that still use it. One that takes away what no version
 * since an earlier migration has used notes the time of that migration, which the start of a version looks at.
 */
const takenTooEarly = (sql: string, earlier: readonly number[]): string[] => {
  const created = new Set([...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table));
  const statements = sql
    .replace(/\$\$[\s\S]*?\$\$/g, '')
    .split(/;|--> statement-breakpoint|--.*$/m)
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
  if (statements.some((statement) => earlier.includes(Number(noted.exec(statement)?.[1])))) return [];
  return statements.filter((statement) => {
    const [, table] = /(?:TABLE|ON) "(\w+)"/.exec(statement) ?? [];
    return takesAway.test(statement) && !(table && created.has(table));
  });
};

/** The rule holds from here on: the migrations until then came before the first release, and 0005 breaks 0004. */
const ruled = '0008';

it('a migration only adds, so that earlier versions run beside it, or notes since when nothing uses what it takes', () => {
  const names = readdirSync(migrationsDir).filter((name) => name.endsWith('.sql'));
  const times = committed.map(([time]) => Number(time));
  const early = names
    .sort()
    .flatMap((name, at) =>
      name < ruled
        ? []
        : takenTooEarly(readFileSync(join(migrationsDir, name), 'utf8'), times.slice(0, at)).map(
            (statement) => `${name}: ${statement}`,
          ),
    );
  expect(early).toEqual([]);
});

it.each([
  'DROP TABLE "orders";',
  'ALTER TABLE "orders" DROP COLUMN "remark";',
  'ALTER TABLE "orders" RENAME COLUMN "remark" TO "note";',
  'ALTER TABLE "orders" ALTER COLUMN "amount" SET DATA TYPE integer;',
  'ALTER TABLE "orders" ALTER COLUMN "remark" SET NOT NULL;',
  'ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;',
  'ALTER TABLE "orders" ADD CONSTRAINT "few" CHECK (amount < 5) NOT VALID;',
  'CREATE UNIQUE INDEX "one" ON "orders" USING btree ("buyer");',
  'DROP FUNCTION order_net("orders");',
])('the rule of migrations finds %s', (statement) => {
  expect(takenTooEarly(statement, [1])).toHaveLength(1);
  const note = (time: number) => `COMMENT ON TABLE drizzle.__drizzle_migrations IS '${time}';`;
  expect(takenTooEarly(statement + note(1), [1])).toEqual([]);
  // Its own step is too early.
  expect(takenTooEarly(statement + note(2), [1])).toHaveLength(1);
});

const shipped = '0000_initial';
const names = readdirSync(migrationsDir)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''))
  .sort();
const pending = names.filter((name) => name > shipped);

type Line = [event: string, fields?: LogFields];

/** A log that keeps its lines. */
const collect = () => {
  const lines: Line[] = [];
  const log: Log = {
    info: (...line) => void lines.push(line),
    error: (event, error) => void lines.push([event, { error: String(error) }]),
  };
  return { lines, log };
};

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Makes a database as the first version left it, with a client beside the one that migrates it. */
const openOld = async () => {
  const old = await openShipped('postgres', shipped);
  undo.push(() => old.remove());
  const client = new pg.Client({ connectionString: old.url });
  await client.connect();
  undo.push(() => client.end());
  return { url: old.url, client };
};

describe('a migration that the database ends', () => {
  /** Lets the database end the first so many statements that change its schema; a sequence counts through rollbacks. */
  const ending = (code: string, times: number) => `
    create schema ending; create sequence ending.tries;
    create function ending.fail() returns event_trigger language plpgsql as $$ begin
      if nextval('ending.tries') <= ${times} then raise exception 'it ended' using errcode = '${code}'; end if;
    end $$;
    create event trigger ending on ddl_command_start execute function ending.fail()`;
  const triesOf = async (client: pg.Client) =>
    Number((await client.query('select last_value from ending.tries')).rows[0]?.last_value);
  const appliedIn = async (client: pg.Client) =>
    (await client.query('select 1 from drizzle.__drizzle_migrations')).rowCount;

  it.each([
    ['five times by a deadlock', '40P01', 5],
    ['once by any other error', '22012', 1],
  ])('is tried %s, and is not applied', async (_, code, tries) => {
    const { url, client } = await openOld();
    await client.query(ending(code, 9));
    await expect(openPostgres({ url, log: silentLog })).rejects.toMatchObject({ cause: { code } });
    expect([await triesOf(client), await appliedIn(client)]).toEqual([tries, 1]);
  });

  it('is refused where PostgreSQL has no room for its locks, by the setting that makes it', async () => {
    const { url, client } = await openOld();
    await client.query(ending('53200', 9));
    await expect(openPostgres({ url, log: silentLog })).rejects.toThrow(
      /^The database at \S+ cannot be migrated: it ended\. It was not changed\. If that is PostgreSQL's shared memory, set max_locks_per_transaction to a tenth of the number of shops, restart PostgreSQL, then start Souk\.$/,
    );
    expect(await appliedIn(client)).toBe(1);
  });

  it('is applied by a later try after a deadlock', async () => {
    const { url, client } = await openOld();
    await client.query(ending('40P01', 2));
    const opened = await openPostgres({ url, log: silentLog });
    undo.push(() => opened.close());
    expect(await triesOf(client)).toBeGreaterThan(2);
    expect(await appliedIn(client)).toBe(names.length);
  });
});

describe('the log of a start', () => {
  // The first version's two shops, in two time zones, with a visit of each.
  const neighbour = 'shop_67q92zasevmn8pr5';
  const lines = dumpOf(shipped).lines.map((line) => {
    if (line.startsWith('shops') && line.includes(neighbour)) return line.replace('"UTC"', '"Asia/Tokyo"');
    const isFirstVisit = line.startsWith('shop_events') && line.includes('"seq":1,');
    return isFirstVisit ? line.replace(/"shop_id":"\w+"/, `"shop_id":"${neighbour}"`) : line;
  });

  it.each(bothKinds)(
    'names each migration, and counts the shops as their days are filled in, on %s',
    async (kind) => {
      const old = await openShipped(kind, shipped, lines);
      undo.push(() => old.remove());
      const open = async () => {
        const collected = collect();
        const opened = await (old.url
          ? openPostgres({ url: old.url, log: collected.log })
          : openPglite(old.dataDir, collected.log));
        await opened.close();
        return collected.lines;
      };
      const of = pending.length;
      expect(await open()).toEqual([
        ['migrating', { pending: of }],
        ...pending.map((name, index) => ['applying migration', { name, number: index + 1, of }]),
        ['migrated', { pending: of }],
        ['filling days', { done: 1, of: 2 }],
        ['filling days', { done: 2, of: 2 }],
      ]);
      expect(await open()).toEqual([]);
    },
  );

  it('names a migration as it begins', async () => {
    const { url, client } = await openOld();
    await client.query('begin; lock table ledger_head in access share mode');
    const { lines: logged, log } = collect();
    const opening = openPostgres({ url, log });
    const isWaiting = async () =>
      (await client.query(`select 1 from pg_locks where not granted and relation = 'ledger_head'::regclass`))
        .rowCount;
    await expect.poll(isWaiting).toBe(1);
    expect(logged.at(-1)).toEqual([
      'applying migration',
      { name: '0005_chains', number: 5, of: pending.length },
    ]);
    await client.query('rollback');
    const opened = await opening;
    undo.push(() => opened.close());
    expect(logged.map(([event]) => event)).toContain('migrated');
  });
});

it('a constraint that was not checked yet is checked by the next start, while others write', async () => {
  const database = await openTestDatabase('postgres');
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  await writer.query('alter table orders add constraint later check (amount >= 0) not valid');
  await writer.query('begin; lock table orders in row exclusive mode');
  const started = await openPostgres({ url: database.url, log: silentLog });
  const { rows } = await writer.query(`select convalidated from pg_constraint where conname = 'later'`);
  expect(rows).toEqual([{ convalidated: true }]);
  await writer.query('rollback');
  await writer.end();
  await started.close();
  await database.close();
});
