import { describe, expect, test } from 'vitest';
import { greetBy } from '../../bridge/guest/greeting.ts';
import { createGuest } from '../../bridge/guest/guest.ts';
import { noHost } from '../../bridge/guest/guest-api.ts';
import { readFirst } from '../../bridge/guest/read-first.ts';
import type { Message } from '../../bridge/protocol.ts';
import { mountTransport } from '../../bridge/transport/mount.ts';
import { noTransport } from '../../bridge/transport/none.ts';
import type { Receive } from '../../bridge/transport/transport.ts';
import { fakeTimers } from './harness/fake-timers.ts';
import { outcome } from './harness/raw-host.ts';

/** A greeting with the test as its host; its guest is made when the test says so. */
function greeted() {
  const clock = fakeTimers();
  const messages: Message[] = [];
  let hear: Receive | undefined;
  let closings = 0;
  const transport = mountTransport({
    postMessage: (message) => messages.push(message as Message),
    subscribe: (receive) => {
      hear = receive;
      // What is under way still arrives after it.
      return () => {
        closings += 1;
      };
    },
  });
  const greeting = greetBy(transport, { app: 'souk', build: 'test', timers: clock.timers }, readFirst);
  const say = (fields: object) => hear?.({ souk: 1, n: messages[0]?.n, ...fields });
  const hi = (state: object = {}) =>
    say({ t: 'hi', p: { version: 1, platform: 'raw', capabilities: ['scan'], state } });
  return { greeting, clock, messages, say, hi, closings: () => closings };
}

describe('a guest with a second half that loads later', () => {
  test('knows the content of hi before it loads', async () => {
    const { greeting, hi } = greeted();
    hi({ token: 'k3y', lang: 'ar', theme: 'plaid' });
    expect(await greeting.ready).toEqual({
      platform: 'raw',
      capabilities: ['scan'],
      state: { token: 'k3y', lang: 'ar' },
    });
  });

  test('leaves state that no first screen needs to its second half', async () => {
    const { greeting, hi } = greeted();
    const insets = { top: 1, right: 2, bottom: 3, left: 4 };
    hi({ token: null, tokenPending: true, insets, keyboard: 'high' });
    expect((await greeting.ready).state).toEqual({ token: null, tokenPending: true });
    expect(createGuest(greeting).state()).toEqual({ token: null, tokenPending: true, insets });
  });

  test('receives in order the events from before it loaded, then later ones', () => {
    const { greeting, hi, say } = greeted();
    hi({ lang: 'ar' });
    say({ t: 'evt', m: 'state', p: { lang: 'vi' } });
    say({ t: 'evt', m: 'state', p: { theme: 'dark' } });
    const guest = createGuest(greeting);
    expect(guest.state()).toEqual({ lang: 'vi', theme: 'dark' });
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push({ ...changes }));
    say({ t: 'evt', m: 'state', p: { theme: 'light' } });
    expect(heard).toEqual([{ theme: 'light' }]);
    expect(guest.state()).toEqual({ lang: 'vi', theme: 'light' });
  });

  test('sends requests over the channel of its greeting', async () => {
    const { greeting, messages, hi, say } = greeted();
    hi();
    const guest = createGuest(greeting);
    const answer = guest.request('scan', {});
    say({ t: 'res', id: messages.find(({ t }) => t === 'req')?.id, r: { text: 'SK-1' } });
    expect(await answer).toEqual({ text: 'SK-1' });
    expect(messages.filter(({ t }) => t === 'hello')).toHaveLength(1);
  });

  test('has no host where the host stayed silent, and accepts one that answers late', async () => {
    const { greeting, clock, hi } = greeted();
    clock.advance(3_000);
    const guest = createGuest(greeting);
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: unsupported');
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push({ ...changes }));
    hi({ token: 'k3y' });
    expect(heard).toEqual([{ token: 'k3y' }]);
  });

  test('has a host where it loads after a late hi', async () => {
    const { greeting, clock, messages, hi, say } = greeted();
    clock.advance(5_000);
    hi({ token: 'k3y' });
    const guest = createGuest(greeting);
    expect(guest.state()).toEqual({ token: 'k3y' });
    const answer = guest.request('scan', {});
    say({ t: 'res', id: messages.find(({ t }) => t === 'req')?.id, r: { text: 'SK-2' } });
    expect(await answer).toEqual({ text: 'SK-2' });
  });

  test('refuses at once where there is no transport', async () => {
    const greeting = greetBy(noTransport, { app: 'souk', build: 'test' }, readFirst);
    expect(greeting.found).toBe(false);
    expect(await outcome(createGuest(greeting).request('scan', {}))).toBe('rejected: unsupported');
  });
});

describe('a greeting that is destroyed before its guest exists', () => {
  test('settles, receives nothing more and leaves nothing running', async () => {
    const { greeting, clock, hi, closings } = greeted();
    greeting.end();
    greeting.end();
    expect(await greeting.ready).toEqual(noHost);
    expect(closings()).toBe(1);
    hi({ token: 'k3y' });
    expect(createGuest(greeting).state()).toEqual({});
    expect(clock.open()).toBe(0);
  });

  test('ends a guest that is created from it afterwards', async () => {
    const { greeting, hi } = greeted();
    hi();
    greeting.end();
    const guest = createGuest(greeting);
    const answer = guest.request('scan', {});
    guest.destroy();
    expect(await outcome(answer)).toBe('rejected: destroyed');
  });
});
