import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { limits } from '../../src/contract/limits.ts';
import { formatMoney, parseMoney, UNITS } from '../../src/contract/money.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { feeOfSmallBalance, withdrawFee } from '../../src/server/services/withdrawals/check-withdrawal.ts';
import { usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { startTestServer } from '../harness/server.ts';
import { withdraw } from '../harness/withdrawing.ts';

it.each(kinds)('an amount that its fee would take whole is refused beside the amount on %s', async (kind) => {
  // Terms that no start takes: what is tested stands behind that rule.
  const worst = { ...limits, withdrawalFeePercent: '99.999' };
  const server = await startTestServer(kind, { config: { limits: worst } });
  const user = await server.addUser();
  await server.fund(user.shopId, 1_000n * UNITS);
  const accountId = (await usableAccount(server, user)).id;
  const tooLittle = {
    status: 200,
    code: codes.invalidParameter,
    data: { field: 'amount', params: { kind: 'min_value', limit: '10.01' } },
  };
  expect(await withdraw(server, user, { amount: '10.00', accountId })).toMatchObject(tooLittle);
  const asked = { kind: 'withdraw', amount: '10.00', accountId };
  expect(await server.call('POST /v1/quote', asked, { token: user.token })).toMatchObject(tooLittle);
  const most = await withdraw(server, user, { amount: '999.00', accountId });
  expect(most).toMatchObject({ code: codes.ok, data: { withdrawal: { fee: '998.99', net: '0.01' } } });
  await server.close();
});

it('nothing at all cannot be withdrawn from an empty balance', async () => {
  const server = await startTestServer('postgres');
  const user = await server.addUser();
  const accountId = (await usableAccount(server, user)).id;
  expect(await withdraw(server, user, { amount: '0.00', accountId })).toMatchObject({
    status: 200,
    code: codes.invalidParameter,
    data: { field: 'amount' },
  });
  await server.close();
});

const accepts = (env: Record<string, string>) => {
  try {
    return readConfig(env).limits;
  } catch {
    return null;
  }
};

it('the start takes no terms by which a fee eats up an amount that may be withdrawn', () => {
  const upTo = (most: bigint) => fc.bigInt({ min: 0n, max: most }).map(formatMoney);
  fc.assert(
    fc.property(
      upTo(12n * UNITS),
      upTo(2n * UNITS),
      upTo(2n * UNITS),
      upTo(UNITS),
      (percent, least, min, over) => {
        const taken = accepts({
          SOUK_LIMIT_WITHDRAWAL_FEE_PERCENT: percent,
          SOUK_LIMIT_WITHDRAWAL_FEE_MINIMUM: least,
          SOUK_LIMIT_MINIMUM_WITHDRAWAL: min,
        });
        fc.pre(taken !== null);
        for (const amount of [parseMoney(min), parseMoney(min) + parseMoney(over)])
          expect(withdrawFee(amount, taken)).toBeLessThan(amount);
        const rest = parseMoney(over) + 1n;
        expect(feeOfSmallBalance(rest, taken)).toBeLessThan(rest);
      },
    ),
    { numRuns: 500 },
  );
});
