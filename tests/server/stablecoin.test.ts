import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conform } from '../../src/conform/conform.ts';
import { lineOf, verdictOf } from '../../src/conform/report.ts';
import type { Output } from '../../src/contract/calls.ts';
import { demoLogin } from '../../src/server/demo/demo-shop.ts';
import { seedDemo } from '../../src/server/demo/seed.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const env = { NODE_ENV: 'test', SOUK_DEMO: '1', SOUK_CURRENCY: 'USDT' };

describe('a platform with USDT as its money', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer('postgres', { config: { ...readConfig(env), passwordCost: 16 } });
    await seedHelp(server.deps);
    await seedDemo(server.deps);
    const { username, password } = demoLogin;
    const { data } = await server.call<{ token: string }>('POST /login', { username, password });
    token = data.token;
  });
  afterAll(() => server.close());

  it('answers every call that a screen reads from, to the letter of the contract', async () => {
    const findings = await conform(
      { url: '/api', fetch: (url, init) => server.app.request(url, init) },
      token,
    );
    expect(findings.filter(({ faults }) => faults.length > 0).map(lineOf)).toEqual([]);
    expect(verdictOf(findings)).toBe('conforms to the contract');
  });

  it.each(['GET /v1/me', 'POST /v1/user/wallet', 'POST /v1/order/list', 'POST /v1/home/stat'])(
    'names its currency in %s',
    async (name) => {
      const { code, data } = await server.call<{ currency: string }>(name, {}, { token });
      expect([code, data.currency]).toEqual([200, 'USDT']);
    },
  );

  it('quotes an order to be paid and an amount to be withdrawn', async () => {
    const orders = await server.call<Output<'POST /v1/order/list'>>(
      'POST /v1/order/list',
      { status: 'pending_payment' },
      { token },
    );
    const [order] = orders.data.list;
    const paying = await server.call<{ currency: string }>(
      'POST /v1/quote',
      { kind: 'order', orderIds: [order?.id] },
      { token },
    );
    expect([paying.code, paying.data.currency]).toEqual([200, 'USDT']);
    const accounts = await server.call<Output<'POST /v1/user/bank/list'>>(
      'POST /v1/user/bank/list',
      {},
      { token },
    );
    const [account] = accounts.data.list;
    const withdrawing = await server.call<{ currency: string }>(
      'POST /v1/quote',
      { kind: 'withdraw', amount: '50', accountId: account?.id },
      { token },
    );
    expect([withdrawing.code, withdrawing.data.currency]).toEqual([200, 'USDT']);
  });
});
