import type pg from 'pg';
import { DatabaseRefused } from './database-refused.ts';

/** An open connection, and the variable that its address came from. */
export interface Connected {
  client: pg.Client;
  variable: 'DATABASE_URL' | 'SOUK_MIGRATE_URL';
}

const unfit = (message: string, cause?: unknown) => new DatabaseRefused(message, 'unsafe', cause);

const oldest = 15;

interface Facts {
  role: string;
  version: number;
  isReplica: boolean;
  /** The database and the start of its server: equal for two addresses that lead to the same. */
  identity: string;
}

const factsOf = async ({ client }: Connected): Promise<Facts> => {
  const { rows } = await client.query<Facts>(
    `select current_user::text as role, current_setting('server_version_num')::int / 10000 as version,
       pg_is_in_recovery() as "isReplica", current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity`,
  );
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL answered without a row');
  return facts;
};

/** Refuses a server that is too old, only replays another's log, or has no transactions. */
const requireServer = async (connected: Connected): Promise<Facts> => {
  const facts = await factsOf(connected);
  const { client, variable } = connected;
  if (facts.version < oldest)
    throw unfit(`${variable} leads to PostgreSQL ${facts.version}. Souk needs ${oldest} or later.`);
  if (facts.isReplica)
    throw unfit(
      `${variable} leads to a standby, which takes no writes. Name the primary, or promote this one (select pg_promote()).`,
    );
  await client.query('begin').catch((error: Error) => {
    throw unfit(
      `${variable} leads through a pooler that has no transactions (${error.message}). Set pool_mode = transaction there.`,
      error,
    );
  });
  await client.query('rollback');
  return facts;
};

/**
 * Refuses two addresses that lead to different databases.
 * @returns the roles of the server and of who migrates
 */
export const requireSameServer = async (
  server: Connected,
  owner: Connected,
): Promise<{ role: string; ownerRole: string }> => {
  const one = await requireServer(server);
  const other = server === owner ? one : await requireServer(owner);
  if (one.identity === other.identity) return { role: one.role, ownerRole: other.role };
  throw unfit(
    `${server.variable} and ${owner.variable} lead to different databases. Write the same server and database into both.`,
  );
};

const backendOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
};

/**
 * Returns whether an address leads through a pooler that gives a connection to other clients between transactions. Such
 * a client has no session: its settings and its advisory locks pass to the next client of the connection.
 */
export const isShared = async (
  { client }: Connected,
  connectAgain: () => Promise<Connected>,
): Promise<boolean> => {
  const backend = await backendOf(client);
  // PostgreSQL itself names the process that answers; a pooler makes a number up, in any mode.
  if (backend === (client as pg.Client & { processID: number }).processID) return false;
  const other = await connectAgain();
  // In turn, as an idle pooler hands out the connection that came back last. A busy one moves this client about.
  for (let times = 0; times < 5; times++) {
    if ((await backendOf(other.client)) === backend) return true;
    if ((await backendOf(client)) !== backend) return true;
  }
  return false;
};

/**
 * Returns the refusal of an address without a session for what needs one: the lock of migrations, and that of the
 * leader.
 */
export const sessionRequired = ({ variable }: Connected): DatabaseRefused =>
  unfit(
    `${variable} leads through a pooler that shares connections between transactions, and migrations and the election of a leader need a session. Set SOUK_MIGRATE_URL to the address of PostgreSQL itself, or of the pooler with pool_mode = session.`,
  );

/** What each session of the server is to have: its times in UTC, and limits for its waits. */
export const sessionSettings = {
  timezone: 'UTC',
  lock_timeout: '10s',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
} as const;

/** Refuses a role without the settings of a session, behind a pooler through which no session can set them. */
export const requireRoleSettings = async ({ client }: Connected, role: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_catalog.pg_settings where reset_val = '0'
       and name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')
     union all select name from pg_catalog.pg_settings where name = 'TimeZone' and reset_val <> 'UTC'`,
  );
  if (rows.length === 0) return;
  const statements = Object.entries(sessionSettings).map(
    ([name, value]) => `alter role ${role} set ${name} = '${value}';`,
  );
  throw unfit(
    `DATABASE_URL leads through a pooler that shares connections, so the role ${role} itself must have ${rows.map(({ name }) => name).join(', ')}. Run: ${statements.join(' ')} Then let the pooler connect anew (RECONNECT).`,
  );
};

/** Refuses a role that does not own the tables and was not given what the server does with them. */
export const requireRights = async ({ client, variable }: Connected, role: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_catalog.pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not has_table_privilege(oid, 'insert') limit 1`,
  );
  const [table] = rows;
  if (!table) return;
  throw unfit(
    `The role ${role} of ${variable} may not write to ${table.name}. Run as the owner: grant select, insert, update, delete on all tables in schema public to ${role};`,
  );
};

/** Refuses a server that may lose what it has acknowledged: when its machine dies, or when a standby takes its place. */
export const requireDurable = async ({ client }: Connected): Promise<void> => {
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`);
    if (rows[0]?.[name] !== 'off') continue;
    throw unfit(
      `PostgreSQL runs with ${name} = off and may lose payments it has confirmed. Set ${name} = on in postgresql.conf.`,
    );
  }
  const { rows } = await client.query(
    `select where current_setting('synchronous_commit') = 'local' and current_setting('synchronous_standby_names') <> ''`,
  );
  if (rows.length === 0) return;
  throw unfit(
    'PostgreSQL runs with synchronous_commit = local and so waits for none of its synchronous standbys. Set synchronous_commit = on.',
  );
};
