import { getTableName, is, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { migrationsDir } from '../directories.ts';
import { type Database, queryRows } from '../platform/database/db.ts';
import * as schema from '../schema.ts';

const creations =
  /CREATE (?:OR REPLACE )?(?:CONSTRAINT )?(?:(TRIGGER) (\w+)[\s\S]*? ON "(\w+)"|(FUNCTION) (\w+)\([\s\S]*?AS \$\$([\s\S]*?)\$\$)|DROP TRIGGER (\w+) ON "(\w+)"/g;

/** Returns the triggers and the functions that the migrations leave, as they wrote them. */
function guardsOfMigrations() {
  const triggers = new Set<string>();
  const bodies = new Map<string, string>();
  const text = readMigrationFiles({ migrationsFolder: migrationsDir })
    .flatMap(({ sql: statements }) => statements)
    .join('\n');
  for (const found of text.matchAll(creations)) {
    const [, trigger, name, table, , made = '', body = '', dropped, of] = found;
    if (dropped) triggers.delete(`${dropped} of ${of}`);
    else if (trigger) triggers.add(`${name} of ${table}`);
    else bodies.set(made, body);
  }
  return { triggers, bodies };
}

const namesIn = async (db: Database, query: ReturnType<typeof sql>): Promise<Set<string>> =>
  new Set((await queryRows<{ name: string }>(db, query)).map(({ name }) => name));

const checksOfSchema = (): string[] =>
  Object.values<unknown>(schema).flatMap((table) =>
    is(table, PgTable)
      ? getTableConfig(table).checks.map(({ name }) => `${name} of ${getTableName(table)}`)
      : [],
  );

const overdrafts = (db: Database) =>
  namesIn(
    db,
    sql`select 'account ' || id || case when overdraft then ' may be negative, and must not' else ' may not be negative, and must' end as name
        from accounts where overdraft <> (id ~ '^(world:|P\\.(supplier_receivable|loss)(:|$))') order by id limit 50`,
  );

/**
 * Reports the triggers, checks and functions of the database that are missing, switched off or not those of the
 * migrations, and the accounts that may be negative without need.
 */
export async function auditGuards(db: Database): Promise<string[]> {
  const { triggers, bodies } = guardsOfMigrations();
  const on = await namesIn(
    db,
    sql`select tgname || ' of ' || tgrelid::regclass as name from pg_catalog.pg_trigger where not tgisinternal and tgenabled in ('O', 'A')`,
  );
  const checks = await namesIn(
    db,
    sql`select conname || ' of ' || conrelid::regclass as name from pg_catalog.pg_constraint where contype = 'c' and convalidated`,
  );
  const functions = await queryRows<{ name: string; body: string }>(
    db,
    sql`select proname::text as name, prosrc as body from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace and prosrc <> ''`,
  );
  const isSame = (name: string, body: string) =>
    functions.some((one) => one.name === name && one.body === body);
  return [
    ...[...triggers]
      .filter((name) => !on.has(name))
      .map((name) => `the trigger ${name} is missing or switched off`),
    ...checksOfSchema()
      .filter((name) => !checks.has(name))
      .map((name) => `the check ${name} is missing`),
    ...[...bodies]
      .filter(([name, body]) => !isSame(name, body))
      .map(([name]) => `the function ${name} is not that of the migrations`),
    ...(await overdrafts(db)),
  ];
}
