import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAnswer } from '../../src/server/http/app/middleware.ts';
import { pageCache } from '../../src/server/http/site/page-html.ts';
import { type Demo, startDemo } from '../harness/demo.ts';

const long = (extra = '') =>
  JSON.stringify({ code: 200, msg: 'ok', data: { list: Array(200).fill('parasol'), extra } });

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', undefined],
  ['', undefined],
])('an answer for a client that takes "%s" travels as %s', async (accepts, encoding) => {
  const short = await compressAnswer(long(), accepts);
  expect(short?.encoding).toBe(encoding);
  if (!short) return;
  const open = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  expect(open(short.bytes).toString()).toBe(long());
  expect(short.bytes.length).toBeLessThan(long().length / 4);
});

it.each([
  ['a token', long('x').replace('"extra"', '"token"')],
  ['a signed link', long('/private/fil_1?until=2026-01-01&sign=abc')],
  ['less than 300 bytes', JSON.stringify({ list: 'parasol '.repeat(30) })],
])('an answer with %s stays as it is', async (_, text) => {
  expect(await compressAnswer(text, 'br, gzip')).toBeNull();
});

describe('the answers of the main screens', () => {
  let demo: Demo;
  let token: string;
  beforeAll(async () => {
    demo = await startDemo();
    ({ token } = await demo.call<{ token: string }>('POST /login', {
      username: 'amina',
      password: 'souk-demo-1',
    }));
  });
  afterAll(() => demo.close());

  /** As it travels: `fetch` would open it. */
  const ask = async (path: string, accepts: string) => {
    const headers = { 'content-type': 'application/json', authorization: token, 'accept-encoding': accepts };
    const asked = request(`${demo.url}/api${path}`, { method: 'POST', headers }).end('{"limit":20}');
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { headers: response.headers, bytes: Buffer.concat(await response.toArray()) };
  };

  it.each(['/v1/order/list', '/v1/user/wallet_flow', '/v1/goods/list'])(
    '%s are at most a third as long',
    async (path) => {
      const plain = await ask(path, '');
      const short = await ask(path, 'gzip, br');
      expect(short.headers['content-encoding']).toBe('br');
      expect(short.headers.vary).toMatch(/accept-encoding/i);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers.vary).toMatch(/accept-encoding/i);
      expect(JSON.parse(brotliDecompressSync(short.bytes).toString())).toMatchObject({ code: 200 });
      expect(short.bytes.length).toBeLessThan(plain.bytes.length / 3);
    },
  );
});

const noise = randomBytes(150_000).toString('base64');
const html = (origin: string) => `${noise}${origin}`;

it('a page is compressed beside the main thread, so that others are answered meanwhile', async () => {
  const page = pageCache();
  const compressed = Promise.resolve(page('a', () => html('a'))).then(() => 'the page');
  expect(await Promise.race([compressed, turn('another answer')])).toBe('another answer');
  await compressed;
});

it('a page that is asked for many times at once is compressed once', async () => {
  const page = pageCache();
  const all = await Promise.all(Array.from({ length: 20 }, () => page('a', () => html('a'))));
  expect(new Set(all).size).toBe(1);
  expect(`${brotliDecompressSync(all[0]?.br ?? '')}`).toBe(html('a'));
  expect(`${gunzipSync(all[0]?.gzip ?? '')}`).toBe(html('a'));
});

it('made-up origins have one page compressed at a time, and each gets its own', async () => {
  const page = pageCache();
  const names = Array.from({ length: 40 }, (_, at) => `origin ${at}`);
  const pages = await Promise.all(names.map((name) => page(name, () => html(name))));
  expect(pages.filter(({ br }) => br)).toHaveLength(1);
  expect(pages.map(({ plain }) => `${plain}`)).toEqual(names.map(html));
});

it('a page that people ask for stays compressed among made-up ones', async () => {
  const page = pageCache();
  const known = await page('the app', () => html('the app'));
  for (let at = 0; at < 40; at++) {
    await page(`made up ${at}`, () => `${at}`);
    expect(await page('the app', () => html('the app'))).toBe(known);
  }
});
