import type { Deps } from '../context.ts';
import { shops } from '../schema/shops.ts';
import { inTransaction } from '../transaction.ts';
import { liveHistory } from './history.ts';

/** Refuses to play market where real money could be: the demo runs under its own flag only. */
export function requireDemo({ config }: Pick<Deps, 'config'>): void {
  if (config.demo) return;
  throw new Error('The market is a simulation and runs in the demo only. Set SOUK_DEMO=1 to have it.');
}

/** Opens the demo shop on first start, all of it or nothing; a database that holds a shop is left as it is. */
export async function seedDemo(deps: Deps): Promise<boolean> {
  requireDemo(deps);
  const [shop] = await deps.db.select({ id: shops.id }).from(shops).limit(1);
  if (shop) return false;
  await inTransaction(deps.db, (tx) => liveHistory({ ...deps, db: tx }));
  return true;
}
