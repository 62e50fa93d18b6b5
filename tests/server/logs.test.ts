import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallName, callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { handlers as built } from '../../src/server/http/handlers.ts';
import type { Handler, Handlers } from '../../src/server/platform/context.ts';
import { streamLog } from '../../src/server/platform/log.ts';
import { fakeClock } from '../harness/clock.ts';
import { password, payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const canary = 'canary-7d1f00';
const written: string[] = [];
const log = streamLog({ write: (text) => written.push(text) }, fakeClock());
const lines = () => written.flatMap((text) => text.trim().split('\n'));

// Everything a person could type or hand over, under the names that the contract has for it.
const secrets = {
  username: canary,
  password: canary,
  payPassword: canary,
  oldPassword: canary,
  newPassword: canary,
  loginPassword: canary,
  confirmPassword: canary,
  verifyCode: canary,
  inviteCode: canary,
  cardNo: canary,
  address: canary,
  accountName: canary,
  bankName: canary,
  branchNo: canary,
  realName: canary,
  idNumber: canary,
  txHash: canary,
  bankRef: canary,
  content: canary,
  text: canary,
  keyword: canary,
  cursor: canary,
  id: canary,
  orderId: canary,
  orderIds: [canary],
  key: canary,
};

describe('the log', () => {
  let server: TestServer;
  let user: TestUser;

  const ways: Record<string, Handler<'POST /v1/order/pay'>> = {
    'a statement that fails': ({ db }) =>
      db.execute(sql`insert into users (id) values (${canary})`).then(() => Promise.reject(new Error('no'))),
    'a text that is no JSON': async () => JSON.parse(canary),
    'a text that is no number': async () => BigInt(canary) as never,
    'an answer off the contract': async () => ({ results: canary }) as never,
    'an error of ours': async () => {
      throw new Error('the order was not stored');
    },
  };
  let way = '';

  beforeAll(async () => {
    const handlers: Partial<Handlers<CallName>> = {
      ...built,
      'POST /v1/order/pay': (context, input) => (ways[way] ?? built['POST /v1/order/pay'])(context, input),
    };
    server = await startTestServer('postgres', { log, handlers, config: { logRequests: true } });
  });
  // One of the calls ends the session it comes with.
  beforeEach(async () => {
    user = await server.addUser();
  });
  afterAll(() => server.close());

  it('holds nothing of what was sent to any call, in whatever field, header or address', async () => {
    for (const name of callNames) {
      const path = name.replace(/\{\w+\}/, canary);
      for (const token of [user.token, canary])
        await server.call(path, secrets, { token, key: canary, headers: { 'accept-language': canary } });
    }
    for (const path of [`files/${canary}.csv`, `exports/${canary}?sign=${canary}`, canary])
      await server.app.request(`/api/${path}`);
    await server.app.request(`/ops/${canary}`, { method: 'POST', headers: { 'x-ops-key': canary } });
    await server.app.request('/api/v1/me', { headers: { 'x-request-id': `${canary} "of two words"` } });
    expect(lines().length).toBeGreaterThan(2 * callNames.length);
    expect(lines().filter((line) => line.includes(canary))).toEqual([]);
  });

  it('holds no password, token or hash of those who come in by them', async () => {
    const signedIn = await server.call<{ token: string }>('POST /login', {
      username: user.username,
      password,
    });
    const { token } = signedIn.data;
    expect(signedIn.code).toBe(codes.ok);
    await server.call('POST /v1/order/pay', { orderIds: ['none'], payPassword }, { token });
    for (const secret of [token, user.token, password, payPassword, user.username])
      expect(lines().filter((line) => line.includes(secret))).toEqual([]);
  });

  it.each(Object.keys(ways))('says where %s came from, and not what was in it', async (name) => {
    way = name;
    const input = { orderIds: ['none'], payPassword };
    const answer = await server.call('POST /v1/order/pay', input, { token: user.token });
    way = '';
    expect(answer).toMatchObject({ status: 500, code: codes.unknownError, data: null });
    const fault = JSON.parse(
      lines()
        .filter((line) => line.includes('"event":"fault"'))
        .at(-1) ?? '{}',
    );
    expect(fault).toMatchObject({ level: 'error', route: 'POST /v1/order/pay' });
    expect(fault.requestId).toBe(answer.headers.get('x-request-id'));
    expect(JSON.stringify(fault)).not.toContain(canary);
    if (name === 'an error of ours') expect(fault.message).toBe('the order was not stored');
  });

  it('is one object of JSON a line, with its time', () => {
    for (const line of lines())
      expect(JSON.parse(line)).toMatchObject({ at: '2025-03-03T09:00:00.000Z', event: expect.any(String) });
  });

  it('tells by the name of a call what was asked, never by its address', async () => {
    for (const name of callNames.filter((one) => specOf(one).auth === 'public').slice(0, 3)) {
      await server.call(name, {});
      expect(JSON.parse(lines().at(-1) ?? '{}')).toMatchObject({ event: 'request', route: name });
    }
  });
});

describe('the name of a request', () => {
  it.each<[string, string | null]>([
    ['9b2d1c34-of-the-proxy', '9b2d1c34-of-the-proxy'],
    ['short', null],
    ['x'.repeat(65), null],
    ['two words here', null],
    ['"}{"level":"info', null],
  ])('is the one that came with it, where it is one: %s', async (given, kept) => {
    const server = await startTestServer('postgres');
    const { headers } = await server.app.request('/api/v1/operator', { headers: { 'x-request-id': given } });
    const name = headers.get('x-request-id');
    if (kept) expect(name).toBe(kept);
    else expect(name).toMatch(/^req_\w{16}$/);
    await server.close();
  });
});
