import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsDir } from '../../directories.ts';
import * as schema from '../../schema.ts';
import type { Log } from '../log.ts';
import { advisoryLockAt } from './advisory-lock.ts';
import { DatabaseRefused } from './database-refused.ts';
import { type Database, type OpenDatabase, rows } from './db.ts';
import { migrateDatabase } from './migrate.ts';
import { grantToServer, isGuarded, requireGuarded } from './server-role.ts';

export interface PostgresOptions {
  url: string;
  /** The address by which another role migrates, which owns the tables; null migrates by `url`. */
  migrateUrl?: string | null;
  log: Log;
  /** Real money: a server that may lose acknowledged commits is refused. */
  production?: boolean;
  connections?: number;
  /**
   * How long a call waits for a free connection before it is refused as busy, in milliseconds; less than the client's
   * 15 s.
   */
  connectionTimeout?: number;
}

// The address without the password, for error messages.
const addressOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
};

const unreachable = (url: string, variable: string, error: { code?: string; message: string }) =>
  new DatabaseRefused(
    `PostgreSQL at ${addressOf(url)} cannot be reached (${error.code ?? error.message}). Check ${variable} and that the server is running.`,
    'unreachable',
    error,
  );

const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'];

const requireDurable = async (client: pg.Client): Promise<void> => {
  for (const name of unsafe) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`);
    if (rows[0]?.[name] !== 'off') continue;
    throw new DatabaseRefused(
      `PostgreSQL runs with ${name} = off and may lose payments it has confirmed. Set ${name} = on in postgresql.conf.`,
      'unsafe',
    );
  }
};

const inUtc = `set time zone 'UTC'`;
// Every session reads times in UTC and limits its waits.
const session = `${inUtc}; set lock_timeout = '10s'; set statement_timeout = '30s';
  set idle_in_transaction_session_timeout = '60s'`;

const roleOf = async (pool: Database, url: string): Promise<string> => {
  const [row] = await rows<{ role: string }>(pool, sql`select current_user::text as role`).catch((error) => {
    throw unreachable(url, 'DATABASE_URL', error);
  });
  return row?.role ?? '';
};

// Uses a separate connection without the session's limits: rewriting a large table takes as long as it takes, and a
// second starter waits for it.
const prepare = async (
  { url: serverUrl, migrateUrl, log, production, connectionTimeout }: PostgresOptions,
  pool: Database,
): Promise<void> => {
  const url = migrateUrl ?? serverUrl;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectionTimeout });
  client.on('error', () => {});
  await client.connect().catch((error) => {
    throw unreachable(url, migrateUrl ? 'SOUK_MIGRATE_URL' : 'DATABASE_URL', error);
  });
  try {
    if (production) await requireDurable(client);
    await client.query(inUtc);
    const db = drizzle(client, { schema });
    const apply = () => migrate(db, { migrationsFolder: migrationsDir });
    await migrateDatabase({ db, where: `at ${addressOf(url)}`, log, apply });
    if (!migrateUrl) return;
    const role = await roleOf(pool, serverUrl);
    await grantToServer(db, role);
    await requireGuarded(pool, role);
  } finally {
    await client.end();
  }
};

/** Opens PostgreSQL: checks it, migrates it to this version's schema, and returns a pool. */
export const openPostgres = async (options: PostgresOptions): Promise<OpenDatabase> => {
  const { url, log, connections = 10, connectionTimeout = 12_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeout,
    onConnect: (client: pg.ClientBase) => client.query(session).then(() => undefined),
  });
  // The pool replaces a broken connection. Without a listener, an error of a connection in use would end the process,
  // and not only its call.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => log.error('database connection lost', error));
  const db = drizzle(pool, { schema });
  try {
    await prepare(options, db);
    if (options.production && !(await isGuarded(db)))
      log.info('the role of DATABASE_URL may change postings', { mend: 'SOUK_MIGRATE_URL' });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return {
    db,
    kind: 'postgres',
    leaderLock: advisoryLockAt(url),
    close: () => pool.end(),
  };
};
