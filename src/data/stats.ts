import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { lastVisit } from './last-visit.ts';
import { resource } from './resource.ts';

export type HomeStat = Output<'POST /v1/home/stat'>;

export const lastStat = lastVisit<HomeStat>('homeStat');
export const homeStatResource = resource<void, HomeStat>(
  async (_, signal) => lastStat.keep(await call('POST /v1/home/stat', {}, { signal })),
  { initial: lastStat.read },
);

type StatLineInput = Input<'POST /v1/home/stat_line'>;
export type Period = NonNullable<StatLineInput['range']>;
export type Metric = NonNullable<StatLineInput['metric']>;

/** One figure over time, loaded after the figures themselves. */
export const statLineResource = resource((input: StatLineInput, signal) =>
  call('POST /v1/home/stat_line', input, { signal }),
);
