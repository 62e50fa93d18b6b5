import { callNames, specOf } from '../../contract/calls.ts';
import type { FeatureName } from '../../contract/features.ts';
import type { Config } from './config/config.ts';

const named = callNames.map((name) => specOf(name).feature);

const built: FeatureName[] = [
  ...new Set(['idempotency' as const, ...named.filter((feature) => feature !== undefined)]),
];

/** Returns the features of this server beyond the specification: keys, and the added routes that are enabled. */
export const featuresOf = ({ signIn }: Pick<Config, 'signIn'>): FeatureName[] =>
  signIn.verify === 'never' ? built.filter((feature) => feature !== 'verifyCode') : built;
