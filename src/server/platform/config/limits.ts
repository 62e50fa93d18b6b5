import * as v from 'valibot';
import { limits as defaults, type Limits } from '../../../contract/limits.ts';
import { formatIn, formatMoney, isWritable, MONEY, parseMoney, roundUp } from '../../../contract/money.ts';
import { day, hour, minute } from '../clock.ts';
import { type EnvReader, integer, members, wrong } from './env.ts';
import type { Timing } from './timing.ts';

/**
 * The bounds of each configurable number, the others being constants. They protect merchants from periods that are too
 * short, or from money that waits too long; an upload is held in memory.
 */
export const bounds = {
  accountsPerUser: [1, 100],
  invitationsPerDay: [0, 1000],
  showcaseDeletionsPerDay: [0, 1_000_000],
  uploadMb: [1, 25],
  identityReviewDays: [1, 10],
  payByHours: [1, 720],
  autoAcceptDays: [1, 60],
  returnWindowDays: [1, 90],
  afterSaleHours: [24, 720],
  sessionIdleHours: [1, 720],
  sessionAbsoluteDays: [1, 90],
} as const satisfies Partial<Record<keyof Limits, readonly [min: number, max: number]>>;

/** The configurable amounts. */
export const amounts = [
  'minimumDeposit',
  'maximumDeposit',
  'newShopDepositCap',
  'trialWithdrawal',
  'minimumWithdrawal',
  'withdrawalFeeMinimum',
] as const satisfies (keyof Limits)[];

/** The configurable percentages. */
export const percentages = ['withdrawalFeePercent', 'platformFeePercent'] as const satisfies (keyof Limits)[];

const named: Partial<Record<keyof Limits, string>> = {
  sessionIdleHours: 'SOUK_SESSION_IDLE_HOURS',
  sessionAbsoluteDays: 'SOUK_SESSION_DAYS',
};

/** Returns the variable of a limit: SOUK_LIMIT_MINIMUM_DEPOSIT for `minimumDeposit`. */
export const limitVariable = (name: keyof Limits): string =>
  named[name] ?? `SOUK_LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

const amountLike = (example: string) => {
  const message = wrong(`write an amount like ${example}.`);
  return v.pipe(v.string(message), v.regex(MONEY, message));
};

/** Returns the schema of an amount that the currency can write. */
const amountIn = (currency: string, example: string) => {
  const like = formatIn(currency, roundUp(parseMoney(example), currency));
  const unwritable = wrong(`${currency} has no such decimals: write an amount like ${like}.`);
  return v.pipe(
    amountLike(like),
    v.check((text) => isWritable(parseMoney(text), currency), unwritable),
  );
};

/** Rounds a default up to what the currency can write. */
const rounded = (amount: string, currency: string) => formatMoney(roundUp(parseMoney(amount), currency));

const goodsMessage = wrong('write a whole number from 0 to 1000000.');
const levelMembersIn = (currency: string) =>
  v.optional(
    v.strictObject(
      {
        goods: v.optional(
          v.pipe(
            v.number(goodsMessage),
            v.integer(goodsMessage),
            v.minValue(0, goodsMessage),
            v.maxValue(1_000_000, goodsMessage),
          ),
        ),
        fee: v.optional(amountIn(currency, '20.00')),
        deposit: v.optional(amountIn(currency, '200.00')),
      },
      'means nothing here; a level takes goods, fee and deposit.',
    ),
    {},
  );
const levelsSchemaIn = (currency: string) => {
  const level = levelMembersIn(currency);
  return members(
    { shop: level, merchant: level, agent: level, partner: level },
    '{"merchant": {"goods": 50, "fee": "20.00", "deposit": "200.00"}}',
  );
};

/** Returns the limits by level, with the defaults of what the variable leaves out. */
const levelsOf = (
  env: EnvReader,
  currency: string,
): Pick<Limits, 'goodsByLevel' | 'feeByLevel' | 'depositByLevel'> => {
  const levels: Partial<Record<string, { goods?: number; fee?: string; deposit?: string }>> = env.read(
    'SOUK_LEVELS',
    levelsSchemaIn(currency),
    {},
  );
  const byLevel = <Value>(of: Record<string, Value>, member: 'goods' | 'fee' | 'deposit') =>
    Object.fromEntries(Object.entries(of).map(([level, value]) => [level, levels[level]?.[member] ?? value]));
  return {
    goodsByLevel: byLevel(defaults.goodsByLevel, 'goods') as Limits['goodsByLevel'],
    feeByLevel: byLevel(defaults.feeByLevel, 'fee') as Limits['feeByLevel'],
    depositByLevel: byLevel(defaults.depositByLevel, 'deposit') as Limits['depositByLevel'],
  };
};

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

/**
 * Returns every limit of the contract: from its variable where it has one and that is set, and otherwise the default,
 * which the currency rounds up.
 */
export function limitsOf(env: EnvReader, currency: string): Limits {
  const limits: Limits = { ...defaults, ...levelsOf(env, currency) };
  for (const [name, [min, max]] of Object.entries(bounds) as [keyof typeof bounds, [number, number]][])
    limits[name] = env.read(limitVariable(name), integer(min, max), defaults[name]);
  for (const name of percentages)
    limits[name] = env.read(limitVariable(name), amountLike(defaults[name]), defaults[name]);
  for (const name of amounts) {
    const amount = amountIn(currency, defaults[name]);
    limits[name] = env.read(limitVariable(name), amount, rounded(defaults[name], currency));
  }
  for (const [less, more, distance, words] of ascending) {
    if (parseMoney(limits[less]) + distance <= parseMoney(limits[more])) continue;
    env.problems.push(
      `${limitVariable(less)} is ${limits[less]}; set it to ${words} ${limitVariable(more)}, ${limits[more]}.`,
    );
  }
  for (const share of percentages) {
    if (parseMoney(limits[share]) <= parseMoney(maxFeePercent)) continue;
    env.problems.push(`${limitVariable(share)} is ${limits[share]}; set it to at most ${maxFeePercent}.`);
  }
  return limits;
}

/** Returns the limits in force: what the demo accelerates is as short here as the dates it leads to. */
export const limitsInForce = ({ limits, timing }: { limits: Limits; timing: Timing }): Limits => ({
  ...limits,
  payByHours: timing.payBy / hour,
  quoteMinutes: timing.quote / minute,
  afterSaleHours: timing.afterSale / hour,
  caseReviewDays: timing.caseReview / day,
  autoAcceptDays: timing.autoAccept / day,
  returnWindowDays: timing.returnWindow / day,
});
