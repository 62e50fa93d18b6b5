// The language of a first visit: the device's, unless a source that goes before it names another.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, sharedBrowser, shot } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';

let demo: Demo;
let browser: Browser;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
});
afterAll(() => demo?.close());

test('a device in Arabic is drawn in Arabic from the first drawing on, without another language being loaded, and nothing is stored', async () => {
  const { context, page, mustBeClean } = await openPage(browser, { locale: 'ar-EG' });
  const texts: string[] = [];
  page.on('request', (request) => texts.push(/[^/]+(?=\.first\.json)/.exec(request.url())?.[0] ?? ''));
  await page.goto(`${demo.url}/orderList`);
  await page.getByRole('heading', { name: 'تسجيل الدخول' }).waitFor();
  const html = page.locator('html');
  expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  expect(texts.filter(Boolean)).toEqual(['ar']);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await shot(page, 'device-language');
  mustBeClean();
  await context.close();
});

test.each([
  ['a device whose language is not offered is drawn in English', 'sv-SE', ''],
  ['an address that names a language goes before the device', 'ar', '?lang=en'],
])('%s', async (_, locale, query) => {
  const { context, page } = await openPage(browser, { locale });
  await page.goto(`${demo.url}/login${query}`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  await context.close();
});
