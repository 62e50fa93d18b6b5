// @vitest-environment node
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../bridge/connect.ts';
import { BridgeError } from '../../bridge/errors.ts';
import type { Guest } from '../../bridge/guest-api.ts';
import { createHost, type Host, type HostOptions } from '../../bridge/host.ts';
import type { EventName, Events } from '../../bridge/protocol.ts';
import { channels } from './harness/channels.ts';
import { outcome } from './harness/raw-host.ts';

const next = <E extends EventName>(guest: Guest, event: E): Promise<Events[E]> =>
  new Promise((resolve) => {
    const stop = guest.on(event, (payload) => {
      stop();
      resolve(payload);
    });
  });

describe.each(Object.entries(channels))('every transport keeps the contract: %s', (_name, createChannel) => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const end of undo.splice(0)) end();
  });

  const start = (options: Partial<HostOptions> = {}): { guest: Guest; host: Host } => {
    const { transport, end } = createChannel();
    const host = createHost(end, { platform: 'contract', methods: {}, ...options });
    const guest = connect({ app: 'souk', build: '1', transport });
    undo.push(guest.destroy, host.destroy);
    return { guest, host };
  };

  test('the host is known by what it said of itself', async () => {
    const { guest } = start({ state: { lang: 'ar', token: 'k3y' }, methods: { scan: () => ({ text: '' }) } });
    expect(guest.found).toBe(true);
    expect(await guest.ready).toEqual({
      platform: 'contract',
      capabilities: ['scan'],
      state: { lang: 'ar', token: 'k3y' },
    });
    expect(guest.state()).toEqual({ lang: 'ar', token: 'k3y' });
  });

  test('the host learns who greets it', async () => {
    const greeted: string[] = [];
    const { guest } = start({ onGuest: (app, build) => greeted.push(`${app} ${build}`) });
    await guest.ready;
    expect(greeted).toEqual(['souk 1']);
  });

  test('what was asked before the host answered is answered after it', async () => {
    const { guest } = start({ methods: { scan: () => ({ text: 'SOUK-7' }) } });
    expect(await guest.request('scan', {})).toEqual({ text: 'SOUK-7' });
  });

  test.each<[string, () => never, string]>([
    [
      'a refusal',
      () => {
        throw new BridgeError('denied');
      },
      'rejected: denied',
    ],
    [
      'a method that gives up',
      () => {
        throw new BridgeError('unsupported');
      },
      'rejected: unsupported',
    ],
    [
      'a fault of the host',
      () => {
        throw new TypeError('x is not a function');
      },
      'rejected: failed',
    ],
  ])('%s reaches the caller as its code', async (_case, scan, expected) => {
    const { guest } = start({ methods: { scan } });
    await guest.ready;
    expect(await outcome(guest.request('scan', {}))).toBe(expected);
  });

  test('a method the host does not list is refused without asking', async () => {
    const { guest } = start();
    expect(await outcome(guest.request('copy', { text: 'x' }))).toBe('rejected: unsupported');
  });

  test('notes arrive in order, those from before the handshake first', async () => {
    const heard: unknown[] = [];
    let enough = (): void => {};
    const all = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const { guest } = start({
      onNote: (name, params) => {
        heard.push([name, { ...params }]);
        if (heard.length === 3) enough();
      },
    });
    guest.note('ready', { ms: 12 });
    guest.note('title', { text: 'Orders' });
    await guest.ready;
    guest.note('back', { depth: 1 });
    await all;
    expect(heard).toEqual([
      ['ready', { ms: 12 }],
      ['title', { text: 'Orders' }],
      ['back', { depth: 1 }],
    ]);
  });

  test('state comes as what changed and is merged', async () => {
    const { guest, host } = start({ state: { lang: 'en', theme: 'light' } });
    await guest.ready;
    const heard = next(guest, 'state');
    host.update({ theme: 'dark' });
    expect(await heard).toEqual({ theme: 'dark' });
    expect(guest.state()).toEqual({ lang: 'en', theme: 'dark' });
  });

  test('back is sent where Souk has somewhere to go, else the host leaves', async () => {
    let told = (): void => {};
    const depthTold = new Promise<void>((resolve) => {
      told = resolve;
    });
    const { guest, host } = start({ onNote: () => told() });
    await guest.ready;
    expect(host.back()).toBe(false);
    guest.note('back', { depth: 2 });
    await depthTold;
    const heard = next(guest, 'back');
    expect(host.back()).toBe(true);
    expect(await heard).toEqual({});
  });

  test('pause and resume are heard', async () => {
    const { guest, host } = start();
    await guest.ready;
    const both = Promise.all([next(guest, 'pause'), next(guest, 'resume')]);
    host.pause();
    host.resume();
    expect(await both).toEqual([{}, {}]);
  });

  test('after destroy nothing is heard and every request is refused', async () => {
    const { guest, host } = start({ methods: { scan: () => new Promise(() => {}) } });
    await guest.ready;
    const heard: unknown[] = [];
    guest.on('state', (changes) => heard.push(changes));
    const open = outcome(guest.request('scan', {}));
    guest.destroy();
    guest.destroy();
    host.update({ lang: 'fr' });
    expect(await open).toBe('rejected: destroyed');
    expect(await outcome(guest.request('scan', {}))).toBe('rejected: destroyed');
    expect(heard).toEqual([]);
    expect(guest.state()).toEqual({});
  });
});
