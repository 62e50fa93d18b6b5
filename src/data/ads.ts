import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { intent } from './intent.ts';
import { pages } from './pages.ts';
import { resource } from './resource.ts';
import { takeWallet, walletFlow } from './wallet.ts';

export type Ad = Output<'POST /v1/ad/list'>['list'][number];
export type AdScope = NonNullable<Input<'POST /v1/ad/list'>['scope']>;
export type AdWish = Pick<Input<'POST /v1/ad/pay'>, 'adId' | 'goodsId'>;
export type AdQuote = Extract<Output<'POST /v1/quote'>, { kind: 'ad' }>;
export type Bought = Output<'POST /v1/ad/pay'>;

/** Promotions on offer, or those that were bought. */
export const ads = pages(async (input: { scope: AdScope }, signal) => {
  const page = await call('POST /v1/ad/list', input, { signal });
  return { ...page, list: page.list ?? [] };
});

export const adQuote = resource(
  async (wish: AdWish, signal) =>
    (await call('POST /v1/quote', { kind: 'ad', ...wish }, { signal, quiet: true })) as AdQuote,
  { freshMs: 5_000 },
);

const changed = (answer: Bought | undefined) => {
  takeWallet(answer?.wallet);
  ads.stale();
  walletFlow.stale();
};

export const buying = ({ adId, goodsId }: AdWish) =>
  intent('POST /v1/ad/pay', `ad:${adId}:${goodsId ?? ''}`, changed);
/** Stops a promotion; what was not delivered comes back. Only where the server names the feature `adCancel`. */
export const stopping = (id: string) => intent('POST /v1/ad/cancel', `ad-stop:${id}`, changed);
