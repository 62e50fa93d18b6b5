import { expect } from 'vitest';
import type { NoteName } from '../../../bridge/protocol.ts';
import type { Case } from './driver.ts';
import { greeted, rawEnd } from './raw-end.ts';

const sampleNotes: readonly (readonly [NoteName, object])[] = [
  ['ready', { ms: 512 }],
  ['failed', { code: 'load' }],
  ['session-lost', { code: 'signed-out' }],
  ['badge', { count: 3 }],
  ['back', { depth: 2 }],
  ['title', { text: 'Orders · الطلبات' }],
  ['height', { px: 812 }],
  ['track', { name: 'open', props: { screen: 'orders', count: 2, first: true } }],
  ['log', { level: 'warn', text: 'slow' }],
];

const secret = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';

export const notes: readonly Case[] = [
  ...sampleNotes.map(
    ([name, params]): Case => ({
      name: `the note ${name} arrives and has no number`,
      run: async (stage) => {
        const { guest, host } = await greeted(stage);
        await guest.note(name, params);
        expect(await host.heard('note')).toEqual([
          { souk: 1, t: 'note', n: host.nonce(), m: name, p: params },
        ]);
      },
    }),
  ),
  {
    name: 'notes from before hi arrive after it, in order',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      const guest = await stage.connect();
      await guest.note('ready', { ms: 1 });
      await guest.note('back', { depth: 1 });
      await host.heard('hello');
      host.hi();
      await guest.ready();
      await guest.note('back', { depth: 0 });
      const received = await host.heard('note', 3);
      expect(received.map(({ m, p }) => [m, p])).toEqual([
        ['ready', { ms: 1 }],
        ['back', { depth: 1 }],
        ['back', { depth: 0 }],
      ]);
    },
  },
  {
    name: 'neither the token nor what looks like one leaves in log or track',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { state: { token: 'short' } });
      await guest.note('log', { level: 'error', text: `"short" and ${secret}` });
      await guest.note('track', { name: 'open', props: { at: secret } });
      const received = JSON.stringify(await host.heard('note', 2));
      expect(received.replaceAll(host.nonce(), '')).not.toMatch(/short|Zm9v/);
    },
  },
  {
    name: 'log leaves at most twenty times a minute',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      for (let count = 0; count < 25; count += 1) await guest.note('log', { level: 'info', text: 'x' });
      await guest.note('title', { text: 'end' });
      const received = await host.heard('note', 21);
      expect(received.map(({ m }) => m)).toEqual([...Array(20).fill('log'), 'title']);
    },
  },
];
