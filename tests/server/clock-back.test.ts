import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day } from '../../src/server/platform/clock.ts';
import { transactions } from '../../src/server/schema/ledger.ts';
import { usableAccount } from '../harness/bank.ts';
import { kinds } from '../harness/database.ts';
import { payPassword, startTestServer } from '../harness/server.ts';

const noon = '2026-11-22T12:00:00.000Z';
const longAgo = new Date(Date.parse(noon) - 5 * day);

const startWithMoney = async (kind: (typeof kinds)[number]) => {
  const server = await startTestServer(kind, { start: longAgo.toISOString() });
  const user = await server.addUser();
  const { id: accountId } = await usableAccount(server, user);
  server.clock.set(noon);
  await server.fund(user.shopId, 500n * UNITS);
  return { server, user, accountId };
};

it.each(kinds)(
  'a clock that goes back a day puts no posting on a day before the last one on %s',
  async (kind) => {
    const { server, user } = await startWithMoney(kind);
    server.clock.advance(-day);
    await server.fund(user.shopId, 20n * UNITS);
    server.clock.advance(day + 60_000);
    await server.fund(user.shopId, 3n * UNITS);

    const posted = await server.deps.db.select().from(transactions).orderBy(transactions.seq);
    const late = new Date(Date.parse(noon) + 60_000);
    expect(posted.map(({ at }) => at)).toEqual([new Date(noon), new Date(noon), late]);
    const token = await server.signIn(user);
    const flowOf = async (date: string) => {
      const { data } = await server.call('POST /v1/user/wallet_flow', { from: date, to: date }, { token });
      return data.list.map(({ amount }) => amount);
    };
    expect(await flowOf('2026-11-21')).toEqual([]);
    expect(await flowOf('2026-11-22')).toEqual(['3.00', '20.00', '500.00']);
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  },
);

it.each(kinds)('a withdrawal without a key is no repetition of one from the future on %s', async (kind) => {
  const { server, user, accountId } = await startWithMoney(kind);
  const token = await server.signIn(user);
  const ask = (key?: string) =>
    server.call(
      'POST /v1/user/withdraw/add',
      { amount: '20.00', accountId, payPassword },
      { token, ...(key && { key }) },
    );
  const tomorrow = await ask();
  expect((await ask()).text).toBe(tomorrow.text);
  const key = randomUUID();
  const keyed = await ask(key);

  server.clock.advance(-day);
  const today = await ask();
  expect(today.code).toBe(codes.ok);
  expect(today.data.withdrawal.no).not.toBe(tomorrow.data.withdrawal.no);
  expect((await ask()).text).toBe(today.text);
  // What a client gave a key stays what it was, whatever the clock.
  expect((await ask(key)).text).toBe(keyed.text);
  const wallet = await server.call('POST /v1/user/wallet', {}, { token });
  expect(wallet.data).toMatchObject({ balance: '440.00', frozenAmount: '60.00' });
  await server.close();
});
