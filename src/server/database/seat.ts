import pg from 'pg';
import { second } from '../clock.ts';
import type { Seat } from './db.ts';

// Any number, the same in every Souk: who has the seat holds it.
const lock = 736078002;
const ask = `select pg_try_advisory_lock(${lock}) as held`;

/** The seat of an embedded database: its lock has seen to it that there is no other process. */
export const onlySeat: Seat = { hold: async () => true, leave: async () => {} };

/**
 * The seat of a PostgreSQL. The lock is a connection's own, so the connection is of no pool: the seat is free again
 * when the process leaves, and when it dies.
 */
export const seatAt = (connectionString: string): Seat => {
  let client: pg.Client | null = null;
  let held = false;

  const leave = async () => {
    const gone = client;
    client = null;
    held = false;
    await gone?.end().catch(() => undefined);
  };
  const connect = async () => {
    const made = new pg.Client({ connectionString, keepAlive: true, query_timeout: 5 * second });
    // What breaks here shows at the next round, which asks over this connection.
    made.on('error', () => {});
    client = made;
    await made.connect();
    return made;
  };
  const hold = async () => {
    const { rows } = await (client ?? (await connect())).query(held ? 'select true as held' : ask);
    held = rows[0]?.held === true;
    return held;
  };
  return {
    hold: () =>
      hold().catch(async (error) => {
        const had = held;
        await leave();
        if (!had) throw error;
        return false;
      }),
    leave,
  };
};
