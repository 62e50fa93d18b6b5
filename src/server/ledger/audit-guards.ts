import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { migrationsDir } from '../directories.ts';
import { type Database, queryRows } from '../platform/database/db.ts';
import * as schema from '../schema.ts';

/** What the database itself refuses or does with rows: a trigger, a constraint, a unique index or a function. */
interface Guard {
  /** Its kind and name, such as `check accounts_not_negative of accounts`. */
  name: string;
  /** The table that it belongs to; null for a function. */
  table: string | null;
  definition: string;
}

/** The path of the guards of a migrated database; `tests/server/migrations.test.ts` writes and compares them. */
export const guardsFile = join(migrationsDir, 'meta', '_guards.json');

const digest = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

// PostgreSQL 15 to 18 print all of them alike, before and after a restore. A view they print in another way afterwards.
const guardsIn = (db: Database) =>
  queryRows<Guard>(
    db,
    sql.raw(`select 'trigger ' || t.tgname || ' of ' || c.relname as name, c.relname::text as "table",
          pg_get_triggerdef(t.oid) || case when n.nspname = 'public' then '' else ' in the schema ' || n.nspname end as definition
        from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
        join pg_catalog.pg_proc p on p.oid = t.tgfoid join pg_catalog.pg_namespace n on n.oid = p.pronamespace
        where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled in ('O', 'A')
        union all
        select case k.contype when 'c' then 'check ' when 'f' then 'foreign key ' when 'p' then 'primary key ' when 'u' then 'unique constraint ' else 'exclusion ' end
            || k.conname || ' of ' || c.relname, c.relname, pg_get_constraintdef(k.oid)
        from pg_catalog.pg_constraint k join pg_catalog.pg_class c on c.oid = k.conrelid
        where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x')
          and not exists (select from pg_catalog.pg_trigger t where t.tgconstraint = k.oid and t.tgenabled not in ('O', 'A'))
        union all
        select 'unique index ' || i.relname || ' of ' || c.relname, c.relname, pg_get_indexdef(x.indexrelid)
        from pg_catalog.pg_index x join pg_catalog.pg_class i on i.oid = x.indexrelid join pg_catalog.pg_class c on c.oid = x.indrelid
        where c.relnamespace = 'public'::regnamespace and x.indisunique and x.indisvalid
          and not exists (select from pg_catalog.pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u'))
        union all
        select 'function ' || case when n.nspname = 'public' then '' else n.nspname || '.' end || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', null,
          ${digest('pg_get_functiondef(p.oid)')}
        from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
        where p.prokind <> 'a' and not exists (select from pg_catalog.pg_depend d where d.objid = p.oid and d.deptype = 'e')
          and (n.nspname = 'public' or p.proname in (select proname from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace))
        union all
        select 'rule ' || r.rulename || ' of ' || c.relname, c.relname, pg_get_ruledef(r.oid)
        from pg_catalog.pg_rewrite r join pg_catalog.pg_class c on c.oid = r.ev_class
        where c.relnamespace = 'public'::regnamespace and r.rulename <> '_RETURN'
        union all
        select 'row security of ' || relname, relname, 'it hides rows'
        from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`),
  );

/** Returns the definition of each guard of a database by its name, in the order of names. */
export async function readGuards(db: Database): Promise<Record<string, string>> {
  const list = await guardsIn(db);
  const sorted = list.sort((one, other) => (one.name < other.name ? -1 : 1));
  return Object.fromEntries(sorted.map(({ name, definition }) => [name, definition]));
}

const tables: ReadonlySet<string> = new Set(
  Object.values<unknown>(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : [])),
);

/** What can be switched off and is there all the same. */
const switchable = /^(trigger|foreign key) /;

const hashed = /^function /;

// A later version, beside which this one may run, adds to tables that only it has.
function changedGuards(found: Guard[], expected: Readonly<Record<string, string>>): string[] {
  const there = new Map(found.map((guard) => [guard.name, guard]));
  const missing = Object.keys(expected).filter((name) => !there.has(name));
  const different = found.filter(({ name, table, definition }) =>
    name in expected ? expected[name] !== definition : table === null || tables.has(table),
  );
  return [
    ...missing.map((name) => `the ${name} is missing${switchable.test(name) ? ' or switched off' : ''}`),
    ...different.map(
      ({ name, definition }) =>
        `the ${name} is not ${name in expected ? 'that' : 'one'} of the migrations${hashed.test(name) ? '' : `: ${definition}`}`,
    ),
  ];
}

const namesIn = async (db: Database, query: ReturnType<typeof sql>): Promise<string[]> =>
  (await queryRows<{ name: string }>(db, query)).map(({ name }) => name);

// A session that begins as a replica fires no trigger, though each is there and switched on.
const replicas = (db: Database) =>
  namesIn(
    db,
    sql`select 'triggers are off for ' || concat_ws(' in ', 'the role ' || r.rolname, 'the database ' || d.datname) || ': session_replication_role is set to replica' as name
        from pg_catalog.pg_db_role_setting s left join pg_catalog.pg_roles r on r.oid = s.setrole left join pg_catalog.pg_database d on d.oid = s.setdatabase
        where 'session_replication_role=replica' = any(s.setconfig) and (d.datname is null or d.datname = current_database())
        union all
        select 'triggers are off for the sessions of this audit: session_replication_role begins as replica'
        from pg_catalog.pg_settings where name = 'session_replication_role' and reset_val = 'replica'
        order by 1`,
  );

// Written a second time beside `mayOverdraw`, so that a mistake there does not pass its own audit.
const overdrafts = (db: Database) =>
  namesIn(
    db,
    sql`select 'account ' || id || case when overdraft then ' may be negative, and must not' else ' may not be negative, and must' end as name
        from accounts where overdraft <> (id ~ '^(world:|P\\.(supplier_receivable|loss)(:|$))') order by id limit 50`,
  );

/**
 * Reports the triggers, constraints, unique indexes and functions of the database that are missing, switched off,
 * added or not those of the migrations, settings that switch triggers off, and the accounts that may be negative without
 * need.
 */
export async function auditGuards(db: Database): Promise<string[]> {
  const expected = JSON.parse(readFileSync(guardsFile, 'utf8')) as Record<string, string>;
  return [...changedGuards(await guardsIn(db), expected), ...(await replicas(db)), ...(await overdrafts(db))];
}
