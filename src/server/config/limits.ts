import { limits as defaults, type Limits } from '../../contract/limits.ts';
import { parseMoney } from '../../contract/money.ts';
import { day, hour, minute } from '../clock.ts';
import type { EnvReader } from './env.ts';
import type { Timing } from './timing.ts';

type Counted = { [K in keyof Limits]: Limits[K] extends number ? K : never }[keyof Limits];

/**
 * How far each number can be configured. What a merchant is promised does not get shorter than this, nor what money
 * waits for longer; the contract's own forms take feedback of 5 to 300, and an upload is held in memory.
 */
export const bounds: Record<Counted, readonly [least: number, most: number]> = {
  ...{ accountsPerUser: [1, 100], showcaseDeletionsPerDay: [0, 1_000_000] },
  ...{ feedbackMinGraphemes: [5, 300], feedbackMaxGraphemes: [5, 300] },
  ...{ feedbackReplyDays: [1, 30], openFeedback: [1, 1000] },
  ...{ invitationsPerDay: [0, 1000], invitationDays: [1, 365], openInvitations: [0, 1000] },
  ...{ uploadMb: [1, 25], uploadsPerDay: [1, 1_000_000], uploadMbPerDay: [1, 1_000_000] },
  ...{ identityAttemptsPerDay: [1, 100], identityReviewDays: [1, 10] },
  ...{ payByHours: [1, 720], autoAcceptDays: [1, 60], returnWindowDays: [1, 90] },
  ...{ afterSaleHours: [24, 720], claimObjectionDays: [7, 90], caseReviewDays: [1, 14] },
  ...{ newAccountUsableAfterHours: [0, 168], payPasswordUsableAfterHours: [0, 168] },
  ...{ payPasswordTries: [1, 20], payPasswordLockMinutes: [1, 1440] },
  ...{ sessionIdleHours: [1, 720], sessionAbsoluteDays: [1, 90] },
  ...{ quoteMinutes: [1, 60], appealDays: [1, 30] },
};

// Older than the others, and known by these names.
const named: Record<string, string> = {
  sessionIdleHours: 'SOUK_SESSION_IDLE_HOURS',
  sessionAbsoluteDays: 'SOUK_SESSION_DAYS',
};

/** The variable of a limit: `minimumDeposit` by SOUK_LIMIT_MINIMUM_DEPOSIT, `goodsByLevel.shop` by …_BY_LEVEL_SHOP. */
export const limitVariable = (path: string[]): string =>
  named[path.join('.')] ??
  ['SOUK_LIMIT', ...path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())].join(
    '_',
  );

const goods = [0, 1_000_000] as const;

function read(env: EnvReader, fallback: unknown, path: string[]): unknown {
  const name = limitVariable(path);
  if (typeof fallback === 'string') return env.amount(name, fallback);
  if (typeof fallback === 'number')
    return env.integer(name, fallback, ...(bounds[path.join('.') as Counted] ?? goods));
  const members = Object.entries(fallback as Record<string, unknown>);
  return Object.fromEntries(members.map(([member, one]) => [member, read(env, one, [...path, member])]));
}

type Sum =
  | 'minimumDeposit'
  | 'newShopDepositCap'
  | 'maximumDeposit'
  | 'withdrawalFeeMinimum'
  | 'minimumWithdrawal';
/** Pairs that contradict each other the other way round: nothing could be recharged, or a fee would eat the sum. */
const ascending: readonly [less: Sum, more: Sum, distance: bigint, words: string][] = [
  ['minimumDeposit', 'newShopDepositCap', 0n, 'no more than'],
  ['newShopDepositCap', 'maximumDeposit', 0n, 'no more than'],
  ['withdrawalFeeMinimum', 'minimumWithdrawal', 1n, 'less than'],
];

/** Every limit of the contract, each from its variable where that is set. */
export function limitsOf(env: EnvReader): Limits {
  const limits = read(env, defaults, []) as Limits;
  for (const [less, more, distance, words] of ascending) {
    if (parseMoney(limits[less]) + distance <= parseMoney(limits[more])) continue;
    env.problems.push(
      `${limitVariable([less])} is ${limits[less]}; set it to ${words} ${limitVariable([more])}, ${limits[more]}.`,
    );
  }
  for (const share of ['withdrawalFeePercent', 'platformFeePercent'] as const) {
    if (parseMoney(limits[share]) < parseMoney('100')) continue;
    env.problems.push(`${limitVariable([share])} is ${limits[share]}; set it to less than 100.`);
  }
  const { feedbackMinGraphemes: few, feedbackMaxGraphemes: many } = limits;
  if (few > many)
    env.problems.push(
      `SOUK_LIMIT_FEEDBACK_MIN_GRAPHEMES is ${few}; set it to no more than …_MAX_GRAPHEMES, ${many}.`,
    );
  return limits;
}

/** The limits as they are in force: what a demo does faster is as short here as the dates it leads to. */
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
