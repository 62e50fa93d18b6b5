import { sql } from 'drizzle-orm';
import type { Deps } from '../platform/context.ts';
import { DatabaseRefused } from '../platform/database/database-refused.ts';
import { queryRows } from '../platform/database/db.ts';
import { shops } from '../schema/shops.ts';

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
