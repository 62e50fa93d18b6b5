import { expect } from 'vitest';
import type { HostState } from '../../../bridge/protocol.ts';
import type { Case } from './driver.ts';
import { greeted } from './raw-end.ts';

const begun: HostState = { token: 'k3y', expiresAt: '2026-12-01T00:00:00Z', lang: 'en', theme: 'light' };

const stateChanges: readonly (readonly [string, object, HostState])[] = [
  ['a language', { lang: 'ar' }, { lang: 'ar' }],
  ['a theme', { theme: 'dark' }, { theme: 'dark' }],
  ['a signing out', { token: null }, { token: null, expiresAt: null }],
  ['a new token', { token: 'n3w' }, { token: 'n3w', expiresAt: null }],
  [
    'a token on its way',
    { token: null, tokenPending: true },
    { token: null, tokenPending: true, expiresAt: null },
  ],
  ['a token’s end', { expiresAt: '2026-11-01T00:00:00Z' }, { expiresAt: '2026-11-01T00:00:00Z' }],
  ['a keyboard', { keyboard: 291 }, { keyboard: 291 }],
  [
    'insets',
    { insets: { top: 1, right: 2, bottom: 3, left: 4 } },
    { insets: { top: 1, right: 2, bottom: 3, left: 4 } },
  ],
  ['an appearance', { appearance: { colorAccent: '#0a7' } }, { appearance: { colorAccent: '#0a7' } }],
  ['only what changed', { lang: 'en', theme: 'dark' }, { theme: 'dark' }],
  ['only what is well formed', { lang: 7, theme: 'dark', keyboard: 'high' }, { theme: 'dark' }],
];

export const events: readonly Case[] = [
  ...stateChanges.map(
    ([what, changes, heard]): Case => ({
      name: `${what} is sent and merged`,
      run: async (stage) => {
        const { guest, host } = await greeted(stage, { state: begun });
        host.send({ t: 'evt', m: 'state', p: changes });
        expect(await guest.heard(1)).toEqual([['state', heard]]);
        expect(await guest.state()).toEqual({ ...begun, ...heard });
      },
    }),
  ),
  {
    name: 'a state that says nothing new is no event',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { state: begun });
      host.send({ t: 'evt', m: 'state', p: { lang: 'en' } });
      host.send({ t: 'evt', m: 'state' });
      await host.settle(guest);
      expect((await guest.heard(0)).map(([event]) => event)).toEqual(['pause']);
    },
  },
  {
    name: 'back, pause and resume are heard in order',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      for (const m of ['back', 'pause', 'back', 'resume']) host.send({ t: 'evt', m, p: { extra: 1 } });
      expect(await guest.heard(4)).toEqual([
        ['back', {}],
        ['pause', {}],
        ['back', {}],
        ['resume', {}],
      ]);
    },
  },
  {
    name: 'navigate is heard with its path and nothing else, and with an empty one where that is no text',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      for (const path of ['/order?id=BT-1', 7, undefined])
        host.send({ t: 'evt', m: 'navigate', p: { path, extra: 1 } });
      expect(await guest.heard(3)).toEqual([
        ['navigate', { path: '/order?id=BT-1' }],
        ['navigate', { path: '' }],
        ['navigate', { path: '' }],
      ]);
    },
  },
  {
    name: 'an unknown event is ignored',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      for (const m of ['explode', 'constructor', '__proto__', '', 7]) host.send({ t: 'evt', m, p: {} });
      await host.settle(guest);
      expect(await guest.heard(1)).toEqual([['pause', {}]]);
    },
  },
];
