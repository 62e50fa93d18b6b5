import * as v from 'valibot';
import { integer, legalReference, text } from '../../platform/decisions/flag-types.ts';
import { maxReviewDays } from './review-periods.ts';

/**
 * The flags of a restriction or hold: its statement of reasons, how many days it lasts, and the order of an authority.
 */
export const reasonFlags = {
  facts: text,
  rule: text,
  days: v.optional(integer(1, maxReviewDays), maxReviewDays),
  legalReference: v.optional(legalReference),
};

type ReasonFlags = v.InferOutput<v.StrictObjectSchema<typeof reasonFlags, undefined>>;

/** Returns these flags under the names that holds and restrictions use. */
export const reasonsOf = ({ facts, rule, days, legalReference }: ReasonFlags) => ({
  facts,
  rule,
  reviewDays: days,
  legalReference,
});
