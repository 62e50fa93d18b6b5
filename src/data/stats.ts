import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { lastVisit } from './last-visit.ts';
import { resource } from './resource.ts';

export type HomeStat = Output<'POST /v1/home/stat'>;

export const lastStat = lastVisit<HomeStat>('homeStat');
export const homeStatResource = resource<void, HomeStat>(
  async (_, signal) => lastStat.keep(await call('POST /v1/home/stat', {}, { signal })),
  { initial: lastStat.read },
);
