import { isAbsent } from '../contract/absent.ts';
import { callNames, specOf } from '../contract/calls.ts';
import type { FeatureName } from '../contract/features.ts';

const named = callNames.filter((name) => !isAbsent(name)).map((name) => specOf(name).feature);

/** What this server has beyond the specification: keys, and exactly the added routes that are built. */
export const features: FeatureName[] = [
  ...new Set(['idempotency' as const, ...named.filter((feature) => feature !== undefined)]),
];
