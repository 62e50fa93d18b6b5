import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, id, keyword, money, signedAmount } from './fields.ts';
import { pageInput, pageOf } from './page.ts';

/** `new` and the highest `profit` and `clicks` first, the lowest `cost` first. */
const goodsSorts = ['new', 'cost', 'profit', 'clicks'] as const;

/** A type of goods; `parentId` is null at the top, `count` is the articles on offer in it. */
const goodsType = v.object({ id, parentId: v.nullable(id), name: v.string(), count });

/** An article of the warehouse. Cost and price are for one piece; fee and profit assume the suggested price. */
export const goods = v.object({
  id,
  goodsCode: v.string(),
  goodsNo: v.string(),
  typeId: id,
  name: v.string(),
  images: v.array(v.string()),
  cost: amount,
  suggestedPrice: amount,
  fee: amount,
  expectedProfit: signedAmount,
  stock: count,
  clicks: count,
  listed: v.boolean(),
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
} as const satisfies CallSpecs;
