import { describe, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { hour, minute } from '../../src/server/clock.ts';
import { readConfig } from '../../src/server/config.ts';
import { ConfigError, type Env } from '../../src/server/env.ts';

const problemsOf = (env: Env): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('a limit', () => {
  it('is the contract’s own where nothing is configured', () => {
    expect(readConfig({}).limits).toEqual(limits);
  });

  it('is what its variable says: a count, an amount, a level’s', () => {
    const env = {
      SOUK_LIMIT_ACCOUNTS_PER_USER: '3',
      SOUK_LIMIT_WITHDRAWAL_FEE_PERCENT: '2.25',
      SOUK_LIMIT_GOODS_BY_LEVEL_AGENT: '150',
    };
    expect(readConfig(env).limits).toEqual({
      ...limits,
      ...{ accountsPerUser: 3, withdrawalFeePercent: '2.25' },
      goodsByLevel: { ...limits.goodsByLevel, agent: 150 },
    });
  });

  it('moves the dates that are counted from it', () => {
    const env = { SOUK_LIMIT_PAY_BY_HOURS: '72', SOUK_LIMIT_QUOTE_MINUTES: '2', SOUK_DEMO: '0' };
    expect(readConfig(env).timing).toMatchObject({ payBy: 72 * hour, quote: 2 * minute });
    expect(readConfig({ SOUK_LIMIT_PAY_PASSWORD_TRIES: '3' }).payPassword.tries).toBe(3);
  });

  it.each<[Env, string]>([
    [
      { SOUK_LIMIT_MINIMUM_DEPOSIT: 'twenty' },
      'SOUK_LIMIT_MINIMUM_DEPOSIT is "twenty"; write an amount like 20.00.',
    ],
    [
      { SOUK_LIMIT_ACCOUNTS_PER_USER: '-1' },
      'SOUK_LIMIT_ACCOUNTS_PER_USER is "-1"; set it to a whole number from 0 to 1000000.',
    ],
    [
      { SOUK_LIMIT_MINIMUM_DEPOSIT: '300' },
      'SOUK_LIMIT_MINIMUM_DEPOSIT is 300; set it to no more than SOUK_LIMIT_NEW_SHOP_DEPOSIT_CAP, 200.00.',
    ],
    [
      { SOUK_LIMIT_WITHDRAWAL_FEE_MINIMUM: '10' },
      'SOUK_LIMIT_WITHDRAWAL_FEE_MINIMUM is 10; set it to less than SOUK_LIMIT_MINIMUM_WITHDRAWAL, 10.00.',
    ],
    [
      { SOUK_LIMIT_PLATFORM_FEE_PERCENT: '100' },
      'SOUK_LIMIT_PLATFORM_FEE_PERCENT is 100; set it to less than 100.',
    ],
  ])('that cannot be kept is refused with a sentence that names the fix: %o', (env, sentence) => {
    expect(problemsOf(env)).toEqual([sentence]);
  });
});
