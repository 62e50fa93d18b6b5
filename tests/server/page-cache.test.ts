import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pageCache } from '../../src/server/http/site/page-html.ts';

const long = randomBytes(150_000).toString('base64');
const html = (origin: string) => `${long}${origin}`;

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
