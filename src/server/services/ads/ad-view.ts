import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import { displayNumber } from '../../../lang/intl.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { translated } from '../../platform/texts/translated.ts';
import type { AdOffer, AdPurchase } from './ad-row.ts';
import { adEarned } from './ad-row.ts';

type Ad = Output<'POST /v1/ad/list'>['list'][number];
type Purchase = Output<'POST /v1/ad/pay'>['purchase'];

/** Returns the text on when and how the undelivered part is refunded. */
export const refundRule = (lang: string, days: number): string => {
  const period = displayNumber(days, lang, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return textOf('terms', 'ad_refund', lang, { days: period }) ?? '';
};

/** Returns the view of a purchased promotion; `units` are those delivered until now. */
export function purchaseView(
  row: AdPurchase,
  units: number,
  { currency, reports }: { currency: string; reports: Purchase['reports'] },
): Purchase {
  const left = row.status === 'running' ? row.price - adEarned(row, units, currency) : row.refunded;
  return {
    id: row.id,
    no: row.no,
    adId: row.adId,
    goodsId: row.goodsId,
    status: row.status,
    currency,
    paid: formatMoney(row.price),
    refundable: formatMoney(left),
    delivered: units,
    reports,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  };
}

export const adView = (offer: AdOffer, lang: string, purchase: Purchase | null = null): Ad => ({
  id: offer.id,
  title: translated(offer.title, offer.translations, lang),
  image: offer.image,
  target: offer.target,
  price: formatMoney(offer.price),
  unit: offer.unit,
  quantity: offer.quantity,
  days: offer.days,
  refundRule: refundRule(lang, offer.days),
  purchase,
});
