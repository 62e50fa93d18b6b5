import * as v from 'valibot';
import { type CallSpecs, moneyCodes, userCodes } from './call-spec.ts';
import { amount, count, currency, id, payPassword, time } from './fields.ts';
import { pageInput, pageOf } from './page.ts';
import { adStatuses, adTargets, adUnits } from './status.ts';
import { wallet } from './wallet.ts';

/** A purchased promotion and how much of it was delivered; the rest is refundable. */
export const adPurchase = v.object({
  id,
  no: v.string(),
  adId: id,
  goodsId: v.nullable(id),
  status: v.picklist(adStatuses),
  currency,
  paid: amount,
  /** The refund if it were stopped now; after its end, the refund that was paid. */
  refundable: amount,
  startsAt: time,
  endsAt: time,
  delivered: count,
  /** The delivered units, by the newest reports that count them, each with its reference. */
  reports: v.optional(v.array(v.object({ at: time, units: count, reference: v.string() }))),
});

/** A promotion on offer. It contains no forecast of sales. */
const ad = v.object({
  id,
  title: v.string(),
  image: v.string(),
  /** Whether one article of the showcase is promoted, or the whole shop. */
  target: v.picklist(adTargets),
  price: amount,
  unit: v.picklist(adUnits),
  quantity: count,
  days: count,
  refundRule: v.string(),
  purchase: v.nullable(adPurchase),
});

/**
 * A picture of the swipeable row; `link` is a path in the app, an https address, or null for none. For a paid picture
 * `isAd` is true and `advertiser` names the payer.
 */
const slide = v.object({
  id,
  imageUrl: v.string(),
  alt: v.string(),
  link: v.nullable(v.string()),
  isAd: v.boolean(),
  advertiser: v.nullable(v.string()),
});

/** `goodsId` of the shop's own showcase where one article is promoted; `quoteId` where the price was quoted before. */
const adPayInput = v.object({
  adId: id,
  goodsId: v.optional(id),
  quoteId: v.optional(id),
  payPassword,
});

const bought = v.object({ purchase: adPurchase, wallet });

export const adsCalls = {
  'POST /v1/ad/list': {
    about: 'Promotions on offer, or those bought.',
    input: v.object({ ...pageInput, scope: v.optional(v.picklist(['offers', 'mine']), 'offers') }),
    output: v.object({ ...pageOf(ad), currency }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/ad/pay': {
    about: 'Buy a promotion.',
    input: adPayInput,
    output: bought,
    codes: moneyCodes(404),
    auth: 'user',
    effect: 'repeatable',
    proof: 'payPassword',
    money: true,
  },
  'POST /v1/ad/cancel': {
    about: 'Stop a promotion; what was not delivered comes back.',
    input: v.object({ purchaseId: id }),
    output: bought,
    codes: userCodes(203, 404),
    auth: 'user',
    effect: 'keyed',
    money: true,
    feature: 'adCancel',
  },
  'POST /v1/swipeAd/list': {
    about: 'Pictures for the swipeable row; advertisements among them say so.',
    input: v.object({ position: v.optional(v.pipe(v.string(), v.maxLength(32))) }),
    output: v.object({ list: v.array(slide) }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
} as const satisfies CallSpecs;
