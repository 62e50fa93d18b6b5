import { describe, expect, test } from 'vitest';
import { createHost, type HostOptions } from '../../bridge/host.ts';
import type { Message } from '../../bridge/protocol.ts';

/** Opens a host on an end without a channel. Returns the messages it sent, and functions that speak as its guest. */
const rawGuest = (options: Partial<HostOptions> = {}) => {
  const sent: Message[] = [];
  let deliver = (_data: unknown): void => {};
  const end = {
    open: (receive: typeof deliver) => {
      deliver = receive;
    },
    send: (message: Message) => void sent.push(message),
    close: () => {},
  };
  const host = createHost(end, { platform: 'raw', methods: {}, ...options });
  const say = (fields: object, n = 'guest-nonce-0001') => deliver({ souk: 1, n, ...fields });
  const hello = (n?: string) => say({ t: 'hello', p: { versions: [1], app: 'souk', build: '7' } }, n);
  const note = (m: string, p: object = {}) => say({ t: 'note', m, p });
  return { host, sent, say, hello, note };
};

/** Says hello as a guest after a reload. Returns the state in the host's answer. */
const stateAfter = ({ hello, sent }: ReturnType<typeof rawGuest>) => {
  hello('guest-nonce-0002');
  return (sent.at(-1)?.p as { state?: unknown } | undefined)?.state;
};

describe('the state a host greets with', () => {
  test('has no token any more after the guest lost its session', () => {
    const guest = rawGuest({ state: { token: 'ended', lang: 'fr' } });
    guest.hello();
    guest.note('session-lost', { code: 401 });
    expect(stateAfter(guest)).toEqual({ token: null, lang: 'fr' });
  });

  test('keeps its token over every other note', () => {
    const guest = rawGuest({ state: { token: 'good' } });
    guest.hello();
    guest.note('ready', { ms: 1 });
    guest.note('back', { depth: 2 });
    expect(stateAfter(guest)).toEqual({ token: 'good' });
  });

  test.each([['k3y'], [null]])('waits for no token after an update gave %j', (token) => {
    const guest = rawGuest({ state: { token: null, tokenPending: true } });
    guest.hello();
    guest.host.update({ token });
    expect(stateAfter(guest)).toEqual({ token, tokenPending: false });
  });

  test('goes on waiting for a token after news of anything else', () => {
    const guest = rawGuest({ state: { token: null, tokenPending: true } });
    guest.hello();
    guest.host.update({ lang: 'ar' });
    expect(stateAfter(guest)).toEqual({ token: null, tokenPending: true, lang: 'ar' });
  });

  test('says nothing of waiting where the host never waited', () => {
    const guest = rawGuest({ state: { token: 'old' } });
    guest.hello();
    guest.host.update({ token: 'new' });
    expect(stateAfter(guest)).toEqual({ token: 'new' });
  });
});

describe('a guest that says hello', () => {
  test('is answered each time, and keeps its depth', () => {
    const { host, sent, hello, note } = rawGuest();
    hello();
    note('back', { depth: 1 });
    hello();
    expect(sent.map(({ t }) => t)).toEqual(['hi', 'hi']);
    expect(host.back()).toBe(true);
  });

  test('replaces the one before where its nonce is new, and starts at no depth', () => {
    const { host, hello, note } = rawGuest();
    hello();
    note('back', { depth: 1 });
    hello('guest-nonce-0002');
    expect(host.back()).toBe(false);
  });

  test('is the only one that is greeted: no other message counts as hello', () => {
    const { sent, hello, say } = rawGuest();
    const p = { versions: [1], app: 'souk', build: '7' };
    hello();
    say({ t: 'note', m: 'ready', p });
    say({ t: 'hi', p });
    expect(sent.map(({ t }) => t)).toEqual(['hi']);
  });
});

test('the depth of a guest is changed by its note back alone', () => {
  const { host, hello, note } = rawGuest();
  hello();
  note('back', { depth: 2 });
  note('title', { text: 'x', depth: 0 });
  expect(host.back()).toBe(true);
  note('back', { depth: 0 });
  note('title', { text: 'x', depth: 2 });
  expect(host.back()).toBe(false);
});

test('what a host publishes before any guest came is sent to none', () => {
  const { host, sent } = rawGuest();
  host.update({ lang: 'ko' });
  host.pause();
  expect(sent).toEqual([]);
});

test.each([[undefined], [null]])('a method that rejects with %s answers failed', async (nothing) => {
  const { sent, hello, say } = rawGuest({ methods: { scan: () => Promise.reject(nothing) } });
  hello();
  say({ t: 'req', id: 1, m: 'scan', p: {} });
  await expect.poll(() => sent.at(-1)).toMatchObject({ t: 'res', id: 1, e: { code: 'failed' } });
});
