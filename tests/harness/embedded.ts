import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { trimPgliteParsers } from '../../src/server/platform/database/open-pglite.ts';
import { template } from '../../src/server/platform/database/template.ts';

/** An embedded database that test files use one after another. */
interface Reused {
  client: PGlite;
  /** Its schema and settings when it was new: a database that differs from them is not reused. */
  shape: string;
  tables: string[];
  /** The rows of a new database by their table, as JSON for a statement. */
  seeds: [table: string, rows: string][];
}

// Of the process and not of this module, which each file about the app evaluates again.
const ofProcess = globalThis as { unpackedTemplate?: Promise<Blob>; idleDatabases?: Reused[] };
ofProcess.idleDatabases ??= [];
const idle = ofProcess.idleDatabases;

// Unpacked by the machine's own gunzip: the one in the embedded database takes twice as long as the rest.
const unpack = async (): Promise<Blob> =>
  new Blob([gunzipSync(new Uint8Array(await (await template()).arrayBuffer()))]);

/** Lists tables and their parts, triggers, functions, settings of the session, and the statistics of ANALYZE. */
const shapeOf = `select md5(concat(
  (select string_agg(concat(c.oid, relname, relkind, relhastriggers), ',' order by c.oid) from pg_class c where c.oid >= 16384),
  (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum) from pg_attribute where attrelid >= 16384),
  (select string_agg(concat(oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
  (select string_agg(concat(oid, xmin), ',' order by oid) from pg_proc where oid >= 16384),
  (select string_agg(concat(oid, conname, convalidated), ',' order by oid) from pg_constraint where oid >= 16384),
  (select string_agg(concat(name, setting), ',' order by name) from pg_settings where source = 'session'),
  (select count(*) from pg_statistic where starelid >= 16384))) as shape`;

const queryRow = async <T>({ client }: { client: PGlite }, query: string): Promise<T> =>
  (await client.query<T>(query)).rows[0] as T;

const shapeNow = async (of: { client: PGlite }) => (await queryRow<{ shape: string }>(of, shapeOf)).shape;

const filled = async ({ client, tables }: Pick<Reused, 'client' | 'tables'>): Promise<string[]> => {
  const each = tables.map((table) => `select '${table}' as name where exists (select from "${table}")`);
  return (await client.query<{ name: string }>(each.join(' union all '))).rows.map(({ name }) => name);
};

const make = async (): Promise<Reused> => {
  ofProcess.unpackedTemplate ??= unpack();
  const client = trimPgliteParsers(await PGlite.create({ loadDataDir: await ofProcess.unpackedTemplate }));
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const tables = rows.map(({ name }) => name);
  const seeds: Reused['seeds'] = [];
  for (const table of await filled({ client, tables })) {
    const kept = await queryRow<{ rows: string }>(
      { client },
      `select json_agg(t)::text as rows from "${table}" t`,
    );
    seeds.push([table, kept.rows.replaceAll("'", "''")]);
  }
  return { client, tables, seeds, shape: await shapeNow({ client }) };
};

/** Empties the database and returns whether it is as new; tables, triggers or settings of a test make it unusable. */
const renew = async (reused: Reused): Promise<boolean> => {
  const { client, seeds } = reused;
  await client.query('select pg_advisory_unlock_all()');
  if ((await shapeNow(reused)) !== reused.shape) return false;
  const names = (await filled(reused)).map((table) => `"${table}"`);
  // Deleted rows would leave gaps that the next rows fill in any order: a new database keeps them in order.
  const empty = names.length > 0 ? [`truncate ${names.join()} cascade`] : [];
  const seed = seeds.map(
    ([table, rows]) =>
      `insert into "${table}" select * from json_populate_recordset(null::"${table}", '${rows}')`,
  );
  const restart = `select setval(format('%I.%I', schemaname, sequencename), start_value, false)
    from pg_sequences where schemaname = 'public' and last_value is not null`;
  // Without triggers, which refuse to delete most of these rows.
  const quietly = 'set local session_replication_role = replica';
  await client.exec(['begin', quietly, ...empty, ...seed, restart, 'commit', 'checkpoint'].join(';'));
  return true;
};

const take = async (): Promise<Reused> => {
  for (let known = idle.pop(); known; known = idle.pop()) {
    if (await renew(known)) return known;
    await known.client.close();
  }
  return make();
};

/** Lends the embedded database to one test file at a time: making one costs ten times as much as emptying one. */
export const openEmbedded = async (): Promise<{ client: PGlite; close: () => Promise<void> }> => {
  const reused = await take();
  let given = true;
  // A test that uses it after it was released would write into the database of another test.
  const client = new Proxy(reused.client, {
    get: (database, name) => {
      if (!given) throw new Error('PGlite is closed');
      const value = Reflect.get(database, name, database);
      return typeof value === 'function' ? value.bind(database) : value;
    },
  });
  const close = async () => {
    if (given) idle.push(reused);
    given = false;
  };
  return { client, close };
};
