import { limits as defaults, type Limits } from '../contract/limits.ts';
import { parseMoney } from '../contract/money.ts';
import type { EnvReader } from './env.ts';

const most = 1_000_000;
const mostUploadMb = 25;
const nameOf = (path: string[]): string =>
  ['SOUK_LIMIT', ...path.map((part) => part.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())].join(
    '_',
  );

function read(env: EnvReader, fallback: unknown, path: string[]): unknown {
  if (typeof fallback === 'number') return env.integer(nameOf(path), fallback, 0, most);
  if (typeof fallback === 'string') return env.amount(nameOf(path), fallback);
  const members = Object.entries(fallback as Record<string, unknown>);
  return Object.fromEntries(members.map(([name, one]) => [name, read(env, one, [...path, name])]));
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

/**
 * Every limit of the contract, from `SOUK_LIMIT_…` where it is set: `minimumDeposit` by SOUK_LIMIT_MINIMUM_DEPOSIT,
 * `goodsByLevel.shop` by SOUK_LIMIT_GOODS_BY_LEVEL_SHOP.
 */
export function limitsOf(env: EnvReader): Limits {
  const limits = read(env, defaults, []) as Limits;
  for (const [less, more, distance, words] of ascending) {
    if (parseMoney(limits[less]) + distance <= parseMoney(limits[more])) continue;
    env.problems.push(
      `${nameOf([less])} is ${limits[less]}; set it to ${words} ${nameOf([more])}, ${limits[more]}.`,
    );
  }
  for (const share of ['withdrawalFeePercent', 'platformFeePercent'] as const) {
    if (parseMoney(limits[share]) < parseMoney('100')) continue;
    env.problems.push(`${nameOf([share])} is ${limits[share]}; set it to less than 100.`);
  }
  const { feedbackMinGraphemes: few, feedbackMaxGraphemes: many } = limits;
  if (few < defaults.feedbackMinGraphemes || many > defaults.feedbackMaxGraphemes || few > many)
    env.problems.push(
      `SOUK_LIMIT_FEEDBACK_MIN_GRAPHEMES and …_MAX_GRAPHEMES are ${few} and ${many}; the contract takes 5 to 300.`,
    );
  // A body is held in memory while it is looked at, several at a time.
  if (limits.uploadMb < 1 || limits.uploadMb > mostUploadMb)
    env.problems.push(`SOUK_LIMIT_UPLOAD_MB is ${limits.uploadMb}; set it to 1 to ${mostUploadMb}.`);
  // What a merchant is promised does not get shorter, nor what money waits for longer.
  if (limits.claimObjectionDays < defaults.claimObjectionDays)
    env.problems.push(
      `SOUK_LIMIT_CLAIM_OBJECTION_DAYS is ${limits.claimObjectionDays}; set it to 7 or more.`,
    );
  if (limits.caseReviewDays < 1 || limits.caseReviewDays > defaults.caseReviewDays)
    env.problems.push(`SOUK_LIMIT_CASE_REVIEW_DAYS is ${limits.caseReviewDays}; set it to 1 to 14.`);
  return limits;
}
