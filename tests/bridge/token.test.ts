import { describe, expect, test } from 'vitest';
import { rawHost } from './harness/raw-host.ts';

describe('a token', () => {
  test.each([
    [false, true, 2],
    [true, false, 1],
    [false, false, 1],
    [true, true, 1],
  ])('two calls, by force %s then %s, make %i requests', (first, second, count) => {
    const { guest, hi, requests } = rawHost();
    hi();
    guest.request('token', { force: first }).catch(() => {});
    guest.request('token', { force: second }).catch(() => {});
    expect(requests()).toHaveLength(count);
    guest.destroy();
  });

  test('50 calls that need a token before the handshake make one request', () => {
    const { guest, hi, requests } = rawHost();
    for (let index = 0; index < 50; index += 1) guest.request('token', { force: true }).catch(() => {});
    hi();
    expect(requests()).toHaveLength(1);
    guest.destroy();
  });

  test('an answer changes the token and nothing else, and no event repeats it', async () => {
    const { guest, hi, send } = rawHost();
    hi({ state: { lang: 'en', token: 'old', expiresAt: '2026-01-01T00:00:00Z' } });
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push(changes));
    const answer = guest.request('token', { force: true });
    send({ t: 'res', id: 1, r: { token: 'new', lang: 'fr', theme: 'dark' } });
    await answer;
    expect(guest.state()).toEqual({ lang: 'en', token: 'new', expiresAt: null });
    expect(heard).toEqual([]);
  });
});
