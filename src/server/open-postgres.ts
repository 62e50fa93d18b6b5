import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { DatabaseRefused } from './database-refused.ts';
import type { OpenDatabase } from './db.ts';
import type { Log } from './log.ts';
import { migrateDatabase } from './migrate.ts';
import { migrationsDir } from './place.ts';
import * as schema from './schema.ts';

export interface PostgresOptions {
  url: string;
  log: Log;
  /** Real money: a server that may lose acknowledged commits is refused. */
  production?: boolean;
  connections?: number;
  /** How long a call waits for a free connection before it is told that the system is busy; under the client's 15 s. */
  patience?: number;
}

// Address without the password, for sentences.
const place = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`;
};

const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'];

const requireDurable = async (client: pg.PoolClient): Promise<void> => {
  for (const name of unsafe) {
    const { rows } = await client.query<Record<string, string>>(`show ${name}`);
    if (rows[0]?.[name] !== 'off') continue;
    throw new DatabaseRefused(
      `PostgreSQL runs with ${name} = off and may lose payments it has confirmed. Set ${name} = on in postgresql.conf.`,
      'unsafe',
    );
  }
};

// Every session reads times in UTC and gives up rather than waiting for ever.
const session = `set time zone 'UTC'; set lock_timeout = '10s'; set statement_timeout = '30s';
  set idle_in_transaction_session_timeout = '60s'`;

/** Opens PostgreSQL: checks it, brings it to this version's schema, and hands out a pool. */
export const openPostgres = async ({
  url,
  log,
  production,
  connections = 10,
  patience = 12_000,
}: PostgresOptions): Promise<OpenDatabase> => {
  const onConnect = (client: pg.ClientBase) => client.query(session).then(() => undefined);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience,
    onConnect,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => log.error('database connection lost', error));
  try {
    const client = await pool.connect().catch((error) => {
      throw new DatabaseRefused(
        `PostgreSQL at ${place(url)} cannot be reached (${error.code ?? error.message}). Check DATABASE_URL and that the server is running.`,
        'unreachable',
        error,
      );
    });
    try {
      if (production) await requireDurable(client);
      const one = drizzle(client, { schema });
      await migrateDatabase(one, `at ${place(url)}`, () => migrate(one, { migrationsFolder: migrationsDir }));
    } finally {
      client.release();
    }
    return { db: drizzle(pool, { schema }), kind: 'postgres', close: () => pool.end() };
  } catch (error) {
    await pool.end();
    throw error;
  }
};
