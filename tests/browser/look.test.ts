// What can be measured of the look that docs/look.md describes: colours as they are drawn, not as they are written.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tones } from '../../src/server/demo/drawings/scene.ts';
import { type DemoPage, openSignedInDemo } from './demo-page.ts';
import { textFaults } from './text-faults.ts';

let opened: DemoPage;
let page: Page;
/** An order that waits for its payment. */
let orderId: string;

const phone = { width: 390, height: 844 };

beforeAll(async () => {
  opened = await openSignedInDemo();
  page = opened.page;
  const { call, signIn } = opened.demo;
  const waiting = { status: 'pending_payment', limit: 1 };
  const { list } = await call<{ list: [{ id: string }] }>('POST /v1/order/list', waiting, await signIn());
  orderId = list[0].id;
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
    expect(await contrastOf(await surface(), ground)).toBeGreaterThanOrEqual(1.2);
  });
  test('a placeholder differs from its card', async () => {
    expect(
      await contrastOf(await surface(), await colorOf('skel', 'background-color')),
    ).toBeGreaterThanOrEqual(1.2);
  });
  test('each category has its colour, and dark goods are seen on it', async () => {
    const grounds = await page
      .locator('.souk')
      .evaluate((node) =>
        ['--clay', '--sage', '--sand'].map((name) => getComputedStyle(node).getPropertyValue(name)),
      );
    expect(new Set(grounds).size).toBe(3);
    for (const ground of grounds)
      expect(await contrastOf(ground, tones.coal.deep), ground).toBeGreaterThanOrEqual(1.5);
  });
  test('the edge of a soft button is seen on the page', async () => {
    const ground = await page.locator('.souk').evaluate((node) => getComputedStyle(node).backgroundColor);
    expect(
      await contrastOf(ground, await colorOf('btn soft', 'border-block-start-color')),
    ).toBeGreaterThanOrEqual(2);
  });
  test('the edge of a chip that is not chosen is seen on the page', async () => {
    const ground = await page.locator('.souk').evaluate((node) => getComputedStyle(node).backgroundColor);
    const [edge = ''] = (await colorOf('chip', 'box-shadow')).match(/^\S+\(.*?\)/) ?? [];
    expect(await contrastOf(ground, edge)).toBeGreaterThanOrEqual(1.5);
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

describe.each([
  ['Store', () => '/shopCenter'],
  ['Orders', () => '/orderList'],
  ['Order', () => `/order?id=${orderId}`],
  ['Account', () => '/wallet'],
  ['Products', () => '/goodsList'],
  ['Catalog', () => '/goodsList/warehouse'],
  ['Notifications', () => '/notifications'],
])('%s', (_, path) => {
  beforeAll(() => goTo(path()));
  afterAll(() => page.emulateMedia({ forcedColors: 'none' }));

  test('fits its window, with no word broken, cut off or covered, at 100 and at 200 % of the text', async () => {
    const faults: string[] = [];
    for (const [width, text] of [
      [320, 16],
      [390, 32],
      [320, 32],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}px`;
      }, text);
      faults.push(
        ...(await textFaults(page)).map((fault) => `${fault} on ${width} px, letters of ${text} px`),
      );
    }
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await page.setViewportSize(phone);
    expect(faults).toEqual([]);
  });

  test('keeps what it draws and its main button where colours are forced', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await forcedFaults()).toEqual([]);
  });
});

/** Returns the selectors of what cannot be distinguished or seen in forced colours. */
const forcedFaults = () =>
  page.evaluate(() => {
    const ground = getComputedStyle(document.querySelector('.souk') as Element).backgroundColor;
    const fillOf = (selector: string, pseudo?: string) =>
      [...document.querySelectorAll(selector)].map((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one, pseudo);
        return backgroundImage === 'none' ? backgroundColor : backgroundImage;
      });
    const edgeless = [...document.querySelectorAll('.card, .items, .hero, .purse, .chip, .badge')].filter(
      (one) => {
        const { outlineStyle, borderBlockStartStyle, forcedColorAdjust } = getComputedStyle(one);
        return outlineStyle === 'none' && borderBlockStartStyle === 'none' && forcedColorAdjust !== 'none';
      },
    );
    const unfilled = [
      ['.primary'],
      ['.count'],
      ['.bar > :not([hidden])'],
      ['.steps > li', '::before'],
      ['.valance > li', '::before'],
      ['.meter', '::before'],
      ['.dot', '::before'],
      ['.chip[aria-current]'],
    ].flatMap(([selector = '', pseudo]) =>
      fillOf(selector, pseudo).some((fill) => fill === ground) ? `${selector} has no fill` : [],
    );
    const alike = [
      ['.bar > :not([hidden])'],
      ['.steps > :is([aria-current], [aria-current] + li)', '::before'],
      ['.valance > :is(.now, .now + li)', '::before'],
      ['.dock > * > .btn'],
    ].flatMap(([selector = '', pseudo]) => {
      const fills = fillOf(selector, pseudo);
      return new Set(fills).size < fills.length ? `${selector} look alike` : [];
    });
    return [...edgeless.map(({ className }) => `${className} has no edge`), ...unfilled, ...alike];
  });
