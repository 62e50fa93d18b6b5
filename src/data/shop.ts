import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { anyRefusal, command } from './command.ts';
import type { OnProgress } from './config.ts';
import { resource } from './resource.ts';
import { storeResource } from './store.ts';

export type Shop = Output<'GET /v1/shop/info'>;

/** The shop as its merchant sees it; the storefront is in store.ts. */
export const shopResource = resource<void, Shop>((_, signal) => call('GET /v1/shop/info', {}, { signal }));

export type ShopEdit = Input<'POST /v1/shop/edit'>;
export type ShopClosed = Output<'POST /v1/shop/close'>;

const editCommand = (intention: string | (() => string)) =>
  command('POST /v1/shop/edit', {
    intention,
    patch: (output) => (output?.shop ? shopResource.set(undefined, output.shop) : shopResource.invalidate()),
    invalidates: [storeResource],
    invalidatesOn: anyRefusal,
  });

/** Changes the shop. Two forms of a screen send it: a function as key keeps one from resuming the other's command. */
export const shopEdit = editCommand(() => 'shop-edit');

/** Changes the phone, with the payment password; a lost answer is asked for even after a reload. */
export const phoneChange = editCommand('shop-phone');

/** Uploads a new logo, which a later edit names. */
export const sendLogo = async (file: File, onProgress: OnProgress): Promise<string> =>
  (await call('POST /v1/upload/{type}', { type: 'logo', file }, { onProgress, quiet: true })).fileId;

export const shopClosing = command('POST /v1/shop/close', {
  intention: 'shop-close',
  invalidates: [shopResource, storeResource],
});
