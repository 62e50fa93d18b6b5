import type { Input } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type StatLineInput = Input<'POST /v1/home/stat_line'>;

/** One figure over time, loaded after the figures themselves. */
export const statLineResource = resource((input: StatLineInput, signal) =>
  call('POST /v1/home/stat_line', input, { signal }),
);
