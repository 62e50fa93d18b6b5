import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../platform/database/db.ts';

/** The phases of a server's life; a load balancer sends requests to `ready` only. */
type Phase = 'starting' | 'ready' | 'draining';

export interface Lifecycle {
  phase: Phase;
  /** Null until the database is open and migrated. */
  db: Database | null;
}

const databaseTimeout = 2_000;

const pingDatabase = async (db: Database | null): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, databaseTimeout, false);
  });
  const ping = db?.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([ping ?? false, timeUp]).finally(() => clearTimeout(timer));
};

/**
 * Creates the health routes. `/healthz` answers while the process runs, so that it is not restarted because the
 * database is away. `/readyz` says whether requests may be sent: not while it starts, migrates or stops, and not
 * without its database.
 */
export const createHealth = (life: Lifecycle): Hono => {
  const health = new Hono();
  const headers = { 'cache-control': 'no-store' };
  // The database is asked once for all checks that arrive at the same time.
  let pendingPing: Promise<boolean> | undefined;
  const pingOnce = () => {
    pendingPing ??= pingDatabase(life.db).finally(() => {
      pendingPing = undefined;
    });
    return pendingPing;
  };
  health.get('/healthz', (c) => c.json({ ok: true }, 200, headers));
  health.get('/readyz', async (c) => {
    const reason = life.phase !== 'ready' ? life.phase : (await pingOnce()) ? null : 'database';
    return c.json({ ready: reason === null, ...(reason && { reason }) }, reason ? 503 : 200, headers);
  });
  return health;
};
