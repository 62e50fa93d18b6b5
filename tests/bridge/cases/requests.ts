// One file: the cases of what a guest asks for, one beside the other, read as a list.
import { expect } from 'vitest';
import type { MethodName } from '../../../bridge/protocol.ts';
import type { Case } from './driver.ts';
import { greeted, rawEnd } from './raw-end.ts';

const file = { name: 'orders – طلبات.csv', type: 'text/csv', base64: 'U291aw==' };

const answered: readonly (readonly [MethodName, object, object])[] = [
  ['token', { force: true }, { token: 'fresh', expiresAt: '2026-12-01T00:00:00Z' }],
  ['openUrl', { url: 'https://souk.example/a?b=c#d' }, {}],
  ['share', { title: 'Shop', text: 'Look', url: 'https://souk.example' }, {}],
  ['copy', { text: 'SK-20261120-0418' }, {}],
  ['saveFile', file, {}],
  ['pickFile', { accept: 'image/*', capture: 'environment' }, file],
  ['scan', {}, { text: 'SOUK-7' }],
  ['haptic', { kind: 'success' }, {}],
  ['close', { dirty: true }, {}],
];

const refusals: readonly (readonly [string, object, string])[] = [
  ['denied', { code: 'denied' }, 'denied'],
  ['unsupported', { code: 'unsupported' }, 'unsupported'],
  ['failed', { code: 'failed' }, 'failed'],
  ['a code that is the guest’s own', { code: 'timeout' }, 'failed'],
  ['a code in figures', { code: 404 }, 'failed'],
  ['no code', {}, 'failed'],
];

const halves: readonly (readonly [MethodName, object, unknown])[] = [
  ['token', { force: true }, {}],
  ['token', { force: true }, { token: '' }],
  ['token', { force: true }, { token: 'two\nlines' }],
  ['token', { force: true }, { token: 42 }],
  ['scan', {}, { text: null }],
  ['pickFile', { accept: '*' }, { name: 'a', type: 'b' }],
  ['pickFile', { accept: '*' }, null],
];

/** What native code must not break when it puts a text into a script. */
const awkward =
  'quote " \' ` back\\slash \\u0041 $x </script> <!-- \u2028\u2029\u0000 \r\n\t العربية 中文 👩‍👩‍👧 é';

