// The language of a first visit: English unless a source names another, the device's in one tap.
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

test('a device in Arabic is drawn in English, is offered its own language in its own words, and keeps the choice', async () => {
  const { context, page, mustBeClean } = await openPage(browser, { locale: 'ar-EG' });
  await page.goto(`${demo.url}/orderList`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const html = page.locator('html');
  expect(await html.getAttribute('lang')).toBe('en');
  const offer = page.getByRole('button', { name: 'المتابعة بالعربية' });
  await offer.waitFor();
  expect([await offer.getAttribute('lang'), await offer.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  const kept = () => page.evaluate(() => Object.keys(localStorage));
  expect(await kept()).toEqual([]);
  await shot(page, 'language-offer');
  await offer.click();
  await expect.poll(() => html.getAttribute('lang')).toBe('ar');
  await offer.waitFor({ state: 'detached' });
  expect((await kept()).sort()).toEqual(['lang', 'langChosen']);
  await page.reload();
  await expect.poll(() => html.getAttribute('lang')).toBe('ar');
  expect(await offer.count()).toBe(0);
  mustBeClean();
  await context.close();
});

test('an offer of a language that is dismissed, or left with its screen, stores nothing', async () => {
  const { context, page } = await openPage(browser, { locale: 'ar' });
  await page.goto(`${demo.url}/login`);
  const offer = page.getByRole('button', { name: 'المتابعة بالعربية' });
  await offer.waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await offer.waitFor({ state: 'detached' });
  await page.reload();
  await offer.waitFor();
  await page.getByRole('link', { name: 'I have an invitation code' }).click();
  await offer.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await context.close();
});

test.each([
  ['a device in English', 'en-GB', ''],
  ['a device whose language is not offered', 'sv-SE', ''],
  ['an address that names a language', 'ar', '?lang=en'],
])('%s is offered nothing', async (_, locale, query) => {
  const { context, page } = await openPage(browser, { locale });
  await page.goto(`${demo.url}/login${query}`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.locator('aside').count()).toBe(0);
  await context.close();
});
