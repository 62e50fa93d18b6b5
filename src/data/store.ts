import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { lastVisit } from './last-visit.ts';
import { resource } from './resource.ts';

export type Store = Output<'POST /v1/store/info'>;

const lastStore = lastVisit<Store>('store');

/** The storefront as buyers see it. */
export const storeResource = resource<void, Store>(
  async (_, signal) => lastStore.keep(await call('POST /v1/store/info', {}, { signal })),
  { initial: lastStore.read },
);
