import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { createDemoHost } from '../../src/server/demo/demo-host.ts';
import type { Message } from '../../src/server/platform/messenger.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

describe('the page that plays a host', () => {
  let server: TestServer;
  const expire = async (token?: string): Promise<number> => {
    const headers: Record<string, string> = token ? { authorization: token } : {};
    const answer = await createDemoHost(server.deps).request('/host/expire', { method: 'POST', headers });
    return ((await answer.json()) as { code: number }).code;
  };
  const me = async (token: string) => (await server.call('GET /v1/me', {}, { token })).code;

  beforeAll(async () => {
    server = await startTestServer('postgres');
  });
  afterAll(() => server.close());

  it('lets a token run out, so that the next call is refused with 408', async () => {
    const { token } = await server.addUser();
    expect(await me(token)).toBe(codes.ok);
    expect(await expire(token)).toBe(codes.ok);
    expect(await me(token)).toBe(codes.tokenExpired);
  });

  it('shows the codes that were sent, newest first, and nothing else of them', async () => {
    const { username } = await server.addUser();
    const message: Omit<Message, 'code'> = {
      kind: 'verify_code',
      purpose: 'sign_in',
      username,
      userId: 'usr_1',
      phone: '+000',
      lang: 'en',
      expiresAt: '2025-03-03T09:10:00.000Z',
    };
    for (const code of ['111111', '222222']) server.deps.messenger.send({ ...message, code });
    const answer = await createDemoHost(server.deps).request('/host/codes');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const shown = { username, expiresAt: message.expiresAt };
    expect(await answer.json()).toEqual([
      { ...shown, code: '222222' },
      { ...shown, code: '111111' },
    ]);
  });

  it('ends only the session of the given token', async () => {
    const mine = await server.addUser();
    const other = await server.addUser();
    await expire(mine.token);
    expect(await me(other.token)).toBe(codes.ok);
    expect(await expire()).toBe(codes.tokenExpired);
    expect(await expire('made-up')).toBe(codes.tokenExpired);
    expect(await expire(mine.token)).toBe(codes.tokenExpired);
    expect(await me(other.token)).toBe(codes.ok);
  });
});
