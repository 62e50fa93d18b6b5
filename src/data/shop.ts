import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type Store = Output<'POST /v1/store/info'>;
export type Shop = Output<'GET /v1/shop/info'>;

/** The storefront as buyers see it. */
export const store = resource<void, Store>((_, signal) => call('POST /v1/store/info', {}, { signal }));

export const shop = resource<void, Shop>((_, signal) => call('GET /v1/shop/info', {}, { signal }));
