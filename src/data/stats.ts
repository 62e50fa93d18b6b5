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

type StatLine = Output<'POST /v1/home/stat_line'>;
type StatLineInput = Input<'POST /v1/home/stat_line'>;
export type Period = NonNullable<StatLineInput['range']>;
export type Metric = NonNullable<StatLineInput['metric']>;

const lastLine = lastVisit<StatLine>('homeLine');
/** The first one that the home screen shows. */
const isFirst = ({ range, metric }: StatLineInput) => range === 'week' && metric === 'profit';

/** One figure over time. */
export const statLineResource = resource<StatLineInput, StatLine>(
  async (input, signal) => {
    const line = await call('POST /v1/home/stat_line', input, { signal });
    return isFirst(input) ? lastLine.keep(line) : line;
  },
  { initial: (input) => (isFirst(input) ? lastLine.read() : undefined) },
);
