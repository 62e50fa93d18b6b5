import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { demoLogin } from '../../src/server/demo/demo-shop.ts';
import { audit } from '../../src/server/ledger/audit.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { bothKinds } from '../harness/database.ts';
import { openReleaseDatabase, readRecording, releases } from '../harness/release-fixtures.ts';
import { missingIn, replay } from '../harness/replay.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const config = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '1', SOUK_DEMO_SPEED: '1' });
// What an operator says of itself is configuration: the releases were recorded with these.
const demo = {
  ...config,
  operator: config.operator && { ...config.operator, hours: 'DEMO', replyTime: 'DEMO' },
};

describe.each(releases.flatMap((release) => bothKinds.map((kind) => [release, kind] as const)))(
  'a database of release %s on %s',
  (release, kind) => {
    let server: TestServer;
    beforeAll(async () => {
      const database = await openReleaseDatabase(kind, release);
      const { recordedAt: start } = readRecording(release);
      server = await startTestServer(kind, { database, start, config: demo });
    });
    afterAll(async () => {
      await server?.close();
      await server?.database.close();
    });

    it('is opened by today’s server, and its books are in order', async () => {
      const { findings, transactions } = await audit(server.deps.db);
      expect(findings).toEqual([]);
      expect(transactions).toBeGreaterThan(100);
    });

    it('lets its merchant sign in and read what was there', async () => {
      const { username, password } = demoLogin;
      const { data } = await server.call<{ token: string }>('POST /login', { username, password });
      const read = async <T>(name: string, input = {}) => {
        const answer = await server.call<T>(name, input, { token: data.token });
        expect(answer.code, name).toBe(codes.ok);
        return answer.data;
      };
      const wallet = await read<{ balance: string; frozen: unknown[] }>('POST /v1/user/wallet');
      expect(Number(wallet.balance)).toBeGreaterThan(0);
      const orders = await read<{ counts: Record<string, number> }>('POST /v1/order/list', { limit: 50 });
      for (const status of ['pending_payment', 'to_be_shipped', 'shipped', 'to_be_accepted', 'completed'])
        expect(orders.counts[status], status).toBeGreaterThan(0);
      const flow = await read<{ list: { type: string }[] }>('POST /v1/user/wallet_flow', { limit: 50 });
      expect(flow.list.length).toBeGreaterThan(5);
      const statements = await read<{ list: { kind: string }[] }>('POST /v1/shop/statements');
      expect(statements.list.map(({ kind }) => kind)).toContain('goods_delisted');
    });
  },
);

describe.each(releases)('the client of release %s', (release) => {
  it('finds every field in today’s answers that it found in its own server’s', async () => {
    const database = await openReleaseDatabase('pglite', release);
    const { recordedAt: start, exchanges } = readRecording(release);
    const server = await startTestServer('pglite', { database, start, config: demo });
    expect(exchanges.length).toBeGreaterThan(60);
    expect(await replay(server, exchanges)).toEqual([]);
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
    await database.close();
  });
});

describe('what a recorded answer misses', () => {
  const before = { list: [{ id: 'a', sum: '1.00', note: null }], nextCursor: null };
  it.each([
    [
      'is a field that is gone',
      { list: [{ id: 'a', note: null }], nextCursor: null },
      ['.list[0].sum: is gone'],
    ],
    [
      'is a field of another type',
      { list: [{ id: 'a', sum: 1, note: null }], nextCursor: null },
      ['.list[0].sum: is number, was string'],
    ],
    ['is a list that is empty', { list: [], nextCursor: null }, ['.list: is empty']],
    ['is nothing where fields came on', { list: [{ ...before.list[0], more: 1 }], nextCursor: 'x' }, []],
  ])('%s', (_, after, expected) => {
    expect(missingIn('', before, after)).toEqual(expected);
  });
});
