import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type HomeStat = Output<'POST /v1/home/stat'>;
export type StatLine = Output<'POST /v1/home/stat_line'>;
export type StatLineInput = Input<'POST /v1/home/stat_line'>;

export const homeStat = resource<void, HomeStat>((_, signal) => call('POST /v1/home/stat', {}, { signal }));

export const statLine = resource((input: StatLineInput, signal) =>
  call('POST /v1/home/stat_line', input, { signal }),
);

export function staleStats() {
  homeStat.stale();
  statLine.stale();
}
