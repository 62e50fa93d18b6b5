import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createStartupApp } from '../../src/server/http/startup-app.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

const opsKey = 'a-key-of-at-least-24-characters';
const others = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const addresses = others.flatMap((method) => ['/ops', '/ops/x'].map((path) => [method, path] as const));
const sent = (method: string) => ({ method, headers: { 'x-ops-key': opsKey } });

describe('the address of decisions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('postgres', { config: { opsKey } });
  });
  afterAll(() => server.close());

  it.each(addresses)('%s %s is answered that only POST is taken', async (method, path) => {
    const answer = await server.app.request(path, sent(method));
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    // An answer to HEAD has the headers of one and nothing more.
    if (method === 'HEAD') return;
    const { code, msg, data } = (await answer.json()) as Record<string, unknown>;
    expect([code, data]).toEqual([codes.invalidRequest, { reason: 'method' }]);
    expect(msg).toMatch(/^Decisions are sent by POST to \/ops\/<decision>/);
  });
});

describe('the address of decisions on a server that starts', () => {
  const config = { ...readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' }), opsKey };
  const waiting = createStartupApp(config, { phase: 'starting', db: null });

  it.each([...addresses, ['POST', '/ops'], ['POST', '/ops/x']] as const)(
    '%s %s is answered in an envelope that nothing was carried out, and when to come back',
    async (method, path) => {
      const answer = await waiting.request(path, sent(method));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      if (method === 'HEAD') return;
      const { code, msg, data } = (await answer.json()) as Record<string, unknown>;
      expect([code, data]).toMatchObject([codes.systemBusy, { reason: 'starting', retryAfter: 2 }]);
      expect(msg).toContain('nothing was carried out. Send the same again in 2 seconds.');
    },
  );
});
