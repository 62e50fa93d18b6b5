import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rawHost } from './harness/raw-host.ts';

const insets = { top: 24, right: 0, bottom: 16, left: 0 };

describe('state of the host', () => {
  test.each<[string, object]>([
    ['token', { token: 'k3y.with-all_of+it/=' }],
    ['expiry', { expiresAt: '2026-11-20T09:14:00.000Z' }],
    ['expiry with an offset', { expiresAt: '2026-11-20T09:14:00+05:30' }],
    ['appearance', { appearance: { colorAccent: 'oklch(60% 0.15 50)', dark: { density: 'compact' } } }],
    ['keyboard', { keyboard: 291.5 }],
  ])('takes %s from the host', (_case, state) => {
    const { guest, hi } = rawHost();
    hi({ state });
    expect(guest.state()).toEqual(state);
  });

  test.each<[string, object]>([
    ['a token with a line break', { token: 'k3y\r\nx-admin: 1' }],
    ['an empty token', { token: '' }],
    ['a token of 5,000 characters', { token: 'k'.repeat(5_000) }],
    ['a token that is a number', { token: 7 }],
    ['a pending in words', { tokenPending: 'yes' }],
    ['a date in words', { expiresAt: 'tomorrow' }],
    ['words before a date', { expiresAt: 'on 2026-11-20T09:14:00Z' }],
    ['words after a date', { expiresAt: '2026-11-20T09:14:00Z or later' }],
    ['a language with markup', { lang: 'en"><img>' }],
    ['an unknown theme', { theme: 'purple' }],
    ['an appearance of a megabyte', { appearance: { colorAccent: 'r'.repeat(1_000_000) } }],
    ['an appearance as text', { appearance: 'red' }],
    ['an appearance that is a list', { appearance: ['red'] }],
    ['insets with a hole', { insets: { top: 1, right: 1, bottom: 1 } }],
    ['insets as text', { insets: { ...insets, top: '24' } }],
    ['a keyboard below zero', { keyboard: -1 }],
    ['a keyboard of 100,000 pixels', { keyboard: 1e5 }],
    ['a script for an API', { api: 'javascript:alert(1)' }],
    ['an unknown key', { balance: 7 }],
  ])('%s is left out, and only that', (_case, state) => {
    const { guest, hi } = rawHost();
    hi({ state: { ...state, keyboard: (state as { keyboard?: number }).keyboard ?? 10 } });
    expect(guest.state()).toEqual('keyboard' in state ? {} : { keyboard: 10 });
  });

  test('an event holds only changed keys, and none is sent when nothing changed', () => {
    const { guest, hi, send } = rawHost();
    hi({ state: { token: 'k3y', lang: 'en', insets } });
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push({ ...changes }));
    send({ t: 'evt', m: 'state', p: { token: 'k3y', lang: 'ar', insets } });
    send({ t: 'evt', m: 'state', p: { token: 'k3y', lang: 'ar', insets } });
    expect(heard).toEqual([{ lang: 'ar' }]);
    expect(guest.state()).toEqual({ token: 'k3y', lang: 'ar', insets });
  });

  test.each([{ token: 'new' }, { token: null }])(
    'a token is no longer pending once the host names one: %o',
    (word) => {
      const { guest, hi, send } = rawHost();
      hi({ state: { token: word.token ? null : 'old', tokenPending: true } });
      send({ t: 'evt', m: 'state', p: word });
      expect(guest.state()).toEqual({ ...word, tokenPending: false });
    },
  );

  test('a new token keeps the expiry that is sent with it, even the one of the token before', () => {
    const { guest, hi, send } = rawHost();
    const expiresAt = '2026-11-20T09:14:00Z';
    hi({ state: { token: 'old', expiresAt } });
    send({ t: 'evt', m: 'state', p: { token: 'new', expiresAt } });
    expect(guest.state()).toEqual({ token: 'new', expiresAt });
  });

  test('a token that is pending again is reported as pending', () => {
    const { guest, hi, send } = rawHost();
    hi({ state: { token: 'old', tokenPending: true } });
    send({ t: 'evt', m: 'state', p: { token: null, tokenPending: true } });
    expect(guest.state()).toEqual({ token: null, tokenPending: true });
  });

  test('the received state is a copy, so neither side can change the other’s', () => {
    const { guest, hi } = rawHost();
    const appearance = { colorAccent: 'red' };
    hi({ state: { appearance } });
    appearance.colorAccent = 'blue';
    expect(guest.state().appearance).toEqual({ colorAccent: 'red' });
  });
});

describe('listeners', () => {
  const reported: unknown[] = [];
  let fresh: ReturnType<typeof rawHost>;
  // The bridge captures `reportError` while it loads. It loads before the test, so that mutation testing sees no module's
  // tables computed within a test, and tries none of them.
  beforeAll(async () => {
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    vi.resetModules();
    fresh = (await import('./harness/raw-host.ts')).rawHost();
  });
  afterAll(() => vi.unstubAllGlobals());

  test('a listener that throws is reported and stops no other', () => {
    fresh.hi();
    const heard: string[] = [];
    const fault = new Error('mine');
    fresh.guest.on('pause', () => {
      throw fault;
    });
    fresh.guest.on('pause', () => heard.push('second'));
    fresh.send({ t: 'evt', m: 'pause' });
    expect(heard).toEqual(['second']);
    expect(reported).toEqual([fault]);
  });

  test('a path that comes before anything listens goes to the first listener of paths, and to no other', () => {
    const { guest, hi, send } = rawHost();
    hi();
    send({ t: 'evt', m: 'pause' });
    send({ t: 'evt', m: 'navigate', p: { path: '/order?id=BT-1' } });
    const heard: unknown[] = [];
    guest.on('pause', () => heard.push('pause'));
    guest.on('navigate', ({ path }) => heard.push(['first', path]));
    send({ t: 'evt', m: 'navigate', p: { path: '/wallet' } });
    guest.on('navigate', ({ path }) => heard.push(['second', path]));
    expect(heard).toEqual([
      ['first', '/order?id=BT-1'],
      ['first', '/wallet'],
    ]);
  });

  test('are removed separately, even the same function added twice', () => {
    const { guest, hi, send } = rawHost();
    hi();
    let count = 0;
    const listener = () => {
      count += 1;
    };
    const stop = guest.on('back', listener);
    guest.on('back', listener);
    send({ t: 'evt', m: 'back' });
    stop();
    stop();
    send({ t: 'evt', m: 'back' });
    expect(count).toBe(3);
  });
});