export const requests: readonly Case[] = [
  ...answered.map(
    ([method, params, r]): Case => ({
      name: `${method} is asked with its parameters and answered with its result`,
      run: async (stage) => {
        const { guest, host } = await greeted(stage);
        const end = guest.request(method, params);
        const [asked] = await host.heard('req');
        expect(asked).toEqual({ souk: 1, t: 'req', n: host.nonce(), id: 1, m: method, p: params });
        host.send({ t: 'res', id: 1, r });
        expect(await end).toEqual({ r });
      },
    }),
  ),
  ...refusals.map(
    ([what, e, code]): Case => ({
      name: `an answer that is ${what} ends as ${code}`,
      run: async (stage) => {
        const { guest, host } = await greeted(stage);
        const end = guest.request('copy', { text: 'x' });
        await host.heard('req');
        host.send({ t: 'res', id: 1, e: { ...e, message: 'because' } });
        expect(await end).toEqual({ code, message: 'copy: because' });
      },
    }),
  ),
  ...halves.map(
    ([method, params, r]): Case => ({
      name: `${method} is not content with ${JSON.stringify(r)}`,
      run: async (stage) => {
        const { guest, host } = await greeted(stage);
        const end = guest.request(method, params);
        await host.heard('req');
        host.send({ t: 'res', id: 1, r });
        expect(await end).toMatchObject({ code: 'failed' });
        expect(await guest.state()).toEqual({});
      },
    }),
  ),
  ...[
    'javascript:alert(1)',
    'http://souk.example',
    'data:text/html,x',
    ' https://souk.example',
    'https:souk',
    '',
  ].map(
    (url): Case => ({
      name: `openUrl refuses "${url}" before the host is asked`,
      run: async (stage) => {
        const { guest, host } = await greeted(stage);
        expect(await guest.request('openUrl', { url })).toMatchObject({ code: 'denied' });
        await host.settle(guest);
        expect(host.received.filter(({ t }) => t === 'req')).toEqual([]);
      },
    }),
  ),
  {
    name: 'a method the host does not list is refused without asking',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { capabilities: ['scan'] });
      expect(await guest.request('copy', { text: 'x' })).toMatchObject({ code: 'unsupported' });
      await host.settle(guest);
      expect(host.received.filter(({ t }) => t === 'req')).toEqual([]);
    },
  },
  {
    name: 'answers in any order settle their own request',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      const end = guest.requests('scan', {}, 12);
      const asked = await host.heard('req', 12);
      for (const { id } of [...asked].reverse()) host.send({ t: 'res', id, r: { text: `for ${id}` } });
      expect(await end).toEqual(asked.map(({ id }) => ({ r: { text: `for ${id}` } })));
    },
  },
  {
    name: 'answers to nothing are ignored, and so is the second answer',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      const end = guest.request('scan', {});
      await host.heard('req');
      for (const id of [99, '1', null, {}]) host.send({ t: 'res', id, r: { text: 'wrong' } });
      host.send({ t: 'res', id: 1, r: { text: 'right' } });
      host.send({ t: 'res', id: 1, e: { code: 'failed' } });
      expect(await end).toEqual({ r: { text: 'right' } });
    },
  },
  {
    name: 'an answer with result and error is an error',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      const end = guest.request('scan', {});
      await host.heard('req');
      host.send({ t: 'res', id: 1, r: { text: 'x' }, e: { code: 'denied' } });
      expect(await end).toMatchObject({ code: 'denied' });
    },
  },
  {
    name: 'an echo of a request is no answer',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      const end = guest.request('scan', {});
      const [asked] = await host.heard('req');
      host.send({ ...asked, r: { text: 'echo' } });
      host.send({ t: 'res', id: 1, r: { text: 'right' } });
      expect(await end).toEqual({ r: { text: 'right' } });
    },
  },
  {
    name: 'every character survives both ways',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      const end = guest.request('copy', { text: awkward });
      const [asked] = await host.heard('req');
      expect(asked?.p).toEqual({ text: awkward });
      const scan = guest.request('scan', {});
      const [, second] = await host.heard('req', 2);
      host.send({ t: 'res', id: second?.id, r: { text: awkward } });
      expect(await scan).toEqual({ r: { text: awkward } });
      host.send({ t: 'res', id: 1, r: {} });
      expect(await end).toEqual({ r: {} });
    },
  },
  {
    name: 'a file of a megabyte survives both ways',
    run: async (stage) => {
      const base64 = 'U291'.repeat(350_000);
      const { guest, host } = await greeted(stage);
      const saved = guest.request('saveFile', { ...file, base64 });
      const [asked] = await host.heard('req');
      expect((asked?.p as typeof file | undefined)?.base64 === base64).toBe(true);
      host.send({ t: 'res', id: 1, r: {} });
      await saved;
      const picked = guest.request('pickFile', { accept: '*' });
      await host.heard('req', 2);
      host.send({ t: 'res', id: 2, r: { ...file, base64 } });
      expect(((await picked) as { r: typeof file }).r.base64 === base64).toBe(true);
    },
  },
  {
    name: 'what is asked before hi is asked after it, in order',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      const guest = await stage.connect();
      const ends = [guest.requests('scan', {}, 3), guest.request('copy', { text: 'x' })];
      await host.heard('hello');
      expect(host.received.every(({ t }) => t === 'hello')).toBe(true);
      host.hi();
      const asked = await host.heard('req', 4);
      expect(asked.map(({ id, m }) => [id, m])).toEqual([
        [1, 'scan'],
        [2, 'scan'],
        [3, 'scan'],
        [4, 'copy'],
      ]);
      for (const { id } of asked) host.send({ t: 'res', id, r: { text: 'x' } });
      await Promise.all(ends);
    },
  },
  {
    name: 'a hundred wait for hi, and what is more overflows at once',
    run: async (stage) => {
      const host = rawEnd(stage.end);
      const guest = await stage.connect();
      const ends = guest.requests('haptic', { kind: 'tap' }, 103);
      await host.heard('hello');
      host.hi();
      for (const { id } of await host.heard('req', 100)) host.send({ t: 'res', id, r: {} });
      const codes = (await ends).map((end) => ('code' in end ? end.code : 'answered'));
      expect(codes).toEqual([...Array(100).fill('answered'), ...Array(3).fill('overflow')]);
    },
  },
  {
    name: 'fifty who find the token expired make one request, and all get its answer',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { state: { token: 'old', lang: 'en' } });
      const ends = guest.requests('token', { force: true }, 50);
      await host.heard('req');
      host.send({ t: 'res', id: 1, r: { token: 'new' } });
      expect(await ends).toEqual(Array(50).fill({ r: { token: 'new' } }));
      await host.settle(guest);
      expect(host.received.filter(({ t }) => t === 'req')).toHaveLength(1);
      expect(await guest.state()).toEqual({ token: 'new', lang: 'en', expiresAt: null });
      expect((await guest.heard(0)).map(([event]) => event)).toEqual(['pause']);
    },
  },
  {
    name: 'who insists on a new token does not share a request that may bring the old one',
    run: async (stage) => {
      const { guest, host } = await greeted(stage);
      const kept = guest.request('token', { force: false });
      await host.heard('req');
      const forced = guest.request('token', { force: true });
      const asked = await host.heard('req', 2);
      expect(asked.map(({ p }) => p)).toEqual([{ force: false }, { force: true }]);
      host.send({ t: 'res', id: 1, r: { token: 'kept' } });
      expect(await kept).toEqual({ r: { token: 'kept' } });
      host.send({ t: 'res', id: 2, r: { token: 'new' } });
      expect(await forced).toEqual({ r: { token: 'new' } });
    },
  },
  {
    name: 'a refused token leaves the old one, and the next wish asks again',
    run: async (stage) => {
      const { guest, host } = await greeted(stage, { state: { token: 'old' } });
      const refused = guest.request('token', { force: true });
      await host.heard('req');
      host.send({ t: 'res', id: 1, e: { code: 'denied' } });
      expect(await refused).toMatchObject({ code: 'denied' });
      expect(await guest.state()).toEqual({ token: 'old' });
      const again = guest.request('token', { force: true });
      await host.heard('req', 2);
      host.send({ t: 'res', id: 2, r: { token: 'new' } });
      expect(await again).toEqual({ r: { token: 'new' } });
    },
  },
];
