import pg from 'pg';
import { second } from '../clock.ts';
import type { AdvisoryLock } from './db.ts';

// An arbitrary number, the same in every Souk process: the leader holds this lock.
const lock = 736078002;
// A pooler without its database leaves those who connect waiting.
const limits = { connectionTimeoutMillis: 5 * second, query_timeout: 5 * second };
const tryLock = `select pg_try_advisory_lock(${lock}) as held`;

/** The leader's lock of an embedded database, which excludes other processes by its own lock. */
export const uncontestedLock: AdvisoryLock = { acquire: async () => true, release: async () => {} };

/**
 * Makes the leader's lock of a PostgreSQL. The lock belongs to a connection outside the pool: it is released when the
 * process disconnects, and when it dies.
 */
export const advisoryLockAt = (connectionString: string): AdvisoryLock => {
  let client: pg.Client | null = null;
  let held = false;

  const release = async () => {
    const closing = client;
    client = null;
    held = false;
    await closing?.end().catch(() => undefined);
  };
  const connect = async () => {
    const connection = new pg.Client({ connectionString, keepAlive: true, ...limits });
    // An error here appears in the next round, which queries this connection.
    connection.on('error', () => {});
    client = connection;
    await connection.connect();
    return connection;
  };
  const acquire = async () => {
    const { rows } = await (client ?? (await connect())).query(held ? 'select true as held' : tryLock);
    held = rows[0]?.held === true;
    return held;
  };
  return {
    acquire: () =>
      acquire().catch(async (error) => {
        const wasHeld = held;
        await release();
        if (!wasHeld) throw error;
        return false;
      }),
    release,
  };
};
