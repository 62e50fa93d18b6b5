import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../log.ts';
import { advisoryLockAt } from './advisory-lock.ts';
import { DatabaseRefused } from './database-refused.ts';
import type { OpenDatabase } from './db.ts';
import { migrateDatabase, type Precondition } from './migrate.ts';
import {
  type Connected,
  isShared,
  requireDurable,
  requireRights,
  requireRoleSettings,
  requireSameServer,
  sessionRequired,
  sessionSettings,
} from './require-fit.ts';
import { isSqlState, messageOf, sqlState } from './sql-state.ts';

export interface PostgresOptions {
  url: string;
  /** The address by which another role migrates, which owns the tables; null migrates by `url`. */
  migrateUrl?: string | null;
  log: Log;
  precondition?: Precondition;
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

const unreachable = (
  url: string,
  variable: Connected['variable'],
  error: { code?: string; message: string },
) =>
  new DatabaseRefused(
    isSqlState(error.code ?? '')
      ? `PostgreSQL at ${addressOf(url)} refuses the connection: ${error.message}. Correct ${variable}, or make what it names.`
      : `PostgreSQL at ${addressOf(url)} cannot be reached (${error.code ?? error.message}). Check ${variable} and that the server is running.`,
    'unreachable',
    error,
  );

const session = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ');
// Rewriting a large table takes as long as it takes, and a second starter waits for it.
const unlimited = `set timezone = 'UTC'; set lock_timeout = 0; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

const withoutRights = (role: string, { variable }: Connected, error: unknown) =>
  new DatabaseRefused(
    `The role ${role} of ${variable} may not do what a migration needs (${messageOf(error)}). Make it the owner of the database and of its tables: alter database … owner to ${role}.`,
    'unsafe',
    error,
  );

/**
 * Checks the server, and migrates it by connections without the limits of a session.
 * @returns the address that has sessions, and whether the pool's connections have none
 */
const prepare = async ({
  url,
  migrateUrl,
  log,
  precondition,
  production,
  connectionTimeout,
}: PostgresOptions): Promise<{ sessionUrl: string; shared: boolean }> => {
  const opened: pg.Client[] = [];
  const connect = async (connectionString: string, variable: Connected['variable']): Promise<Connected> => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectionTimeout });
    client.on('error', () => {});
    await client.connect().catch((error) => {
      throw unreachable(connectionString, variable, error);
    });
    opened.push(client);
    return { client, variable };
  };
  const isSharedAt = async (connected: Connected, address: string) =>
    isShared(connected, () => connect(address, connected.variable));

  try {
    const server = await connect(url, 'DATABASE_URL');
    const owner = migrateUrl ? await connect(migrateUrl, 'SOUK_MIGRATE_URL') : server;
    const { role, ownerRole } = await requireSameServer(server, owner);
    const shared = await isSharedAt(server, url);
    const isOwnerShared = migrateUrl ? await isSharedAt(owner, migrateUrl) : shared;
    if (isOwnerShared) throw sessionRequired(owner);
    if (shared) await requireRoleSettings(server, role);
    if (production) await requireDurable(server);
    await owner.client.query(unlimited);
    const db = drizzle(owner.client);
    const where = `at ${addressOf(url)}`;
    const remedy = 'Make an empty database and name it in DATABASE_URL';
    await migrateDatabase({ db, where, remedy, log, precondition }).catch((error) => {
      throw sqlState(error) === '42501' ? withoutRights(ownerRole, owner, error) : error;
    });
    if (role !== ownerRole) await requireRights(server, role);
    return { sessionUrl: shared && migrateUrl ? migrateUrl : url, shared };
  } finally {
    await Promise.all(opened.map((client) => client.end()));
  }
};

/** Opens PostgreSQL: checks it, migrates it to this version's schema, and returns a pool. */
export const openPostgres = async (options: PostgresOptions): Promise<OpenDatabase> => {
  const { url, log, connections = 10, connectionTimeout = 12_000 } = options;
  const { sessionUrl, shared } = await prepare(options);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectionTimeout,
    // Behind a pooler that shares connections, the role has the settings: set here, others would get them.
    onConnect: (client: pg.ClientBase) => (shared ? undefined : client.query(session).then(() => undefined)),
  });
  // The pool replaces a broken connection. Without a listener, an error of a connection in use would end the process,
  // and not only its call.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => log.error('database connection lost', error));
  return {
    db: drizzle(pool),
    kind: 'postgres',
    leaderLock: advisoryLockAt(sessionUrl),
    close: () => pool.end(),
  };
};
