import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, id, ids, keyword, money, signedAmount, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { pageInput, pageOf } from './page.ts';
import { goodsStatuses, unlistReasons } from './status.ts';

/** `new` first, or the highest price, profit or clicks first. */
const showcaseSorts = ['new', 'price', 'profit', 'clicks'] as const;

/** An article in the merchant's showcase. Price, cost, fee and profit are for one piece. */
export const showcaseItem = v.object({
  id,
  goodsId: id,
  goodsCode: v.string(),
  goodsNo: v.string(),
  typeId: id,
  name: v.string(),
  image: v.string(),
  sellingPrice: amount,
  cost: amount,
  fee: amount,
  expectedProfit: signedAmount,
  clicks: count,
  stock: count,
  status: v.picklist(goodsStatuses),
  unlistReason: v.nullable(v.picklist(unlistReasons)),
  /** The price that would keep the margin of goods that a new cost took off the showcase; null for all others. */
  keepMarginPrice: v.nullable(amount),
  listedAt: time,
});

/** Deletions left today, in the shop's time zone. */
const deleteQuota = v.object({ used: count, limit: count, resetsAt: time });
const capacity = { used: count, cap: count };

/** Filters of the showcase; without `status` listed and unlisted goods come together. */
const showcaseListInput = v.object({
  ...pageInput,
  keyword: v.optional(keyword),
  typeId: v.optional(id),
  status: v.optional(v.picklist(goodsStatuses)),
  sort: v.optional(v.picklist(showcaseSorts), 'new'),
  /** Only goods that run out. */
  lowStock: v.optional(v.boolean()),
});

/**
 * The merchant's price for one piece, below a thousand millions: so the price of 999 pieces is still an amount, and
 * many such orders still have a sum. The server checks that it is not below cost (405 with the field).
 *
 * @example '86.40'
 */
const sellingPrice = v.pipe(
  money,
  v.check((price) => /^\d{1,9}(\.|$)/.test(price), problemMessage('max_value', '999999999.99')),
);

/** 1 to 50 articles, each once; a price below cost refuses them all. */
const showcaseAddInput = v.object({
  items: v.pipe(
    v.array(v.object({ goodsId: id, sellingPrice })),
    v.minLength(1),
    v.maxLength(50),
    v.check(
      (items) => new Set(items.map((item) => item.goodsId)).size === items.length,
      problemMessage('duplicate'),
    ),
  ),
});

/** A new price for one piece, not below cost. */
const showcaseEditInput = v.object({ id, sellingPrice });

export const showcaseCalls = {
  'POST /v1/showcase/list': {
    about: 'Goods that the merchant listed, and the room that is left.',
    input: showcaseListInput,
    output: v.object({
      ...pageOf(showcaseItem),
      ...capacity,
      /** How many goods the supplier or the platform took off. */
      takenOff: count,
      deleteQuota,
      currency,
    }),
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
  },
  'POST /v1/showcase/add': {
    about:
      'List goods at a selling price that is not below cost. An article that is listed already is skipped.',
    input: showcaseAddInput,
    output: v.object({
      added: v.array(showcaseItem),
      skipped: v.array(v.object({ goodsId: id, code: v.number() })),
      ...capacity,
    }),
    codes: userCodes(203, 404, 442, 452),
    auth: 'user',
    effect: 'keyed',
  },
  'POST /v1/showcase/del': {
    about: 'Take goods off the showcase, within the daily limit.',
    input: v.object({ ids: ids(50) }),
    output: v.object({
      removed: v.array(id),
      skipped: v.array(v.object({ id, code: v.number() })),
      ...capacity,
      deleteQuota,
    }),
    codes: userCodes(203, 404, 447),
    auth: 'user',
    effect: 'keyed',
  },
  'POST /v1/showcase/edit': {
    about: 'Change the selling price of a listed article.',
    input: showcaseEditInput,
    output: v.object({ item: showcaseItem }),
    codes: userCodes(203, 404),
    auth: 'user',
    effect: 'keyed',
    feature: 'showcaseEdit',
  },
} as const satisfies CallSpecs;
