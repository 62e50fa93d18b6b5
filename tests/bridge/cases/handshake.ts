import { expect } from 'vitest';
import type { Case } from './driver.ts';
import { greeted, rawEnd } from './raw-end.ts';

export const handshake: readonly Case[] = [
  {
    name: 'hello says the versions, the app and its build, with a nonce that cannot be guessed',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      await stage.connect();
      const [hello] = await host.heard('hello');
      expect(hello).toMatchObject({ souk: 1, p: { versions: [1], app: 'souk', build: 'cases' } });
      expect(hello?.n).toMatch(/^[\d-]{16,}$/);
    },
  },
  {
    name: 'hello is repeated with the same nonce until it is answered',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      await stage.connect();
      const hellos = await host.heard('hello', 2);
      expect(new Set(hellos.map(({ n }) => n)).size).toBe(1);
    },
  },
  {
    name: 'a host is known by what its hi says',
    run: async (stage) => {
      const state = { token: 'k3y', lang: 'ar', theme: 'dark' };
      const { guest } = await greeted(stage, { platform: 'superapp', capabilities: ['scan'], state });
      expect(await guest.found()).toBe(true);
      expect(await guest.ready()).toEqual({ platform: 'superapp', capabilities: ['scan'], state });
      expect(await guest.state()).toEqual(state);
    },
  },
  {
    name: 'a host without a name is called by its channel',
    run: async (stage) => {
      const { guest } = await greeted(stage, { platform: undefined, capabilities: undefined });
      expect(await guest.ready()).toEqual({ platform: stage.transport, capabilities: [], state: {} });
    },
  },
  {
    name: 'a hi of another version, or with another nonce, is not taken',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      const guest = await stage.connect();
      await host.heard('hello');
      host.hi({ version: 2, state: { lang: 'fr' } });
      host.send({ t: 'hi', n: 'guessed-0000-0000', p: { version: 1, state: { lang: 'it' } } });
      host.hi({ state: { lang: 'vi' } });
      expect((await guest.ready()).state).toEqual({ lang: 'vi' });
    },
  },
  {
    name: 'unknown fields, and capabilities that are no names, are ignored',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      const guest = await stage.connect();
      await host.heard('hello');
      const p = { version: 1, platform: 'raw', capabilities: ['scan', 7, null], mood: 'good', state: {} };
      host.send({ t: 'hi', zone: 1, p });
      expect(await guest.ready()).toEqual({ platform: 'raw', capabilities: ['scan'], state: {} });
    },
  },
  {
    name: 'a state value that is not well formed does not cost the others',
    run: async (stage) => {
      const state = {
        token: 'two words',
        lang: 'not a tag!',
        theme: 'pink',
        keyboard: -1,
        insets: 4,
        api: 7,
      };
      const { guest } = await greeted(stage, { state: { ...state, expiresAt: '2026-12-01T00:00:00Z' } });
      expect(await guest.state()).toEqual({ expiresAt: '2026-12-01T00:00:00Z' });
    },
  },
  {
    name: 'all that a host can publish arrives as it was sent',
    run: async (stage) => {
      const state = {
        token: null,
        tokenPending: true,
        expiresAt: null,
        lang: 'zh-CN',
        theme: 'auto',
        appearance: { colorAccent: '#0a7', dark: { colorBackground: 'rgb(0 0 0)' } },
        insets: { top: 47, right: 0, bottom: 34.5, left: 0 },
        keyboard: 291,
        api: 'https://api.souk.example/api',
      };
      const { guest } = await greeted(stage, { state });
      expect(await guest.state()).toEqual(state);
    },
  },
  {
    name: 'the second hi changes nothing',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { state: { token: 'first' } });
      host.hi({ platform: 'thief', state: { token: 'second' } });
      await host.settle(guest);
      expect(await guest.state()).toEqual({ token: 'first' });
      expect((await guest.ready()).platform).toBe('raw');
    },
  },
  {
    name: 'an echo of hello is no hi',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      const guest = await stage.connect();
      const [hello] = await host.heard('hello');
      host.send({ ...hello, p: { version: 1, state: { lang: 'fr' } } });
      host.hi({ state: { lang: 'ko' } });
      expect((await guest.ready()).state).toEqual({ lang: 'ko' });
    },
  },
];
