// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { greetBy } from '../../bridge/guest/greeting.ts';
import { createGuest } from '../../bridge/guest/guest.ts';
import { nobody } from '../../bridge/guest/guest-api.ts';
import type { Message } from '../../bridge/protocol.ts';
import { mountTransport } from '../../bridge/transport/mount.ts';
import { noTransport } from '../../bridge/transport/none.ts';
import type { Receive } from '../../bridge/transport/transport.ts';
import { fakeTimers } from './harness/fake-timers.ts';
import { outcome } from './harness/raw-host.ts';

/** A greeting whose host is the test; its guest is made when the test says so. */
function greeted() {
  const clock = fakeTimers();
  const said: Message[] = [];
  let hear: Receive | undefined;
  const transport = mountTransport({
    postMessage: (message) => said.push(message as Message),
    subscribe: (receive) => {
      hear = receive;
      return () => {
        hear = undefined;
      };
    },
  });
  const greeting = greetBy(transport, { app: 'souk', build: 'test', timers: clock.timers });
  const say = (fields: object) => hear?.({ souk: 1, n: said[0]?.n, ...fields });
  const hi = (state: object = {}) =>
    say({ t: 'hi', p: { version: 1, platform: 'raw', capabilities: ['scan'], state } });
  return { greeting, clock, said, say, hi, isOpen: () => hear !== undefined };
}

describe('a guest whose second half comes later', () => {
  test('knows what hi says before it', async () => {
    const { greeting, hi } = greeted();
    hi({ token: 'k3y', lang: 'ar', theme: 'plaid' });
    expect(await greeting.ready).toEqual({
      platform: 'raw',
      capabilities: ['scan'],
      state: { token: 'k3y', lang: 'ar' },
    });
  });

  test('hears in their order the events that came meanwhile, and then what comes', () => {
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

  test('asks and is answered over the channel that was greeted', async () => {
    const { greeting, said, hi, say } = greeted();
    hi();
    const guest = createGuest(greeting);
    const answer = guest.request('scan', {});
    say({ t: 'res', id: said.find(({ t }) => t === 'req')?.id, r: { text: 'SK-1' } });
    expect(await answer).toEqual({ text: 'SK-1' });
    expect(said.filter(({ t }) => t === 'hello')).toHaveLength(1);
  });

  test('is alone where the host stayed silent, and still takes one that answers late', async () => {
    const { greeting, clock, hi } = greeted();
    clock.advance(3_000);
    const guest = createGuest(greeting);
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: unsupported');
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push({ ...changes }));
    hi({ token: 'k3y' });
    expect(heard).toEqual([{ token: 'k3y' }]);
  });

  test('that comes after a late hi is not alone any more', async () => {
    const { greeting, clock, said, hi, say } = greeted();
    clock.advance(5_000);
    hi({ token: 'k3y' });
    const guest = createGuest(greeting);
    expect(guest.state()).toEqual({ token: 'k3y' });
    const answer = guest.request('scan', {});
    say({ t: 'res', id: said.find(({ t }) => t === 'req')?.id, r: { text: 'SK-2' } });
    expect(await answer).toEqual({ text: 'SK-2' });
  });

  test('is refused at once where there is no transport', async () => {
    const greeting = greetBy(noTransport, { app: 'souk', build: 'test' });
    expect(greeting.found).toBe(false);
    expect(await outcome(createGuest(greeting).request('scan', {}))).toBe('rejected: unsupported');
  });
});

describe('a greeting that is ended before its guest', () => {
  test('settles, hears nothing any more and leaves nothing running', async () => {
    const { greeting, clock, isOpen } = greeted();
    greeting.end();
    greeting.end();
    expect(await greeting.ready).toEqual(nobody);
    expect(isOpen()).toBe(false);
    expect(clock.open()).toBe(0);
  });

  test('is the end of a guest that is made of it afterwards', async () => {
    const { greeting, hi } = greeted();
    hi();
    greeting.end();
    const guest = createGuest(greeting);
    const answer = guest.request('scan', {});
    guest.destroy();
    expect(await outcome(answer)).toBe('rejected: destroyed');
  });
});
