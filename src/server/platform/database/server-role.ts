import { sql } from 'drizzle-orm';
import type { Log } from '../log.ts';
import { DatabaseRefused } from './database-refused.ts';
import { type Database, type OpenDatabase, queryRows } from './db.ts';
import { migrationLock } from './migrate.ts';

/** Tables that are only added to. */
const appendOnly = [
  'transactions',
  'entries',
  'anchors',
  'anchor_heads',
  'anchor_rows',
  'statements',
  'decision_log',
  'withdrawal_steps',
  'after_sale_events',
  'after_sale_evidence',
  'identity_events',
  'shop_changes',
  'order_events',
  'order_items',
  'credit_log',
  'ad_events',
  'ad_reports',
  'checkpoints',
  'operator_terms',
  'shop_terms',
];

/** Tables with rows that change and are never deleted. */
const neverDeleted = [
  'shops',
  'orders',
  'after_sale_cases',
  'withdrawals',
  'recharges',
  'holds',
  'corrections',
  'ad_purchases',
  'deposit_returns',
  'restrictions',
  'appeals',
];

/** Tables of which only some columns change, and no row is deleted. */
const inPart = { accounts: ['balance'], ledger_heads: ['seq', 'hash', 'at'] };

const listed = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );

/** Gives the server's role what calls need, and takes the rest: it changes no posting and deletes no row that is kept. */
export const grantToServer = (db: Database, role: string): Promise<void> =>
  db.transaction(async (tx) => {
    const to = sql.identifier(role);
    // Of two starters, the second would fail: a table's rights are one row of a catalogue.
    await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await tx.execute(sql`grant usage on schema public to ${to}`);
    await tx.execute(sql`grant select, insert, update, delete on all tables in schema public to ${to}`);
    await tx.execute(sql`grant usage, select, update on all sequences in schema public to ${to}`);
    await tx.execute(sql`revoke update, delete, truncate on ${listed(appendOnly)} from ${to}`);
    await tx.execute(sql`revoke delete, truncate on ${listed(neverDeleted)} from ${to}`);
    for (const [table, columns] of Object.entries(inPart)) {
      const name = sql.identifier(table);
      await tx.execute(sql`revoke update, delete, truncate on ${name} from ${to}`);
      await tx.execute(sql`grant update (${listed(columns)}) on ${name} to ${to}`);
    }
  });

/** Returns a table of which the session's role may change or delete what is kept; undefined where there is none. */
async function findUnguarded(db: Database): Promise<string | undefined> {
  const onlyInserted = [...appendOnly, ...Object.keys(inPart)];
  const names = sql.param([...onlyInserted, ...neverDeleted]);
  const [found] = await queryRows<{ name: string }>(
    db,
    sql`select c.relname::text as name from pg_catalog.pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relname = any(${names}::text[]) and (
          pg_has_role(current_user, c.relowner, 'member') or has_table_privilege(c.oid, 'delete, truncate')
          or c.relname = any(${sql.param(onlyInserted)}::text[]) and has_table_privilege(c.oid, 'update'))
        order by 1 limit 1`,
  );
  return found?.name;
}

/** Logs that the server itself may change postings: where it has the owner's role, and in the embedded database always. */
export async function logUnguarded({ db, kind }: OpenDatabase, log: Log): Promise<void> {
  if (kind === 'pglite') return log.info('the embedded database has one role, which may change postings');
  if ((await findUnguarded(db)) === undefined) return;
  log.info('the role of DATABASE_URL may change postings', { setting: 'SOUK_MIGRATE_URL' });
}

/** Refuses a role that owns the tables, or that was given more than the server needs. */
export async function requireGuarded(db: Database, role: string): Promise<void> {
  const table = await findUnguarded(db);
  if (table === undefined) return;
  throw new DatabaseRefused(
    `The role ${role} of DATABASE_URL may change or delete rows of ${table}. Make a role that owns nothing and is no superuser (create role souk_server login password '…'), and name it in DATABASE_URL; SOUK_MIGRATE_URL names the owner, which gives it what it needs.`,
    'unsafe',
  );
}
