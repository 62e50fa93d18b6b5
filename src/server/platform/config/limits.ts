import * as v from 'valibot';
import { limits as defaults, type Limits } from '../../../contract/limits.ts';
import { MONEY, parseMoney } from '../../../contract/money.ts';
import { day, hour, minute } from '../clock.ts';
import { type EnvReader, integer, wrong } from './env.ts';
import type { Timing } from './timing.ts';

type Counted = { [K in keyof Limits]: Limits[K] extends number ? K : never }[keyof Limits];

/**
 * The bounds of each configurable number. They protect merchants from periods that are too short, or from money that
 * waits too long; the contract's own forms accept feedback of 5 to 300 characters, and an upload is held in memory.
 */
export const bounds: Record<Counted, readonly [min: number, max: number]> = {
  accountsPerUser: [1, 100],
  showcaseDeletionsPerDay: [0, 1_000_000],
  feedbackMinGraphemes: [5, 300],
  feedbackMaxGraphemes: [5, 300],
  feedbackReplyDays: [1, 30],
  openFeedback: [1, 1000],
  invitationsPerDay: [0, 1000],
  invitationDays: [1, 365],
  openInvitations: [0, 1000],
  openRecharges: [1, 1000],
  uploadMb: [1, 25],
  uploadsPerDay: [1, 1_000_000],
  uploadMbPerDay: [1, 1_000_000],
  identityAttemptsPerDay: [1, 100],
  identityReviewDays: [1, 10],
  payByHours: [1, 720],
  autoAcceptDays: [1, 60],
  returnWindowDays: [1, 90],
  afterSaleHours: [24, 720],
  claimObjectionDays: [7, 90],
  caseReviewDays: [1, 14],
  newAccountUsableAfterHours: [0, 168],
  payPasswordUsableAfterHours: [0, 168],
  payPasswordTries: [1, 20],
  payPasswordLockMinutes: [1, 1440],
  sessionIdleHours: [1, 720],
  sessionAbsoluteDays: [1, 90],
  quoteMinutes: [1, 60],
  appealDays: [1, 30],
};

// Older variables that keep their names.
const named: Record<string, string> = {
  sessionIdleHours: 'SOUK_SESSION_IDLE_HOURS',
  sessionAbsoluteDays: 'SOUK_SESSION_DAYS',
};

/**
 * Returns the variable of a limit: SOUK_LIMIT_MINIMUM_DEPOSIT for `minimumDeposit`, …_BY_LEVEL_SHOP for
 * `goodsByLevel.shop`.
 */
export const limitVariable = (path: string[]): string =>
  named[path.join('.')] ??
  ['SOUK_LIMIT', ...path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())].join(
    '_',
  );

const goodsBounds = [0, 1_000_000] as const;

const amountLike = (example: string) =>
  v.pipe(v.string(), v.regex(MONEY, wrong(`write an amount like ${example}.`)));

function read(env: EnvReader, fallback: unknown, path: string[]): unknown {
  const name = limitVariable(path);
  if (typeof fallback === 'string') return env.read(name, amountLike(fallback), fallback);
  if (typeof fallback === 'number')
    return env.read(name, integer(...(bounds[path.join('.') as Counted] ?? goodsBounds)), fallback);
  const members = Object.entries(fallback as Record<string, unknown>);
  return Object.fromEntries(members.map(([member, one]) => [member, read(env, one, [...path, member])]));
}

type AmountLimit =
  | 'minimumDeposit'
  | 'newShopDepositCap'
  | 'maximumDeposit'
  | 'withdrawalFeeMinimum'
  | 'minimumWithdrawal';
/** Pairs that must be ascending: otherwise no recharge would be possible, or a fee would exceed the amount. */
const ascending: readonly [less: AmountLimit, more: AmountLimit, distance: bigint, words: string][] = [
  ['minimumDeposit', 'newShopDepositCap', 0n, 'no more than'],
  ['newShopDepositCap', 'maximumDeposit', 0n, 'no more than'],
  ['withdrawalFeeMinimum', 'minimumWithdrawal', 1n, 'less than'],
];

/** The highest fee, in percent. */
const maxFeePercent = '10';

/** Returns every limit of the contract, each from its variable where that is set. */
export function limitsOf(env: EnvReader): Limits {
  const limits = read(env, defaults, []) as Limits;
  for (const [less, more, distance, words] of ascending) {
    if (parseMoney(limits[less]) + distance <= parseMoney(limits[more])) continue;
    env.problems.push(
      `${limitVariable([less])} is ${limits[less]}; set it to ${words} ${limitVariable([more])}, ${limits[more]}.`,
    );
  }
  for (const share of ['withdrawalFeePercent', 'platformFeePercent'] as const) {
    if (parseMoney(limits[share]) <= parseMoney(maxFeePercent)) continue;
    env.problems.push(`${limitVariable([share])} is ${limits[share]}; set it to at most ${maxFeePercent}.`);
  }
  const { feedbackMinGraphemes: min, feedbackMaxGraphemes: max } = limits;
  if (min > max)
    env.problems.push(
      `SOUK_LIMIT_FEEDBACK_MIN_GRAPHEMES is ${min}; set it to no more than …_MAX_GRAPHEMES, ${max}.`,
    );
  return limits;
}

/** Returns the limits in force: what the demo accelerates is as short here as the dates it leads to. */
export const limitsInForce = ({ limits, timing }: { limits: Limits; timing: Timing }): Limits => ({
  ...limits,
  payByHours: timing.payBy / hour,
  quoteMinutes: timing.quote / minute,
  afterSaleHours: timing.afterSale / hour,
  claimObjectionDays: timing.claimObjection / day,
  caseReviewDays: timing.caseReview / day,
  autoAcceptDays: timing.autoAccept / day,
  returnWindowDays: timing.returnWindow / day,
});
