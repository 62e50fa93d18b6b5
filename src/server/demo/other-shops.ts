import { after, day } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { recordOutcomes } from '../shops/goods/goods-facts.ts';
import { between, seededRandom, unit, whole } from './seeded-random.ts';

const shopCount = 14;

/**
 * Adds how orders of the platform's other shops ended, which the demo does not have, so that most articles have facts;
 * every fifth is too new for them.
 */
export async function addOtherShops({ db, clock }: Deps, goodsIds: readonly string[]): Promise<void> {
  const random = seededRandom('other shops');
  const outcomes = goodsIds.flatMap((goodsId, at) => {
    const sold = at % 5 === 4 ? 6 : whole(random, 24, 70);
    const usual = whole(random, 3, 6);
    return Array.from({ length: sold }, (_, index) => ({
      goodsId,
      orderId: `other-${at}-${index}`,
      shopId: `other-${whole(random, 1, shopCount)}`,
      endedAt: after(clock.now(), -between(random, 0, 60) * day),
      days: usual + (unit(random) < 0.2 ? whole(random, 1, 4) : 0),
      cameBack: unit(random) < 0.04,
    }));
  });
  await recordOutcomes(db, outcomes);
}
