import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import {
  amount,
  count,
  currency,
  day,
  id,
  ledgerEntry,
  operatorTexts,
  signedAmount,
  time,
} from './fields.ts';
import { restriction } from './restriction.ts';

/** An amount that is the merchant's but not available: always with its reason, and when or how it is released. */
const hold = v.object({
  id,
  amount,
  reasonCode: v.string(),
  text: v.string(),
  /** What the platform says of the reason, where `text` is an operator's. */
  reason: v.optional(v.nullable(v.string())),
  operatorTexts,
  ref: v.nullable(v.string()),
  since: time,
  releaseAt: v.nullable(time),
  condition: v.nullable(v.string()),
  reviewBy: v.nullable(time),
  appealUrl: v.nullable(v.string()),
});

/** All of a merchant's money, as of the ledger at `asOf`. */
export const wallet = v.object({
  currency,
  balance: amount,
  frozenAmount: amount,
  shopBalance: amount,
  depositMargin: amount,
  /** Estimated and not yet the merchant's: not included in any sum. */
  settlementAmount: amount,
  /** The merchant's own money: balance, frozen, shop balance and deposit. */
  total: amount,
  asOf: time,
  /** Grows with every movement, so that an older answer never overwrites a newer one. */
  version: count,
  /** The shop's last movement; null before the first. */
  ledger: v.optional(v.nullable(ledgerEntry)),
  nextRelease: v.nullable(v.object({ amount, at: time })),
  /** Settled orders that an open case keeps from release, the oldest first, at most 20; all are in `shopBalance`. */
  pausedReleases: v.array(v.object({ orderId: id, no: v.string(), caseId: v.nullable(id), amount })),
  holds: v.array(hold),
  restrictions: v.array(restriction),
  payPasswordSet: v.boolean(),
});

/**
 * What is on its way to the balance. The days and what is paused add up to the wallet's `shopBalance`; `expected` is its
 * `settlementAmount`, and in neither.
 */
const coming = v.object({
  currency,
  /** By the day of release, the next one first; a refund in part may leave less than nothing of a day. */
  days: v.array(v.object({ date: day, amount: signedAmount })),
  /** What open cases keep from release. */
  paused: v.object({ amount: signedAmount, cases: count }),
  expected: amount,
});

export const walletCalls = {
  'POST /v1/user/wallet': {
    about: 'The five amounts of the wallet, what holds the frozen part, and the next release.',
    input: v.object({}),
    output: wallet,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    whileBlocked: true,
  },
  'POST /v1/user/coming': {
    about: 'What is on its way to the balance, by the day on which it gets there.',
    input: v.object({}),
    output: coming,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    whileBlocked: true,
    feature: 'coming',
  },
} as const satisfies CallSpecs;
