import { describe, expect, test } from 'vitest';
import type { MethodName, Params } from '../../bridge/protocol.ts';
import { outcome, rawHost } from './harness/raw-host.ts';

const minutes = 60_000;

describe('time-outs', () => {
  test.each<[MethodName, Params<MethodName>, number]>([
    ['token', { force: false }, 8_000],
    ['openUrl', { url: 'https://souk.example' }, 8_000],
    ['copy', { text: 'x' }, 8_000],
    ['haptic', { kind: 'tap' }, 8_000],
    ['pickFile', { accept: 'image/*' }, 10 * minutes],
    ['scan', {}, 10 * minutes],
    ['share', { text: 'x' }, 10 * minutes],
    ['saveFile', { name: 'a', type: 'text/csv', base64: '' }, 10 * minutes],
    ['close', { dirty: true }, 10 * minutes],
  ])('a request for %s settles when its time is over', async (method, params, ms) => {
    const { guest, hi, clock } = rawHost();
    hi();
    let end: unknown;
    const answer = outcome(guest.request(method, params as never)).then((value) => {
      end = value;
    });
    clock.advance(ms - 1);
    expect(clock.open()).toBe(1);
    clock.advance(1);
    await answer;
    expect(end).toBe('rejected: timeout');
    expect(clock.open()).toBe(0);
  });

  test('an answer after its time-out is ignored', async () => {
    const { guest, hi, send, clock } = rawHost();
    hi();
    const answer = outcome(guest.request('copy', { text: 'x' }));
    clock.advance(8_000);
    send({ t: 'res', id: 1, r: {} });
    expect(await answer).toBe('rejected: timeout');
  });
});

describe('the end of a guest', () => {
  test('destroy settles everything that is open, once, and leaves no timer and no listener', async () => {
    const { guest, hi, clock, isOpen } = rawHost();
    hi();
    const open = Array.from({ length: 10 }, () => outcome(guest.request('scan', {})));
    guest.destroy();
    guest.destroy();
    expect(await Promise.all(open)).toEqual(Array(10).fill('rejected: destroyed'));
    expect(clock.open()).toBe(0);
    expect(isOpen()).toBe(false);
  });

  test('destroy may be called from within a listener', () => {
    const { guest, hi, send } = rawHost();
    hi();
    const heard: string[] = [];
    guest.on('pause', () => guest.destroy());
    guest.on('resume', () => heard.push('resume'));
    send({ t: 'evt', m: 'pause' });
    send({ t: 'evt', m: 'resume' });
    expect(heard).toEqual([]);
  });
});

describe('the queue before the handshake', () => {
  test('a new note replaces the oldest one where the queue is full', () => {
    const { guest, hi, notes } = rawHost();
    for (let depth = 0; depth < 150; depth += 1) guest.note('back', { depth });
    hi();
    expect(notes()).toHaveLength(100);
    expect(notes().at(-1)?.p).toEqual({ depth: 149 });
  });

  test('refuses a request where 100 notes wait, and keeps the notes', async () => {
    const { guest, hi, notes } = rawHost();
    for (let depth = 0; depth < 100; depth += 1) guest.note('back', { depth });
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: overflow');
    hi();
    expect(notes()[0]?.p).toEqual({ depth: 0 });
  });

  test('drops a note where 100 requests wait', () => {
    const { guest, hi, notes } = rawHost();
    for (let index = 0; index < 100; index += 1) guest.request('scan', {}).catch(() => {});
    guest.note('title', { text: 'lost' });
    hi();
    expect(notes()).toEqual([]);
    guest.destroy();
  });

  test('a request that the host turns out not to offer is refused and not sent', async () => {
    const { guest, hi, requests } = rawHost();
    const scan = outcome(guest.request('scan', {}));
    const copy = outcome(guest.request('copy', { text: 'x' }));
    hi({ capabilities: ['scan'] });
    expect(await copy).toBe('rejected: unsupported');
    expect(requests().map(({ m }) => m)).toEqual(['scan']);
    guest.destroy();
    expect(await scan).toBe('rejected: destroyed');
  });
});

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
