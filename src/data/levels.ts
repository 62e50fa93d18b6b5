import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { resource } from './resource.ts';
import { shopResource } from './shop.ts';
import { storeResource } from './store.ts';
import { updateWallet, walletFlowResource } from './wallet.ts';

type Levels = Output<'GET /v1/shop/type'>;
export type Level = Levels['list'][number];
export type UpgradeQuote = Extract<Output<'POST /v1/quote'>, { kind: 'upgrade' }>;
export type UpgradeInput = Input<'POST /v1/shop/upgrade'>;
export type Upgraded = Output<'POST /v1/shop/upgrade'>;

/** All levels of shop, and the current one of this shop. */
export const levelsResource = resource<void, Levels>(async (_, signal) => {
  const answer = await call('GET /v1/shop/type', {}, { signal });
  return { ...answer, list: answer.list ?? [] };
});

/** Quotes an upgrade; refused with the reason where it is not possible yet. */
export const upgradeQuoteResource = resource(
  async (typeId: string, signal) =>
    (await call('POST /v1/quote', { kind: 'upgrade', typeId }, { signal, quiet: true })) as UpgradeQuote,
  { freshMs: 5_000 },
);

export const levelUpgrade = (typeId: string) =>
  command('POST /v1/shop/upgrade', {
    intention: `upgrade:${typeId}`,
    patch: (upgraded) => updateWallet(upgraded?.wallet),
    invalidates: [shopResource, storeResource, levelsResource, walletFlowResource],
  });
