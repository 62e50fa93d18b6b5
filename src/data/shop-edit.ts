import type { Input } from '../contract/calls.ts';
import { call, type OnSent } from './api.ts';
import { intent } from './intent.ts';
import { once } from './once.ts';
import { settled } from './settled.ts';
import { shop } from './shop.ts';
import { store } from './store.ts';

export type ShopEdit = Input<'POST /v1/shop/edit'>;

/** Changes the shop; whatever came of it, the shop and its storefront are asked for where that is not known. */
export async function editShop(change: ShopEdit, onChecking?: () => void): Promise<void> {
  try {
    const output = settled(await once('POST /v1/shop/edit', change, { form: 'shop-edit', onChecking }));
    if (output.shop) shop.put(undefined, output.shop);
    else shop.stale();
  } catch (error) {
    shop.stale();
    throw error;
  } finally {
    store.stale();
  }
}

/** Sends a new logo, which a later edit names. */
export const sendLogo = async (file: File, onSent: OnSent): Promise<string> =>
  (await call('POST /v1/upload/{type}', { type: 'logo', file }, { onSent, quiet: true })).fileId;

export const shopClosing = intent('POST /v1/shop/close', 'shop-close', () => {
  shop.stale();
  store.stale();
});
