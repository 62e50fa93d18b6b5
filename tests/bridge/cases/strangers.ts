import { expect } from 'vitest';
import type { Case } from './driver.ts';
import { greeted, rawEnd } from './raw-end.ts';

const evil = { token: 'attacker', lang: 'fr', theme: 'dark' };

/** Messages that must change nothing, by the field that is wrong. */
const wrong: readonly (readonly [string, object])[] = [
  ['another nonce', { t: 'evt', n: 'guessed-0000-0000', m: 'state', p: evil }],
  ['no nonce', { t: 'evt', n: undefined, m: 'state', p: evil }],
  ['a nonce in a list', { t: 'evt', n: ['guessed'], m: 'state', p: evil }],
  ['another protocol', { souk: 2, t: 'evt', m: 'state', p: evil }],
  ['no protocol', { souk: undefined, t: 'evt', m: 'state', p: evil }],
  ['a kind that only guests send', { t: 'note', m: 'state', p: evil }],
  ['a request', { t: 'req', id: 1, m: 'token', p: evil }],
  ['no kind', { t: undefined, m: 'state', p: evil }],
  ['a list for its parameters', { t: 'evt', m: 'state', p: [evil] }],
  ['a text for its parameters', { t: 'evt', m: 'state', p: JSON.stringify(evil) }],
  ['its parameters inherited', { t: 'evt', m: 'state', p: JSON.parse('{"__proto__":{"token":"attacker"}}') }],
  ['a megabyte and no nonce', { t: 'evt', n: undefined, m: 'state', p: evil, blob: 'x'.repeat(1_000_000) }],
];

export const strangers: readonly Case[] = [
  ...wrong.map(
    ([what, message]): Case => ({
      name: `a message with ${what} changes nothing`,
      run: async (stage) => {
        const { guest, host } = await greeted(stage, { state: { lang: 'en' } });
        host.send(message);
        await host.settle(guest);
        expect(await guest.state()).toEqual({ lang: 'en' });
        expect(await guest.heard(1)).toEqual([['pause', {}]]);
        host.send({ t: 'evt', m: 'state', p: { lang: 'vi' } });
        expect((await guest.heard(2))[1]).toEqual(['state', { lang: 'vi' }]);
      },
    }),
  ),
  {
    name: 'destroy ends what is open, and nothing is asked after it',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { state: { token: 'k3y' } });
      const open = guest.requests('scan', {}, 5);
      await host.heard('req', 5);
      await guest.destroy();
      expect((await open).map((end) => 'code' in end && end.code)).toEqual(Array(5).fill('destroyed'));
      expect(await guest.request('scan', {})).toMatchObject({ code: 'destroyed' });
      await guest.note('title', { text: 'x' });
      expect(host.received.filter(({ t }) => t === 'note')).toEqual([]);
      expect(await guest.state()).toEqual({});
    },
  },
  {
    name: 'destroy before any answer settles ready',
    run: async (stage) => {
      rawEnd(stage.end);
      const guest = await stage.connect();
      const early = guest.request('token', { force: false });
      await guest.destroy();
      expect(await guest.ready()).toEqual({ platform: 'none', capabilities: [], state: {} });
      expect(await early).toMatchObject({ code: 'destroyed' });
    },
  },
  {
    name: 'after destroy no event is heard',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { state: { lang: 'en' } });
      await guest.destroy();
      host.send({ t: 'evt', m: 'state', p: { lang: 'fr' } });
      host.send({ t: 'evt', m: 'back', p: {} });
      expect(await guest.request('copy', { text: 'x' })).toMatchObject({ code: 'destroyed' });
      expect(await guest.heard(0)).toEqual([]);
    },
  },
];
