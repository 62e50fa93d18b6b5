import { codes } from '../../../contract/errors.ts';
import { after, day } from '../../platform/clock.ts';
import { refuse } from '../../platform/refuse.ts';

/** The longest period of a hold or a restriction in days: it is reviewed by then, or ends. */
export const maxReviewDays = 14;
/** The most renewals, unless an authority demands more: 42 days in all. */
export const maxRenewals = 2;
/** The most days of a hold or restriction without the order of an authority. */
export const maxTotalDays = maxReviewDays * (maxRenewals + 1);
/** Days for which ended periods still count against a new one, which otherwise could repeat them under another name. */
const countedDays = 90;
/** A renewal reviews the situation shortly before the end, not at the beginning. */
const renewableDays = 3;

/** Returns since when ended periods still count. */
export const countedFrom = (at: Date): Date => after(at, -countedDays * day);

/** The time of a hold, a restriction or a case. */
export interface Period {
  since: Date;
  until: Date;
}

/** Returns the milliseconds of a period that some others cover; time that several cover counts once. */
export function coveredTime(periods: readonly Period[], within: Period): number {
  let covered = 0;
  let end = within.since.getTime();
  for (const { since, until } of [...periods].sort((a, b) => a.since.getTime() - b.since.getTime())) {
    const from = Math.max(end, since.getTime());
    const to = Math.min(until.getTime(), within.until.getTime());
    if (to <= from) continue;
    covered += to - from;
    end = to;
  }
  return covered;
}

/**
 * Returns the date by which a period of so many days ends; refuses 405 for less than one day or more than the longest
 * period.
 */
export function reviewDate(at: Date, days: number): Date {
  if (days < 1 || days > maxReviewDays)
    throw refuse(codes.invalidParameter, {
      field: 'days',
      reason: 'too_long',
      params: { max: maxReviewDays },
      message: `"days": write 1 to ${maxReviewDays}; after that it ends or is renewed with new reasons.`,
    });
  return after(at, days * day);
}

/**
 * Refuses a period that would block a shop for more than 42 of any 90 days, under whatever name, unless an authority
 * demands it.
 * @throws Refusal 203 `too_often`
 */
export function requirePeriodAllowed(
  periods: readonly Period[],
  next: Period,
  { legalReference }: { legalReference?: string },
): void {
  if (legalReference !== undefined) return;
  const within = { since: after(next.until, -countedDays * day), until: next.until };
  if (coveredTime([...periods, next], within) <= maxTotalDays * day) return;
  throw refuse(codes.invalidOperation, {
    reason: 'too_often',
    message: `This would be more than ${maxTotalDays} of ${countedDays} days. Let it end, or name the order of the authority that demands it in "legalReference".`,
  });
}

/**
 * Refuses a renewal that comes more than 3 days before the end, or after two others, unless an authority demands it.
 * @throws Refusal 203 `too_early` or `too_often`
 */
export function requireRenewable(
  { renewals, reviewBy, at }: { renewals: number; reviewBy: Date; at: Date },
  { legalReference }: { legalReference?: string },
): void {
  if (after(reviewBy, -renewableDays * day) > at)
    throw refuse(codes.invalidOperation, {
      reason: 'too_early',
      message: `It can be renewed from ${after(reviewBy, -renewableDays * day).toISOString()} on, ${renewableDays} days before it ends.`,
    });
  if (renewals < maxRenewals || legalReference !== undefined) return;
  throw refuse(codes.invalidOperation, {
    reason: 'too_often',
    message: `It has been renewed ${maxRenewals} times and ends now. Only the order of an authority, named in "legalReference", keeps it longer.`,
  });
}
