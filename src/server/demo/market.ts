import { eq } from 'drizzle-orm';
import { second } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { every } from '../platform/every.ts';
import { shops } from '../schema/shops.ts';
import { changeOfMindRound } from './buyer-complaints.ts';
import { buyersRound } from './buyers.ts';
import { casesRound } from './cases-round.ts';
import { parcelsRound } from './parcels-round.ts';
import { reviewerRound } from './reviewer.ts';
import type { Market } from './run-demo-action.ts';
import { requireDemo } from './seed.ts';

/** Returns a market that opens now. */
export const openMarket = ({ clock }: Deps): Market => ({ openedAt: clock.now(), playedAt: clock.now() });

/** Plays one round of the market for each demo shop: buyers, supplier, carrier, reviewer. */
export async function marketRound(deps: Deps, market: Market): Promise<void> {
  requireDemo(deps);
  const demoShops = await deps.db.select({ id: shops.id }).from(shops).where(eq(shops.demo, true));
  for (const { id } of demoShops) {
    await buyersRound(deps, market, id);
    await parcelsRound(deps, market, id);
    await changeOfMindRound(deps, market, id);
    await casesRound(deps, market, id);
    await reviewerRound(deps, market, id);
  }
  market.playedAt = deps.clock.now();
}

// A round plays what happened since the one before; at the usual speed five seconds are two hours of the market.
const roundEvery = 5 * second;

/** Opens the market; returns the function that closes it. */
export function startMarket(deps: Deps): () => Promise<void> {
  requireDemo(deps);
  const market = openMarket(deps);
  return every(roundEvery, 'demo market', deps.log, () => marketRound(deps, market));
}
