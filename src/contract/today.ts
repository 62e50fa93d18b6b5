// What waits for the merchant, the most urgent first. Texts are the client's: a row says what it is by codes and figures.
import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import { amount, count, id, signedAmount, time } from './fields.ts';
import { stillWorking } from './still-working.ts';

/** The kinds of acts, in the order in which those of the same hour come. */
export const actKinds = [
  'restriction',
  'case',
  'pay',
  'delisted',
  'stock',
  'identity',
  'deposit',
  'reviews',
] as const;

/** What happens at the date of an act where its merchant does nothing. */
const actEffects = ['platform_decides', 'orders_canceled', 'restriction_ends'] as const;

/**
 * One act of the merchant. Orders to pay, goods that run out and reviews without a reply are one row each, of `count`
 * things; all restrictions in force are one, which names the gravest.
 */
const act = v.object({
  kind: v.picklist(actKinds),
  /** The case, the listing or the restriction that it is about; null for a row of several things. */
  subject: v.nullable(id),
  /** Of a case its type, of a restriction its kind, of goods taken off why. */
  reason: v.nullable(v.string()),
  /** The name of the goods, in the reader's language. */
  title: v.nullable(v.string()),
  /** Pictures of the goods, three at most. */
  images: v.array(v.string()),
  count,
  /** The date by which to act, of orders to pay the first one; of a restriction, when it ends. */
  by: v.nullable(time),
  /**
   * What the merchant has at stake in a case, what orders cost to pay, the price that keeps the margin of goods taken off, or what a deposit
   * lacks.
   */
  amount: v.nullable(amount),
  /** The expected profit of the orders to pay. */
  profit: v.nullable(signedAmount),
  effect: v.nullable(v.picklist(actEffects)),
  /** In-app path to where it is done. */
  path: v.string(),
});

/** The first acts, how many there are in all, and what works in spite of the restrictions in force. */
export const today = v.object({
  asOf: time,
  acts: v.array(act),
  total: count,
  still: v.nullable(v.picklist(Object.values(stillWorking))),
});

/** The most acts that one answer holds: those behind them come as the first are done. */
export const ACTS_MAX = 100;

export const todayCalls = {
  'POST /v1/today': {
    about: 'What waits for the merchant, the most urgent first.',
    input: v.object({
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(ACTS_MAX)), ACTS_MAX),
    }),
    output: today,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    feature: 'today',
  },
} as const satisfies CallSpecs;
