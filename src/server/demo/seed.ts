import { sql } from 'drizzle-orm';
import type { Deps } from '../platform/context.ts';
import { DatabaseRefused } from '../platform/database/database-refused.ts';
import { queryRows } from '../platform/database/db.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { loadDemoTexts } from '../platform/texts/demo-texts.ts';
import { shops } from '../schema/shops.ts';
import { playHistory } from './history.ts';

/**
 * Refuses to run the demo on a database of real shops: their days would pass in a minute, and their sales would be
 * invented. Refuses as well to run a demo's database as a real one: its passwords are public, and nothing in it was ever
 * paid. It is known by the shop that it was opened with.
 * @throws DatabaseRefused
 */
export async function requireDemoDatabase({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<void> {
  const [found] = await queryRows<{ hasShops: boolean; hasDemo: boolean }>(
    db,
    sql`select exists (select from ${shops}) as "hasShops", exists (select from ${shops} where ${shops.demo}) as "hasDemo"`,
  );
  if (!found?.hasShops || found.hasDemo === config.demo) return;
  throw new DatabaseRefused(
    config.demo
      ? 'the database holds real shops, and the demo would let their days pass in a minute. Set SOUK_DEMO=0, or have the demo in another database (SOUK_DATA or DATABASE_URL).'
      : 'the database was opened as a demo: everyone knows its passwords, and its money was never paid. Set SOUK_DATA or DATABASE_URL to another database, or SOUK_DEMO=1 to go on with the demo.',
    'unsafe',
  );
}

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
