import { sql } from 'drizzle-orm';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { loadDemoTexts } from '../platform/texts/demo-texts.ts';
import { shops } from '../schema/shops.ts';
import { playHistory } from './history.ts';

/** Refuses to run the market where real money could be: it needs the demo's own flag. */
export function requireDemo({ config }: Deps): void {
  if (config.demo) return;
  throw new Error('The market is a simulation and runs in the demo only. Set SOUK_DEMO=1 to have it.');
}

// An arbitrary number, the same in every Souk: of two servers that start at once one writes the history, and the other
// waits.
const lock = sql`select set_config('lock_timeout', '0', true), pg_advisory_xact_lock(736078005)`;

/** Opens the demo shop on first start, all of it or nothing; a database that holds a shop is left as it is. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  requireDemo(deps);
  await loadDemoTexts();
  return inTransaction(deps.db, async (tx) => {
    await tx.execute(lock);
    const [shop] = await tx.select({ id: shops.id }).from(shops).limit(1);
    if (shop) return false;
    await playHistory({ ...deps, db: tx });
    return true;
  });
}
