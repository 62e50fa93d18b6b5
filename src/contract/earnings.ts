import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, day, id, signedAmount } from './fields.ts';
import { problemMessage } from './messages.ts';
import { pageInput, pageOf } from './page.ts';
import { atMostMaxDays, inOrder } from './stats.ts';

/** What earned most first, what lost most, or what sold most; promotions are taken off what an article earned. */
const earningsSorts = ['earned', 'lost', 'sold'] as const;

/** What postings say. Nothing of an order that is not settled is in an amount. */
const earnings = {
  /** Pieces of orders that were paid for. */
  sold: count,
  /** Pieces of orders that were refunded in full after that. */
  returned: count,
  /** Settled profit, after refunds. */
  profit: signedAmount,
  /** What of the profit refunds took from the merchant. */
  refunds: signedAmount,
  /** What promotions delivered. */
  ads: amount,
  /** Profit less promotions. */
  earned: signedAmount,
};

/** An article that sold, came back, earned or cost something. */
const earningsRow = v.object({ goodsId: id, name: v.string(), image: v.string(), ...earnings });

/** Months of the shop's own days. */
const ranges = ['month', 'previous_month'] as const;

/** A named month, or two days, both inclusive, at most 366 of them; without either, the shop's whole time. */
const homeGoodsInput = v.pipe(
  v.object({
    ...pageInput,
    range: v.optional(v.picklist(ranges)),
    from: v.optional(day),
    to: v.optional(day),
    sort: v.optional(v.picklist(earningsSorts), 'earned'),
  }),
  v.forward(
    v.check(
      ({ range, from, to }) => Boolean(from) === Boolean(to) && !(range && from),
      problemMessage('range_or_days'),
    ),
    ['range'],
  ),
  v.forward(atMostMaxDays(), ['to']),
  v.forward(inOrder(), ['to']),
);

export const earningsCalls = {
  'POST /v1/home/goods': {
    about: 'What each article sold, earned and cost, from the postings.',
    input: homeGoodsInput,
    output: v.object({
      ...pageOf(earningsRow),
      /** The first and the last day; null over the shop's whole time. */
      from: v.nullable(day),
      to: v.nullable(day),
      /** Over all articles, and the promotions of the whole shop, which are in `ads` and `earned`. */
      sums: v.object({ ...earnings, shopAds: amount }),
      currency,
    }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    feature: 'earnings',
  },
} as const satisfies CallSpecs;
