import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, openPage, type Watched } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';

let demo: Demo;
let browser: Browser;
let opened: Watched;

/** Low enough for a keyboard to cover the fields of the sign-in. */
const bench = { viewport: { width: 1280, height: 650 }, isMobile: false, deviceScaleFactor: 1 };
const platforms = ['ios-reply', 'ios', 'android', 'android-object', 'react-native', 'flutter'];

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launch()]);
  opened = await openPage(browser, bench);
  await opened.page.goto(`${demo.url}/host`);
});
afterAll(() => Promise.all([browser?.close(), demo?.close()]));

const inside = () => opened.page.frameLocator('#souk');
const styled = (name: string) =>
  inside()
    .locator('#souk')
    .evaluate((root, property) => (root as HTMLElement).style.getPropertyValue(property), name);
const paint = (id: string, color: string) =>
  opened.page.locator(`#${id}`).evaluate((field, value) => {
    (field as HTMLInputElement).value = value;
    field.dispatchEvent(new Event('input'));
  }, color);

test('the field that is typed into stays above the keyboard', async () => {
  const { page } = opened;
  const field = inside().getByLabel('Password', { exact: true });
  await field.focus();
  const button = page.getByRole('button', { name: 'Keyboard' });
  // A press would take the focus out of the frame, as no keyboard does.
  await button.evaluate((pressed: HTMLButtonElement) => pressed.click());
  await expect.poll(() => styled('--souk-keyboard')).toBe('291px');
  const [box, keys] = await Promise.all([field.boundingBox(), page.locator('#keys').boundingBox()]);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(keys?.y ?? 0);
  await button.evaluate((pressed: HTMLButtonElement) => pressed.click());
  await expect.poll(() => styled('--souk-keyboard')).toBe('0px');
});

test('a colour is worn where all is readable on it, and taken off where the theme makes it none', async () => {
  const { page } = opened;
  await paint('background', '#fff4e0');
  await expect.poll(() => styled('--bg')).toBe('rgb(255 244 224)');
  await paint('text', '#ffff00');
  await paint('accent', '#c2410c');
  await expect.poll(() => styled('--souk-accent')).toBe('rgb(194 65 12)');
  expect(await styled('--ink')).toBe('');
  await page.locator('#theme input[value=dark]').check({ force: true });
  await expect.poll(() => styled('--bg')).toBe('');
});

test.each(platforms)(
  'the channel of %s ends with a shop that has its token, and goes back by it',
  async (name) => {
    const { page, mustBeClean } = opened;
    if (name === platforms[0])
      await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
    await page.locator('#channel').selectOption(name);
    const tabs = inside().getByRole('navigation', { name: 'Main' });
    await tabs.getByRole('link', { name: 'Orders' }).click();
    const [title, back] = [page.locator('#app-title'), page.locator('#phone-back')];
    await expect.poll(() => title.textContent()).toBe('Orders · Souk');
    await back.click();
    await expect.poll(() => title.textContent()).toBe('Shop centre · Souk');
    await back.click();
    expect(await page.locator('#home').isVisible()).toBe(true);
    expect(
      await inside()
        .locator('body')
        .evaluate(() => location.pathname),
    ).toBe('/shopCenter');
    mustBeClean();
  },
);
