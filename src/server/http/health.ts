import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Database } from '../database/db.ts';

/** Where a server is in its life; a load balancer sends to none but `ready`. */
export type Phase = 'starting' | 'ready' | 'draining';

export interface Life {
  phase: Phase;
  /** Null until the database is open and migrated. */
  db: Database | null;
}

const patience = 2_000;

const answers = async (db: Database | null): Promise<boolean> => {
  let late: NodeJS.Timeout | undefined;
  const timeUp = new Promise<boolean>((resolve) => {
    late = setTimeout(resolve, patience, false);
  });
  const asked = db?.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([asked ?? false, timeUp]).finally(() => clearTimeout(late));
};

/**
 * `/healthz` says that the process answers: it is not to be restarted because the database is away. `/readyz` says
 * whether to send it anything: not while it starts or migrates, not while it stops, not without its database.
 */
export const createHealth = (life: Life): Hono => {
  const health = new Hono();
  const headers = { 'cache-control': 'no-store' };
  health.get('/healthz', (c) => c.json({ ok: true }, 200, headers));
  health.get('/readyz', async (c) => {
    const reason = life.phase !== 'ready' ? life.phase : (await answers(life.db)) ? null : 'database';
    return c.json({ ready: reason === null, ...(reason && { reason }) }, reason ? 503 : 200, headers);
  });
  return health;
};
