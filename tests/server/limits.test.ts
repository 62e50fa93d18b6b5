import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../src/contract/calls.ts';
import { limits } from '../../src/contract/limits.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import type { Env } from '../../src/server/platform/config/env.ts';
import { amounts, bounds, limitVariable, percentages } from '../../src/server/platform/config/limits.ts';
import { timingAt } from '../../src/server/platform/config/timing.ts';
import { projectDir } from '../harness/built.ts';
import { problemsOf } from '../harness/config-problems.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { startTestServer } from '../harness/server.ts';

const read = (file: string) => readFileSync(join(projectDir, file), 'utf8');

describe('a limit', () => {
  it('is the contract’s own where nothing is configured', () => {
    expect(readConfig({}).limits).toEqual(limits);
  });

  it('is what its variable says: a count, an amount, a level’s, and of a level only what is named', () => {
    const env = {
      SOUK_LIMIT_ACCOUNTS_PER_USER: '3',
      SOUK_LIMIT_WITHDRAWAL_FEE_PERCENT: '2.25',
      SOUK_LEVELS: '{"agent": {"goods": 150, "fee": "45.00"}}',
    };
    expect(readConfig(env).limits).toEqual({
      ...limits,
      accountsPerUser: 3,
      withdrawalFeePercent: '2.25',
      goodsByLevel: { ...limits.goodsByLevel, agent: 150 },
      feeByLevel: { ...limits.feeByLevel, agent: '45.00' },
    });
  });

  it('is rounded up by a currency that cannot write its default', () => {
    expect(readConfig({ SOUK_CURRENCY: 'JPY' }).limits).toEqual({ ...limits, withdrawalFeeMinimum: '1.00' });
    expect(readConfig({ SOUK_CURRENCY: 'KWD' }).limits).toEqual(limits);
  });

  it('moves the dates that are counted from it', () => {
    const env = { SOUK_LIMIT_PAY_BY_HOURS: '72', SOUK_LIMIT_RETURN_WINDOW_DAYS: '30', SOUK_DEMO: '0' };
    expect(readConfig(env).timing).toMatchObject({ payBy: 72 * hour, returnWindow: 30 * day });
  });

  it.each<[Env, string]>([
    [
      { SOUK_LIMIT_MINIMUM_DEPOSIT: 'twenty' },
      'SOUK_LIMIT_MINIMUM_DEPOSIT is "twenty"; write an amount like 20.00.',
    ],
    [
      { SOUK_CURRENCY: 'JPY', SOUK_LIMIT_WITHDRAWAL_FEE_MINIMUM: '1.50' },
      'SOUK_LIMIT_WITHDRAWAL_FEE_MINIMUM is "1.50"; JPY has no such decimals: write an amount like 1.',
    ],
    [
      { SOUK_CURRENCY: 'KWD', SOUK_LEVELS: '{"agent": {"fee": "45.0005"}}' },
      'SOUK_LEVELS, agent.fee, is "45.0005"; KWD has no such decimals: write an amount like 20.000.',
    ],
    [
      { SOUK_LIMIT_ACCOUNTS_PER_USER: '-1' },
      'SOUK_LIMIT_ACCOUNTS_PER_USER is "-1"; set it to a whole number from 1 to 100.',
    ],
    [
      { SOUK_LEVELS: 'agent: 5' },
      'SOUK_LEVELS is no JSON; write it like {"merchant": {"goods": 50, "fee": "20.00", "deposit": "200.00"}}.',
    ],
    [
      { SOUK_LEVELS: '{"partner": {"goods": -1}}' },
      'SOUK_LEVELS, partner.goods, is "-1"; write a whole number from 0 to 1000000.',
    ],
    [
      { SOUK_LEVELS: '{"partner": {"fees": "1.00"}}' },
      'SOUK_LEVELS, partner.fees, means nothing here; a level takes goods, fee and deposit.',
    ],
    [{ SOUK_SESSION_DAYS: '0' }, 'SOUK_SESSION_DAYS is "0"; set it to a whole number from 1 to 90.'],
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
      'SOUK_LIMIT_PLATFORM_FEE_PERCENT is 100; set it to at most 10.',
    ],
    [
      { SOUK_LIMIT_WITHDRAWAL_FEE_PERCENT: '10.01' },
      'SOUK_LIMIT_WITHDRAWAL_FEE_PERCENT is 10.01; set it to at most 10.',
    ],
  ])('a limit that cannot be kept is refused with a sentence that names the fix: %o', (env, sentence) => {
    expect(problemsOf(env)).toEqual([sentence]);
  });

  it('is delivered as it is in force, so that the dates it leads to are the ones that come', async () => {
    for (const speed of [1, 1440]) {
      const env = { SOUK_DEMO: '0', SOUK_LIMIT_AUTO_ACCEPT_DAYS: '6', SOUK_LIMIT_PAY_BY_HOURS: '30' };
      const config = readConfig(env);
      const timing = timingAt(speed, config.limits);
      const server = await startTestServer('postgres', { config: { limits: config.limits, timing } });
      const user = await server.addUser();
      const call = async <T>(name: string) => (await server.call<T>(name, {}, { token: user.token })).data;
      const { limits } = await call<Output<'GET /v1/me'>>('GET /v1/me');
      const placed = await place(server, user, (await addListed(server, user)).id);
      const orders = async () => (await call<Output<'POST /v1/order/list'>>('POST /v1/order/list')).list[0];
      const since = (at: string | null | undefined) => Date.parse(at ?? '') - server.clock.now().getTime();
      expect(since((await orders())?.payBy)).toBe(limits.payByHours * hour);
      await drive(server, placed, 'to_be_accepted');
      expect(since((await orders())?.autoAcceptAt)).toBeCloseTo(limits.autoAcceptDays * day, 3);
      expect([limits.payByHours, limits.autoAcceptDays]).toEqual([30, 6 / speed]);
      await server.close();
    }
  });
});

describe('the page on the limits', () => {
  const rows = [...read('docs/limits.md').matchAll(/^\| `(SOUK_\w+)` \| `([^`]+)` \| ([^|]*?) \| .+ \|$/gm)];

  it('names every variable, its default and its bounds', () => {
    const documented = rows.map(([, name, value, range]) => [name, value, range]);
    const counts = Object.entries(bounds).map(([name, [min, max]]) => [name, `${min} to ${max}`] as const);
    const flat = [...counts, ...[...amounts, ...percentages].map((name) => [name, ''] as const)].map(
      ([name, range]) => [
        limitVariable(name as keyof typeof limits),
        String(limits[name as keyof typeof limits]),
        range,
      ],
    );
    expect(documented.sort()).toEqual(flat.sort());
  });
});
