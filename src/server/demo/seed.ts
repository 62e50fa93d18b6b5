import { sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { shops } from '../schema/shops.ts';
import { liveHistory } from './history.ts';

/** Refuses to play market where real money could be: the demo runs under its own flag only. */
export function requireDemo({ config }: Pick<Deps, 'config'>): void {
  if (config.demo) return;
  throw new Error('The market is a simulation and runs in the demo only. Set SOUK_DEMO=1 to have it.');
}

// Any number, the same in every Souk: of two servers that start at once one tells the history, the other waits for it.
const lock = sql`select set_config('lock_timeout', '0', true), pg_advisory_xact_lock(736078003)`;

/** Opens the demo shop on first start, all of it or nothing; a database that holds a shop is left as it is. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  requireDemo(deps);
  return inTransaction(deps.db, async (tx) => {
    await tx.execute(lock);
    const [shop] = await tx.select({ id: shops.id }).from(shops).limit(1);
    if (shop) return false;
    await liveHistory({ ...deps, db: tx });
    return true;
  });
}
