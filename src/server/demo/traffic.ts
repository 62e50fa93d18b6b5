import { randomUUID } from 'node:crypto';
import { decide } from '../operators/decisions.ts';
import type { Deps } from '../platform/context.ts';
import { dayLabel, hourOf } from '../platform/zone.ts';
import { shopOf } from '../shops/shop-row.ts';

interface Traffic {
  visitors?: number;
  clicks?: { goods: string; count: number }[];
}

/** Reports what was seen in a shop in the hour that is now, as its shop front does. */
export async function reportTraffic(deps: Deps, shopId: string, traffic: Traffic): Promise<void> {
  const { timeZone } = await shopOf(deps.db, shopId);
  const now = deps.clock.now();
  const hour = { day: dayLabel(timeZone, now), hour: hourOf(timeZone, now) };
  await decide(
    deps,
    'traffic-report',
    { shop: shopId, ...hour, ...traffic, reference: randomUUID() },
    'demo',
  );
}
