import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import type { Log } from '../../src/server/platform/log.ts';
import { signInHandlers } from '../../src/server/services/sign-in/sign-in.ts';
import { operatorHandlers } from '../../src/server/shops/shop/operator.ts';
import { password, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const partner = 'https://partner.example';
const faults: string[] = [];
const notes: object[] = [];
const log: Log = {
  info: (event, fields) => notes.push({ event, ...fields }),
  error: (event, error) => faults.push(`${event}: ${error}`),
};

describe('an answer of the API', () => {
  let server: TestServer;
  let user: TestUser;

  const send = (path: string, init: RequestInit = {}) => server.app.request(path, init);
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    send(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  beforeAll(async () => {
    const handlers = {
      ...signInHandlers,
      ...operatorHandlers,
      'POST /v1/operation': async () => ({ state: 'lost' }) as never,
    };
    server = await startTestServer('postgres', {
      log,
      handlers,
      config: { hosts: [partner], langs: ['en', 'ar', 'zh-CN', 'zh-TW'] },
    });
    user = await server.addUser();
  });
  afterAll(() => server.close());

  it('is an envelope and nothing else', async () => {
    const { text, status } = await server.call('GET /v1/operator');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      code: 200,
      msg: 'ok',
      data: {
        legalName: null,
        licence: null,
        address: null,
        complaint: null,
        hours: null,
        replyTime: null,
        brands: [],
        demo: null,
      },
    });
  });

  // Both would take minutes to normalise, and no other request would be answered meanwhile.
  it.each([
    ['in a name', 'POST /login', { username: `a${'\u0315\u0300'.repeat(16)}`, password }, 'username'],
    [
      'in a code',
      'POST /invite_code',
      { action: 'check', inviteCode: '\u0315\u0300'.repeat(999) },
      'inviteCode',
    ],
    ['deep inside', 'POST /v1/operation', { key: [{ a: `${'\u05b0\u0591'.repeat(16)}` }] }, 'key.0.a'],
  ])('refuses more marks on a letter than any language has: %s', async (_, name, input, field) => {
    const answer = await server.call(name, input, { token: user.token });
    expect(answer).toMatchObject({ code: 405, data: { field, params: { kind: 'characters' } } });
  });

  it('refuses a text that is longer than any field', async () => {
    const answer = await server.call('POST /login', { username: 'a'.repeat(16_385), password });
    expect(answer).toMatchObject({ code: 405, data: { params: { kind: 'max_length', limit: 16_384 } } });
  });

  it.each(['/api/v1/operator', '/api/v1/me', '/api/nowhere'])(
    'is not stored, and has its name in the log: %s',
    async (path) => {
      const { headers } = await send(path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^req_/);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
    },
  );

  it('names its readable headers to a page of another origin that may read them, and to no other', async () => {
    const named = async (headers: HeadersInit) =>
      (await send('/api/v1/operator', { headers })).headers.get('access-control-expose-headers');
    expect(await named({ origin: partner })).toBe('x-request-id,souk-contract');
    expect(await named({ origin: 'https://stranger.example' })).toBeNull();
    expect(await named({})).toBeNull();
  });

  it.each([
    ['no JSON', 'POST', '/api/login', 'username=x', 'application/json', 200, codes.badRequest],
    ['a list', 'POST', '/api/login', '[]', 'application/json', 200, codes.badRequest],
    ['null', 'POST', '/api/login', 'null', 'application/json', 200, codes.badRequest],
    [
      'a form',
      'POST',
      '/api/login',
      'username=x',
      'application/x-www-form-urlencoded',
      200,
      codes.badRequest,
    ],
    [
      'deep JSON',
      'POST',
      '/api/login',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      'application/json',
      200,
      codes.badRequest,
    ],
    [
      'a huge body',
      'POST',
      '/api/login',
      JSON.stringify({ username: 'x'.repeat(1_100_000) }),
      'application/json',
      413,
      codes.invalidRequest,
    ],
    ['an unknown path', 'POST', '/api/v1/nowhere', '{}', 'application/json', 404, codes.recordNotFound],
    ['another method', 'PUT', '/api/login', '{}', 'application/json', 405, codes.invalidRequest],
  ])('refuses %s with an envelope', async (_, method, path, body, type, status, code) => {
    const response = await send(path, { method, body, headers: { 'content-type': type } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, msg: expect.any(String) });
  });

  it('refuses half a character, which no link could hold', async () => {
    const { token } = await server.addUser();
    const input = { refNo: 'a\ud800', format: 'csv' };
    const answer = await server.call('POST /v1/user/wallet_flow', input, { token });
    expect(answer).toMatchObject({ status: 200, code: codes.invalidParameter, data: { field: 'refNo' } });
    const whole = await server.call('POST /v1/user/wallet_flow', { ...input, refNo: '😀' }, { token });
    expect(whole.code).toBe(codes.ok);
  });

  it('refuses a text with NUL, which the database could not store', async () => {
    const answer = await server.call('POST /login', { username: 'ab\u0000cd', password });
    expect(answer).toMatchObject({
      code: codes.invalidParameter,
      data: { field: 'username', params: { kind: 'characters' } },
    });
  });

  it('never repeats a refused value', async () => {
    const { text } = await server.call('POST /login', { username: 'x', password: 'se-cret' });
    expect(text).not.toContain('se-cret');
  });

  it.each([
    ['ar', 'ar'],
    ['zh-CN,zh;q=0.9', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-HK,zh;q=0.9', 'zh-TW'],
    ['de-DE, en;q=0.5', 'en'],
    ['xx', 'en'],
  ])("speaks the caller's language: %s is answered in %s", async (wanted, lang) => {
    const locale = (await import(`../../locales/${lang}.json`)) as {
      default: { error: Record<string, string> };
    };
    const { msg } = await server.call('GET /v1/me', {}, { headers: { 'accept-language': wanted } });
    expect(msg).toBe(locale.default.error['407']);
  });

  it('lets configured origins call, and tells browsers for two hours', async () => {
    const preflight = await send('/api/login', {
      method: 'OPTIONS',
      headers: {
        origin: partner,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(partner);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    expect(preflight.headers.get('access-control-max-age')).toBe('7200');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(
      (await send('/api/v1/operator', { headers: { origin: partner } })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBe(partner);
  });

  it.each(['https://evil.example', 'https://partner.example.evil.example', 'http://partner.example', 'null'])(
    'does not let %s call',
    async (origin) => {
      const { headers } = await send('/api/v1/operator', { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it('says once in the log which origin asked in vain, for its page only hears of a network', async () => {
    const origin = 'http://another.example';
    const ask = (from: string) => send('/api/login', { method: 'OPTIONS', headers: { origin: from } });
    const read = (from: string) => send('/api/v1/operator', { headers: { origin: from } });
    for (const from of [origin, partner, origin]) {
      await read(from);
      await ask(from);
    }
    const warnings = notes
      .filter((note) => 'event' in note && note.event === 'origin not listed')
      .filter((note) => 'origin' in note && [origin, partner].includes(String(note.origin)));
    expect(warnings).toEqual([{ event: 'origin not listed', origin, setting: 'SOUK_HOSTS' }]);
  });

  it('says in the log where an origin is listed with another scheme', async () => {
    const origin = partner.replace('https:', 'http:');
    await send('/api/v1/operator', { headers: { origin } });
    expect(notes).toContainEqual({
      event: 'origin listed with another scheme',
      origin,
      listed: partner,
      setting: 'SOUK_HOSTS',
    });
  });

  it.each(callNames.filter((name) => specOf(name).auth === 'user'))(
    'needs a session for %s',
    async (name) => {
      expect(await server.call(name.replace('{type}', 'logo'))).toMatchObject({
        status: 200,
        code: codes.noAuthentication,
      });
    },
  );

  it('always fits the contract: a wrong answer of a handler becomes 500, logged without the data', async () => {
    const key = '3f0c8a52-7f0e-4a59-9a59-6f2f8a3b7c11';
    const answer = await server.call('POST /v1/operation', { key }, { token: user.token });
    expect(answer).toMatchObject({ status: 500, code: codes.unknownError, data: null });
    expect(faults.join()).toContain('POST /v1/operation answered off the contract at state');
    expect(faults.join()).not.toContain('lost');
  });

  it('belongs to the call of its method where a path has two', async () => {
    expect((await post('/api/v1/order-comment', '{}', { authorization: user.token })).status).toBe(200);
    expect((await send('/api/v1/order-comment', { headers: { authorization: user.token } })).status).toBe(
      200,
    );
  });
});
