import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { migrationsDir } from '../directories.ts';
import type { Log } from '../log.ts';
import * as schema from '../schema.ts';
import { DatabaseRefused } from './database-refused.ts';
import type { OpenDatabase } from './db.ts';
import { migrateDatabase } from './migrate.ts';
import { seatAt } from './seat.ts';

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
// Every session reads times in UTC and gives up rather than waiting for ever.
const session = `${inUtc}; set lock_timeout = '10s'; set statement_timeout = '30s';
  set idle_in_transaction_session_timeout = '60s'`;

// Over a connection of its own, without the limits of a session: to rewrite a large table takes as long as it takes,
// and a second starter waits for it.
const prepare = async ({ url, log, production, patience }: PostgresOptions): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patience });
  client.on('error', () => {});
  await client.connect().catch((error) => {
    throw new DatabaseRefused(
      `PostgreSQL at ${place(url)} cannot be reached (${error.code ?? error.message}). Check DATABASE_URL and that the server is running.`,
      'unreachable',
      error,
    );
  });
  try {
    if (production) await requireDurable(client);
    await client.query(inUtc);
    const db = drizzle(client, { schema });
    const apply = () => migrate(db, { migrationsFolder: migrationsDir });
    await migrateDatabase({ db, where: `at ${place(url)}`, log, apply });
  } finally {
    await client.end();
  }
};

/** Opens PostgreSQL: checks it, brings it to this version's schema, and hands out a pool. */
export const openPostgres = async (options: PostgresOptions): Promise<OpenDatabase> => {
  const { url, log, connections = 10, patience = 12_000 } = options;
  await prepare(options);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patience,
    onConnect: (client: pg.ClientBase) => client.query(session).then(() => undefined),
  });
  // A connection that breaks is replaced by the pool. Without a listener of its own, one that is in use at that moment
  // would end the process, and not only the call that it serves.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => log.error('database connection lost', error));
  return { db: drizzle(pool, { schema }), kind: 'postgres', seat: seatAt(url), close: () => pool.end() };
};
