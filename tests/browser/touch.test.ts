// What a finger does to a list and a sheet, as a phone reports it.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noteStep } from '../harness/browser.ts';
import { openOrder, pressPay } from '../harness/pay-order.ts';
import { type DemoPage, openSignedInDemo } from './demo-page.ts';

let opened: DemoPage;
let page: Page;
let fingers: CDPSession;

beforeAll(async () => {
  opened = await openSignedInDemo({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  page = opened.page;
  fingers = await opened.context.newCDPSession(page);
});
afterAll(() => opened?.close());
beforeEach(async () => {
  await page.goto(`${opened.demo.url}/orderList`);
  await page.locator('li.item').first().waitFor();
  await page.waitForLoadState('networkidle');
});

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
  fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });

/** Draws a finger down from a place by some pixels, and leaves it there. */
async function drag(from: { x: number; y: number }, by: number): Promise<void> {
  await touch('touchStart', from);
  for (let step = 1; step <= 10; step++)
    await touch('touchMove', { x: from.x, y: from.y + (by * step) / 10 });
}

const openSheet = async () => {
  await pressPay(page);
  await page.locator('dialog .sum').last().waitFor();
  const { x = 0, y = 0 } = (await page.locator('dialog > .head').boundingBox()) ?? {};
  return { x: x + 120, y: y + 20 };
};
const isRefetched = () => page.waitForRequest((request) => request.url().endsWith('/v1/order/list'));

test('a list that is pulled shows a mark under the finger, and loads again when it is let go', async () => {
  const mark = () =>
    page.locator('.pull').evaluate((node) => Number.parseFloat(getComputedStyle(node, '::before').blockSize));
  await drag({ x: 200, y: 300 }, 60);
  expect(await mark()).toBeGreaterThan(15);
  const refetched = isRefetched();
  await touch('touchMove', { x: 200, y: 440 });
  expect(await mark()).toBeGreaterThan(40);
  await touch('touchEnd');
  await refetched;
  await expect.poll(mark).toBe(0);
  expect(await page.locator('.pull[aria-busy]').count()).toBe(0);
});

test('a short pull loads nothing', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await drag({ x: 200, y: 300 }, 50);
  await touch('touchEnd');
  await page.waitForTimeout(300);
  expect(asked.filter((url) => url.endsWith('/v1/order/list'))).toEqual([]);
});

test('a sheet follows a finger on its head, and stays when it is let go early', async () => {
  await openOrder(page);
  const head = await openSheet();
  await drag(head, 50);
  expect(await page.locator('dialog').evaluate((node) => node.style.translate)).toBe('0px 50px');
  await touch('touchEnd');
  expect(await page.locator('dialog').evaluate((node) => node.style.translate)).toBe('');
  expect(await page.locator('dialog[open]').count()).toBe(1);
});

test('a sheet that is drawn down far enough is closed', async () => {
  await openOrder(page);
  await page.locator('.dock').waitFor();
  const steppedBack = await noteStep(page);
  const head = await openSheet();
  await drag(head, 200);
  await touch('touchEnd');
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  await steppedBack();
});

test('a sheet stays where it is when a finger goes down over its content', async () => {
  await openOrder(page);
  const head = await openSheet();
  await drag({ x: head.x, y: head.y + 120 }, 200);
  await touch('touchEnd');
  expect(await page.locator('dialog[open]').count()).toBe(1);
});

test('a tap on the picture or the name of a product in the catalog opens the product', async () => {
  await page.goto(`${opened.demo.url}/goodsList/warehouse`);
  const card = page.locator('.goods:has(button:not([aria-disabled]))').first();
  for (const part of ['img', 'h2']) {
    const { x = 0, y = 0 } = (await card.locator(part).boundingBox()) ?? {};
    await page.touchscreen.tap(x + 20, y + 15);
    await page.getByRole('heading', { name: 'Product', level: 1 }).waitFor();
    await page.locator('.back').tap();
    await card.waitFor();
  }
});

// The last one, as it ends the session of all others.
test('the merchant who signs in next begins a tab at its top', async () => {
  // So low that even what a list is drawn as while it loads could be scrolled.
  await page.setViewportSize({ width: 390, height: 240 });
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(120);
  await page.getByRole('link', { name: 'Store', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByLabel('Username').fill('amina');
  await page.getByLabel('Password', { exact: true }).fill('souk-demo-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.locator('li.item').nth(2).waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
