import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAnswer } from '../../src/server/http/compress.ts';
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
