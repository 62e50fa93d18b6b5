import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsDir } from '../../directories.ts';
import * as schema from '../../schema.ts';
import type { Log } from '../log.ts';
import { advisoryLockAt } from './advisory-lock.ts';
import { DatabaseRefused } from './database-refused.ts';
import type { OpenDatabase } from './db.ts';
import { migrateDatabase } from './migrate.ts';

export interface PostgresOptions {
  url: string;
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

// Uses a separate connection without the session's limits: rewriting a large table takes as long as it takes, and a
// second starter waits for it.
const prepare = async ({ url, log, production, connectionTimeout }: PostgresOptions): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectionTimeout });
  client.on('error', () => {});
  await client.connect().catch((error) => {
    throw new DatabaseRefused(
      `PostgreSQL at ${addressOf(url)} cannot be reached (${error.code ?? error.message}). Check DATABASE_URL and that the server is running.`,
      'unreachable',
      error,
    );
  });
  try {
    if (production) await requireDurable(client);
    await client.query(inUtc);
    const db = drizzle(client, { schema });
    const apply = () => migrate(db, { migrationsFolder: migrationsDir });
    await migrateDatabase({ db, where: `at ${addressOf(url)}`, log, apply });
  } finally {
    await client.end();
  }
};

/** Opens PostgreSQL: checks it, migrates it to this version's schema, and returns a pool. */
export const openPostgres = async (options: PostgresOptions): Promise<OpenDatabase> => {
  const { url, log, connections = 10, connectionTimeout = 12_000 } = options;
  await prepare(options);
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
  return {
    db: drizzle(pool, { schema }),
    kind: 'postgres',
    leaderLock: advisoryLockAt(url),
    close: () => pool.end(),
  };
};
