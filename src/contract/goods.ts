import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, id, keyword, money, signedAmount } from './fields.ts';
import { pageInput, pageOf } from './page.ts';
import { showcaseItem } from './showcase.ts';
import { worldParts } from './status.ts';

/** `new` and the highest `profit` and `clicks` first, the lowest `cost` first. */
const goodsSorts = ['new', 'cost', 'profit', 'clicks'] as const;

/** A type of goods; `parentId` is null at the top, `count` is the articles on offer in it. */
const goodsType = v.object({ id, parentId: v.nullable(id), name: v.string(), count });

const dayRange = v.object({ min: count, max: count });

/** An article of the warehouse. Amounts are for one piece; fee and profit are at the caller's own price, or at the suggested one. */
export const goods = v.object({
  id,
  goodsCode: v.string(),
  goodsNo: v.string(),
  typeId: id,
  name: v.string(),
  images: v.array(v.string()),
  cost: amount,
  suggestedPrice: amount,
  /** The caller's own, where the article is listed. */
  sellingPrice: v.nullable(amount),
  fee: amount,
  expectedProfit: signedAmount,
  stock: count,
  clicks: count,
  /** The fewest and the most days that the supplier says it travels, over all regions; null where it names none. */
  days: v.nullable(dayRange),
  listed: v.boolean(),
});

/** A country by ISO 3166-1, such as `DE`. */
export const country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/));

/** Where goods travel to: a part of the world, or a country. */
const region = v.union([v.picklist(worldParts), country]);

/** How many days a supplier says that its goods travel to a region, from shipping on. */
export const delivery = v.object({ region, days: dayRange });

/** What the platform has seen of an article: its last orders that ended after their delivery, 200 at most. */
const goodsFacts = v.object({
  orders: count,
  /** The shops that sold them. */
  shops: count,
  /** Whole days from the buyer's payment to the delivery that half of them, and nine of ten, did not exceed. */
  daysP50: count,
  daysP90: count,
  /** How many of them came back, or were refunded as a whole. */
  cameBack: count,
});

/** Filters of the warehouse; the prices are bounds of the purchase cost with shipping, both inclusive. */
const goodsListInput = v.object({
  ...pageInput,
  keyword: v.optional(keyword),
  typeId: v.optional(id),
  priceMin: v.optional(money),
  priceMax: v.optional(money),
  listed: v.optional(v.boolean()),
  sort: v.optional(v.picklist(goodsSorts), 'new'),
});

export const goodsCalls = {
  'POST /v1/goods/type_list': {
    about: 'Types of goods, with how many articles each holds.',
    input: v.object({ parentId: v.optional(id) }),
    output: v.object({ list: v.array(goodsType) }),
    codes: userCodes(430),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/goods/list': {
    about: 'The warehouse: goods that can be listed.',
    input: goodsListInput,
    output: v.object({
      ...pageOf(goods),
      total: count,
      /** Whether counting stopped at 1,000 articles: there are at least so many. */
      atLeast: v.boolean(),
      currency,
    }),
    codes: userCodes(430),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/goods/detail': {
    about: 'An article with all that is known of it, whether it is offered or not.',
    input: v.object({ id }),
    output: v.object({
      ...goods.entries,
      /** What the supplier writes, as plain text; empty where nothing is written. */
      text: v.string(),
      shipsFrom: v.nullable(country),
      delivery: v.array(delivery),
      /** Whether the supplier offers it: what is withdrawn can be looked at, and not listed. */
      offered: v.boolean(),
      /** The caller's own listing, also one that was taken off by the supplier or the platform. */
      listing: v.nullable(showcaseItem),
      /** Over all time: pieces that were paid for, those of them that were refunded, and the settled profit after refunds. */
      mine: v.object({ sold: count, returned: count, profit: signedAmount, refunds: signedAmount }),
      /** Null while fewer than 20 orders of 5 shops have ended. */
      facts: v.nullable(goodsFacts),
      currency,
    }),
    codes: userCodes(404),
    auth: 'user',
    effect: 'read',
    feature: 'goodsDetail',
  },
} as const satisfies CallSpecs;
