import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type Shop = Output<'GET /v1/shop/info'>;

/** The shop as its merchant sees it; the storefront is in store.ts. */
export const shopResource = resource<void, Shop>((_, signal) => call('GET /v1/shop/info', {}, { signal }));
