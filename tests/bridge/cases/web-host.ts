import { expect, vi } from 'vitest';
import { BridgeError } from '../../../bridge/errors.ts';
import { createHost, type Host, type HostOptions } from '../../../bridge/host.ts';
import type { Case, FarGuest, Stage } from './driver.ts';

/** A guest with our own host at the other end, over the same channel. */
const meet = async (stage: Stage, options: Partial<HostOptions> = {}) => {
  const host: Host = createHost(stage.end, { platform: 'contract', methods: {}, ...options });
  const guest: FarGuest = await stage.connect();
  return { guest, host };
};

const refusals: readonly (readonly [string, Error, string])[] = [
  ['a refusal', new BridgeError('denied'), 'denied'],
  ['a method that gives up', new BridgeError('unsupported'), 'unsupported'],
  ['a fault of the host', new TypeError('x is not a function'), 'failed'],
];

/** The host that we publish, at the other end of every channel. */
export const webHost: readonly Case[] = [
  {
    name: 'our host is known by its name, its methods and its state',
    run: async (stage) => {
      const state = { lang: 'ar', token: 'k3y' };
      const { guest } = await meet(stage, { state, methods: { scan: () => ({ text: '' }) } });
      expect(await guest.found()).toBe(true);
      expect(await guest.ready()).toEqual({ platform: 'contract', capabilities: ['scan'], state });
      expect(await guest.state()).toEqual(state);
    },
  },
  {
    name: 'what was asked before our host answered is answered after it',
    run: async (stage) => {
      const { guest } = await meet(stage, { methods: { scan: () => ({ text: 'SOUK-7' }) } });
      expect(await guest.request('scan', {})).toEqual({ r: { text: 'SOUK-7' } });
    },
  },
  ...refusals.map(
    ([what, error, code]): Case => ({
      name: `${what} of our host reaches the caller as ${code}`,
      run: async (stage) => {
        const scan = () => {
          throw error;
        };
        const { guest } = await meet(stage, { methods: { scan } });
        await guest.ready();
        expect(await guest.request('scan', {})).toMatchObject({ code });
      },
    }),
  ),
  {
    name: 'a method that our host does not have is refused',
    run: async (stage) => {
      const { guest } = await meet(stage);
      expect(await guest.request('copy', { text: 'x' })).toMatchObject({ code: 'unsupported' });
    },
  },
  {
    name: 'our host hears notes in order, those from before the greeting first',
    run: async (stage) => {
      const heard: unknown[] = [];
      const { guest } = await meet(stage, { onNote: (name, params) => heard.push([name, { ...params }]) });
      await guest.note('ready', { ms: 12 });
      await guest.note('title', { text: 'Orders' });
      await guest.ready();
      await guest.note('back', { depth: 1 });
      await vi.waitFor(() => expect(heard).toHaveLength(3), { interval: 2 });
      expect(heard).toEqual([
        ['ready', { ms: 12 }],
        ['title', { text: 'Orders' }],
        ['back', { depth: 1 }],
      ]);
    },
  },
  {
    name: 'changes that our host publishes are sent and merged',
    run: async (stage) => {
      const { guest, host } = await meet(stage, { state: { lang: 'en', theme: 'light' } });
      await guest.ready();
      host.update({ theme: 'dark' });
      expect(await guest.heard(1)).toEqual([['state', { theme: 'dark' }]]);
      expect(await guest.state()).toEqual({ lang: 'en', theme: 'dark' });
    },
  },
  {
    name: 'our host says that a token is on its way, and no longer once there is one',
    run: async (stage) => {
      const { guest, host } = await meet(stage, { state: { token: null, tokenPending: true } });
      expect((await guest.ready()).state).toEqual({ token: null, tokenPending: true });
      host.update({ token: 'k3y' });
      expect(await guest.heard(1)).toEqual([['state', { token: 'k3y', tokenPending: false }]]);
    },
  },
  {
    name: 'our host shows a screen of Souk’s by its path',
    run: async (stage) => {
      const { guest, host } = await meet(stage);
      await guest.ready();
      host.navigate('/order?id=BT-1');
      expect(await guest.heard(1)).toEqual([['navigate', { path: '/order?id=BT-1' }]]);
    },
  },
  {
    name: 'our host sends back where Souk has somewhere to go, and leaves otherwise',
    run: async (stage) => {
      const onNote = vi.fn();
      const { guest, host } = await meet(stage, { onNote });
      await guest.ready();
      expect(host.back()).toBe(false);
      await guest.note('back', { depth: 2 });
      await vi.waitFor(() => expect(onNote).toHaveBeenCalledOnce(), { interval: 2 });
      expect(host.back()).toBe(true);
      expect(await guest.heard(1)).toEqual([['back', {}]]);
    },
  },
  {
    name: 'our host’s pause and resume are heard',
    run: async (stage) => {
      const { guest, host } = await meet(stage);
      await guest.ready();
      host.pause();
      host.resume();
      expect(await guest.heard(2)).toEqual([
        ['pause', {}],
        ['resume', {}],
      ]);
    },
  },
  {
    name: 'a guest that is destroyed, twice even, hears nothing of our host any more',
    run: async (stage) => {
      const { guest, host } = await meet(stage, { methods: { scan: () => new Promise(() => {}) } });
      await guest.ready();
      const open = guest.request('scan', {});
      await guest.destroy();
      await guest.destroy();
      host.update({ lang: 'fr' });
      expect(await open).toMatchObject({ code: 'destroyed' });
      expect(await guest.request('scan', {})).toMatchObject({ code: 'destroyed' });
      expect(await guest.heard(0)).toEqual([]);
      expect(await guest.state()).toEqual({});
    },
  },
];
