import { eq } from 'drizzle-orm';
import { second } from '../clock.ts';
import type { Deps } from '../context.ts';
import { every } from '../every.ts';
import { shops } from '../schema/shops.ts';
import { buyersRound } from './buyers.ts';
import { casesRound } from './cases-round.ts';
import { parcelsRound } from './parcels-round.ts';
import { returnsRound } from './returns.ts';
import { reviewerRound } from './reviewer.ts';
import { requireDemo } from './seed.ts';

export interface Market {
  /** Since when the market is open: what lay about before is taken up at today's pace, not all at once. */
  openedAt: Date;
}

/** One round of the market: buyers, supplier, carrier, reviewer. Only demo shops have any of them. */
export async function marketRound(deps: Deps, market: Market): Promise<void> {
  requireDemo(deps);
  const found = await deps.db.select({ id: shops.id }).from(shops).where(eq(shops.demo, true));
  for (const { id } of found) {
    await buyersRound(deps, market, id);
    await parcelsRound(deps, market, id);
    await returnsRound(deps, market, id);
    await casesRound(deps, market, id);
    await reviewerRound(deps, market, id);
  }
}

/** Opens the market; the answer closes it again. */
export function startMarket(deps: Deps): () => Promise<void> {
  requireDemo(deps);
  const market = { openedAt: deps.clock.now() };
  return every(second, 'demo market', deps.log, () => marketRound(deps, market));
}
