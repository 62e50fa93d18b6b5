// What can be measured of the look that docs/look.md describes: colours as they are drawn, not as they are written.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoPage, openSignedInDemo } from './demo-page.ts';

let opened: DemoPage;
let page: Page;

const phone = { width: 390, height: 844 };

beforeAll(async () => {
  opened = await openSignedInDemo();
  page = opened.page;
});
afterAll(() => opened?.close());

const goTo = async (path: string, size = phone) => {
  await page.setViewportSize(size);
  await page.goto(opened.demo.url + path);
  await page.locator('.souk h1').waitFor();
  await page.waitForLoadState('networkidle');
};

/** Returns the contrast of two colours of WCAG, each as the engine draws it: one of a style sheet may be in any notation. */
const contrastOf = (first: string, second: string) =>
  page.evaluate(
    (colors) => {
      const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const [one = 0, other = 0] = colors.map((color) => {
        if (!paint) return 0;
        paint.fillStyle = color;
        paint.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...paint.getImageData(0, 0, 1, 1).data].map((part) =>
          part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      });
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    },
    [first, second],
  );

/** Returns a computed colour of a new element with these classes on a card. */
const colorOf = (classes: string, property: string) =>
  page.evaluate(
    ([names, name]) => {
      const card = document.createElement('div');
      card.className = 'card';
      const one = document.createElement('button');
      one.className = names;
      card.append(one);
      document.querySelector('.souk .page')?.append(card);
      const color = getComputedStyle(names === 'card' ? card : one).getPropertyValue(name);
      card.remove();
      return color;
    },
    [classes, property] as const,
  );

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  beforeAll(async () => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await goTo('/settings');
  });
  afterAll(() => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }));

  const surface = () => colorOf('card', 'background-color');
  test('a card differs from the page', async () => {
    const ground = await page.locator('.souk').evaluate((node) => getComputedStyle(node).backgroundColor);
    expect(await contrastOf(await surface(), ground)).toBeGreaterThanOrEqual(1.15);
  });
  test('a placeholder differs from its card', async () => {
    expect(
      await contrastOf(await surface(), await colorOf('skel', 'background-color')),
    ).toBeGreaterThanOrEqual(1.2);
  });
  test('the edge of a soft button is seen on the page', async () => {
    const ground = await page.locator('.souk').evaluate((node) => getComputedStyle(node).backgroundColor);
    expect(
      await contrastOf(ground, await colorOf('btn soft', 'border-block-start-color')),
    ).toBeGreaterThanOrEqual(2);
  });
  test('the frame of a button is seen beside an input', async () => {
    expect(
      await contrastOf(await surface(), await colorOf('btn', 'border-block-start-color')),
    ).toBeGreaterThanOrEqual(2);
  });
});

test.each([
  ['a tab', '/shopCenter', '.tabs > a'],
  ['a button', '/wallet', '.btn'],
  ['a row', '/qa', '.item:has(.cover)'],
])('%s answers a press in the next frame', async (_, path, selector) => {
  await goTo(path);
  const one = page.locator(selector).last();
  await one.scrollIntoViewIfNeeded();
  const look = () =>
    one.evaluate((node) => {
      const { backgroundColor, filter, scale, opacity } = getComputedStyle(node);
      return [backgroundColor, filter, scale, opacity].join();
    });
  await page.mouse.move(0, 0);
  await one.hover();
  const before = await look();
  await page.mouse.down();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  expect(await look()).not.toBe(before);
  // Released elsewhere, so that nothing is opened.
  await page.mouse.move(0, 0);
  await page.mouse.up();
});

test('each tab is shown where it was left, and a press on the current one leads to its top', async () => {
  const size = page.viewportSize();
  // So low that even a short list can be scrolled.
  await goTo('/orderList', { width: 390, height: 300 });
  await page.locator('li.item').nth(3).waitFor();
  await page.evaluate(() => scrollTo(0, 120));
  await page.waitForFunction(() => scrollY > 100);
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  await tab('Account').click();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await tab('Orders').click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await tab('Orders').click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  if (size) await page.setViewportSize(size);
});
