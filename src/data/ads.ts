import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { earningsResource } from './earnings.ts';
import { goodsDetailResource } from './goods.ts';
import { pages } from './pages.ts';
import { resource } from './resource.ts';
import { updateWallet, walletFlowResource } from './wallet.ts';

export type Ad = Output<'POST /v1/ad/list'>['list'][number];
export type AdScope = NonNullable<Input<'POST /v1/ad/list'>['scope']>;
export type AdInput = Pick<Input<'POST /v1/ad/pay'>, 'adId' | 'goodsId'>;
export type AdQuote = Extract<Output<'POST /v1/quote'>, { kind: 'ad' }>;
export type AdPaid = Output<'POST /v1/ad/pay'>;

/** Promotions that can be bought, or those that were bought. */
export const adsResource = pages(async (input: { scope: AdScope }, signal) => {
  const page = await call('POST /v1/ad/list', input, { signal });
  return { ...page, list: page.list ?? [] };
});

export const adQuoteResource = resource(
  async (input: AdInput, signal) =>
    (await call('POST /v1/quote', { kind: 'ad', ...input }, { signal, quiet: true })) as AdQuote,
  { freshMs: 5_000 },
);

const changes = {
  patch: (answer: AdPaid | undefined) => updateWallet(answer?.wallet),
  invalidates: [adsResource, walletFlowResource, earningsResource, goodsDetailResource],
};

export const adPay = ({ adId, goodsId }: AdInput) =>
  command('POST /v1/ad/pay', { intention: `ad:${adId}:${goodsId ?? ''}`, ...changes });
/** Stops a promotion and refunds what was not delivered. Only where the server names the feature `adCancel`. */
export const adStop = (id: string) =>
  command('POST /v1/ad/cancel', { intention: `ad-stop:${id}`, ...changes });
