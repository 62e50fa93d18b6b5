import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type Store = Output<'POST /v1/store/info'>;

/** The storefront as buyers see it. */
export const store = resource<void, Store>((_, signal) => call('POST /v1/store/info', {}, { signal }));
