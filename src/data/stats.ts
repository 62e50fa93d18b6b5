import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type HomeStat = Output<'POST /v1/home/stat'>;

export const homeStat = resource<void, HomeStat>((_, signal) => call('POST /v1/home/stat', {}, { signal }));
