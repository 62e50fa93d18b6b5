import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, currency, id, ids, keyword, money, signedAmount, time } from './fields.ts';
import { problemMessage } from './messages.ts';
import { pageInput, pageOf } from './page.ts';
import { endings, marginLimits, maxRepriced, percentLimits } from './price-rule.ts';
import { goodsStatuses, unlistReasons } from './status.ts';
import { foldDigits } from './typed-text.ts';

/** `new` first, or the highest price, profit, clicks or earnings so far first; by earnings what is only expected follows all that is settled. */
const showcaseSorts = ['new', 'price', 'profit', 'clicks', 'earned'] as const;

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
  /** Null while the shop front has reported none of the shop. */
  clicks: v.nullable(count),
  /** Pieces that were paid for, and of them those of orders that were refunded in full. */
  sold: count,
  returned: count,
  /** What promotions of the article delivered. */
  ads: amount,
  /** Settled profit less promotions. */
  earned: signedAmount,
  /** The expected profit of orders that are paid for and not settled. */
  estimated: signedAmount,
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

/** A percentage as decimal text, within limits, both inclusive. */
const percentWithin = ({ min, max }: { min: number; max: number }) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.transform(foldDigits),
    v.nonEmpty(),
    v.regex(/^-?\d{1,6}(\.\d{1,2})?$/, problemMessage('percent')),
    v.check((percent) => !(Number(percent) < min), problemMessage('min_value', min)),
    v.check((percent) => !(Number(percent) > max), problemMessage('max_value', max)),
  );

/** By how much prices change, in percent of each. @example '-7.5' */
export const percentChange = v.pipe(
  percentWithin(percentLimits),
  v.check((percent) => Number(percent) !== 0, problemMessage('zero_percent')),
);

/** Which part of a price its profit is, in percent. @example '40' */
export const marginShare = percentWithin(marginLimits);

/**
 * The prices of some goods, or of all that are listed, each changed by one rule; with the `quoteId` of a dry run exactly what it
 * answered is changed, or nothing (203 `prices_moved`).
 */
const repriceInput = v.pipe(
  v.object({
    ids: v.optional(ids(maxRepriced)),
    all: v.optional(v.literal(true)),
    rule: v.pipe(
      v.object({ percent: v.optional(percentChange), margin: v.optional(marginShare) }),
      v.forward(
        v.check(({ percent, margin }) => !percent !== !margin, problemMessage('percent_or_margin')),
        ['percent'],
      ),
    ),
    /** What each price ends on, where the currency can write it. */
    ending: v.optional(v.picklist(endings)),
    /** Answers what would change, and changes nothing; no key is recorded. */
    dryRun: v.optional(v.boolean(), false),
    quoteId: v.optional(id),
  }),
  v.forward(
    v.check(({ ids, all }) => !ids !== !all, problemMessage('ids_or_all')),
    ['ids'],
  ),
);

/** A price that was changed, or why it was not: then it is still `oldPrice`. `profit` is that of a piece at `newPrice`. */
const repricedRow = v.object({
  id,
  name: v.string(),
  image: v.string(),
  oldPrice: amount,
  newPrice: amount,
  profit: signedAmount,
  /** `below_cost`: with the fee; `changed`: the price was changed since, so it is not undone. */
  refused: v.optional(v.picklist(['below_cost', 'too_high', 'not_listed', 'changed'])),
});

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
      /** The latest change of prices by a rule that can still be undone, and how many prices that restores. */
      repricing: v.nullable(v.object({ id, count, undoUntil: time })),
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
  'POST /v1/showcase/reprice': {
    about:
      'Change prices by a rule; those that would not cover cost and fee are refused row by row. Orders keep their prices.',
    input: repriceInput,
    output: v.object({
      /** Null where no price was changed. */
      repriceId: v.nullable(id),
      /** Names the goods that are changed, with their old and new prices. */
      quoteId: id,
      rows: v.array(repricedRow),
      undoUntil: v.nullable(time),
      currency,
    }),
    codes: userCodes(203, 404),
    auth: 'user',
    effect: 'repeatable',
    feature: 'reprice',
  },
  'POST /v1/showcase/reprice/undo': {
    about:
      'Undo a change of prices within the hour, but for prices that were changed since; refused where none can be restored.',
    input: v.object({ repriceId: id }),
    output: v.object({ rows: v.array(repricedRow), currency }),
    codes: userCodes(203, 404),
    auth: 'user',
    effect: 'keyed',
    feature: 'reprice',
  },
} as const satisfies CallSpecs;
