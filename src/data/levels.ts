import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { intent } from './intent.ts';
import { resource } from './resource.ts';
import { shop } from './shop.ts';
import { store } from './store.ts';
import { takeWallet, walletFlow } from './wallet.ts';

type Levels = Output<'GET /v1/shop/type'>;
export type Level = Levels['list'][number];
export type UpgradeQuote = Extract<Output<'POST /v1/quote'>, { kind: 'upgrade' }>;
export type Upgraded = Output<'POST /v1/shop/upgrade'>;

/** The levels of shop side by side, and the one that this shop has. */
export const levels = resource<void, Levels>(async (_, signal) => {
  const answer = await call('GET /v1/shop/type', {}, { signal });
  return { ...answer, list: answer.list ?? [] };
});

/** What moving to a level comes to; refused with the reason where it is not possible yet. */
export const upgradeQuote = resource(
  async (typeId: string, signal) =>
    (await call('POST /v1/quote', { kind: 'upgrade', typeId }, { signal, quiet: true })) as UpgradeQuote,
  { freshMs: 5_000 },
);

export const upgrading = (typeId: string) =>
  intent('POST /v1/shop/upgrade', `upgrade:${typeId}`, (upgraded) => {
    takeWallet(upgraded?.wallet);
    for (const one of [shop, store, levels, walletFlow]) one.stale();
  });
