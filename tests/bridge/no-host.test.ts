import { describe, expect, test } from 'vitest';
import { connect } from '../../bridge/guest/connect.ts';
import { noTransport } from '../../bridge/transport/none.ts';
import { fakeTimers } from './harness/fake-timers.ts';
import { outcome, rawHost } from './harness/raw-host.ts';

describe('a guest without a transport', () => {
  test('is ready at once and refuses at once', async () => {
    const clock = fakeTimers();
    const guest = connect({ app: 'souk', build: '1', transport: noTransport, timers: clock.timers });
    expect(clock.open()).toBe(0);
    expect(guest.found).toBe(false);
    expect(await guest.ready).toEqual({ platform: 'none', capabilities: [], state: {} });
    expect(await outcome(guest.request('token', { force: true }))).toBe('rejected: unsupported');
    guest.note('title', { text: 'Orders' });
    guest.destroy();
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: destroyed');
  });
});

describe('a host that stays silent', () => {
  test('ready settles after exactly 3 s', async () => {
    const { guest, clock } = rawHost();
    let settled = false;
    guest.ready.then(() => {
      settled = true;
    });
    clock.advance(2_999);
    await Promise.resolve();
    expect(settled).toBe(false);
    clock.advance(1);
    expect(await guest.ready).toEqual({ platform: 'none', capabilities: [], state: {} });
  });

  test('every request settles: the waiting ones at 3 s, later ones at once', async () => {
    const { guest, clock } = rawHost();
    const waiting = [
      guest.request('token', { force: false }),
      guest.request('scan', {}),
      guest.request('copy', { text: 'x' }),
    ].map(outcome);
    clock.advance(3_000);
    expect(await Promise.all(waiting)).toEqual(Array(3).fill('rejected: unsupported'));
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: unsupported');
    expect(await outcome(guest.request('token', { force: true }))).toBe('rejected: unsupported');
  });
});

describe('a host that answers late', () => {
  test('is accepted: state as an event, notes delivered, requests answered', async () => {
    const { guest, clock, hi, send, notes, requests } = rawHost();
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push({ ...changes }));
    guest.note('ready', { ms: 40 });
    clock.advance(3_000);
    expect((await guest.ready).platform).toBe('none');
    guest.note('back', { depth: 1 });
    clock.advance(20_000);
    expect(notes()).toEqual([]);
    expect(guest.host().platform).toBe('none');
    hi({ capabilities: ['scan'], state: { token: 'k3y', lang: 'ar' } });
    expect(heard).toEqual([{ token: 'k3y', lang: 'ar' }]);
    expect(guest.host()).toEqual({
      platform: 'raw',
      capabilities: ['scan'],
      state: { token: 'k3y', lang: 'ar' },
    });
    expect(notes().map(({ m }) => m)).toEqual(['ready', 'back']);
    const answer = guest.request('scan', {});
    send({ t: 'res', id: requests()[0]?.id, r: { text: 'late' } });
    expect(await answer).toEqual({ text: 'late' });
  });
});

describe('a host that answers within 3 s', () => {
  test('hands over its state with ready, and not as an event too', async () => {
    const { guest, hi } = rawHost();
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push(changes));
    hi({ state: { token: 'k3y' } });
    expect((await guest.ready).state).toEqual({ token: 'k3y' });
    expect(heard).toEqual([]);
  });
});
