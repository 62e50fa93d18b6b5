// A wide window by the keyboard alone: the keys of the lists, and where the focus is when something has come or gone.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DemoPage, openSignedInDemo } from './demo-page.ts';

let opened: DemoPage;
let page: Page;

beforeAll(async () => {
  const viewport = { width: 1280, height: 900 };
  opened = await openSignedInDemo({ viewport, isMobile: false, hasTouch: false });
  page = opened.page;
});
beforeEach(async () => {
  await page.goto(`${opened.demo.url}/orderList`);
  await page.locator('.item .cover').first().waitFor();
  await page.waitForLoadState('networkidle');
  // Their code is here where the first row has the focus.
  await expect.poll(() => key('j').then(row)).toBe(0);
});
afterAll(() => opened?.close());

const key = (name: string) => page.keyboard.press(name);
/** The row that has the focus, from 0. */
const row = () =>
  page.locator('.item').evaluateAll((rows) => rows.findIndex((one) => one.contains(document.activeElement)));
/** Waits until what has this role and name has the focus. */
const hasFocus = (role: 'heading' | 'link' | 'radio' | 'textbox', name: string) =>
  expect
    .poll(() =>
      page
        .getByRole(role, { name })
        .first()
        .evaluate((one) => one === document.activeElement),
    )
    .toBe(true);
const ticked = () => page.locator('.item [type=checkbox]:checked').count();

test('J and K move from row to row, X ticks, P pays what is ticked, and Esc closes and ends the selection', async () => {
  await key('j');
  expect(await row()).toBe(1);
  await key('k');
  expect(await row()).toBe(0);
  await key('x');
  await key('j');
  await key('x');
  expect(await ticked()).toBe(2);
  await page.getByRole('status').filter({ hasText: '2 selected' }).waitFor({ state: 'attached' });
  await key('p');
  await page.getByRole('dialog').waitFor();
  await key('j');
  await key('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(ticked).toBe(0);
  await page.locator('.item .cover').first().focus();
  await key('x');
  expect(await ticked()).toBe(1);
  await key('Escape');
  await expect.poll(ticked).toBe(0);
});

test('a keyboard of another script has the same keys where Latin letters are printed on it', async () => {
  for (const [letter, code] of [
    ['ت', 'KeyJ'],
    ['ㅌ', 'KeyX'],
  ])
    await page.evaluate(
      (init) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true })),
      { key: letter, code },
    );
  expect(await row()).toBe(1);
  expect(await ticked()).toBe(1);
  await key('ArrowUp');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a letter is only typed where a field has the focus, and does nothing on a button or with a modifier', async () => {
  await key('Shift+J');
  expect(await row()).toBe(0);
  await page.getByRole('button', { name: 'Search' }).focus();
  await key('j');
  expect(await row()).toBe(-1);
  await key('Enter');
  const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  await field.focus();
  await page.keyboard.type('jxp');
  expect(await field.inputValue()).toBe('jxp');
  expect(await ticked()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('ten products are priced by the keyboard alone: X and J tick, P asks for the rule, Enter applies it', async () => {
  await page.goto(`${opened.demo.url}/goodsList`);
  await page.locator('tbody .cover').first().waitFor();
  const reached = page.locator('tbody .item:first-child:focus-within');
  await expect.poll(() => key('j').then(() => reached.count())).toBe(1);
  await key('x');
  for (let more = 1; more < 10; more++) {
    await key('j');
    await key('x');
  }
  expect(await ticked()).toBe(10);
  await key('p');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type('5');
  await page.locator('dialog [type=submit]:not([aria-disabled])', { hasText: 'Change 10 prices' }).waitFor();
  await key('Enter');
  await page.getByText('10 prices changed.').first().waitFor();
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await key('u');
  await undo.waitFor({ state: 'detached' });
  expect(await row()).toBeGreaterThan(0);
  // The list is drawn again, and the link with it.
  await page.getByRole('columnheader').getByRole('link', { name: 'Clicks' }).press('Enter');
  await hasFocus('heading', 'Products');
  // The place of the next message is still there once this one has gone.
  await page.getByRole('button', { name: 'Dismiss' }).first().press('Enter');
  await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
  expect(await page.locator('.toasts').ariaSnapshot()).toBe('- status');
});

test('products of the catalog are listed by the keyboard alone: the first box has the focus, and L lists', async () => {
  await page.goto(`${opened.demo.url}/goodsList/warehouse`);
  await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
  const boxes = page.locator('.goods [type=checkbox]');
  await expect.poll(() => boxes.first().evaluate((box) => box === document.activeElement)).toBe(true);
  for (let more = 0; more < 9; more++) {
    await key('x');
    await key('j');
  }
  expect(await page.locator('.goods :checked').count()).toBe(9);
  await key('l');
  await page.getByRole('dialog').getByRole('button', { name: 'List 9 products' }).press('Enter');
  await page.getByText('9 products listed.').first().waitFor();
});

test('the rail leads to the heading of a screen that still loads its code, and of one with a row for the screen before', async () => {
  await page.goto(opened.demo.url);
  // The screen has a navigation of this name already.
  await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor();
  await page
    .getByRole('region', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Notifications' })
    .press('Enter');
  await hasFocus('heading', 'Notifications');
  await page.getByRole('link', { name: 'Settings' }).press('Enter');
  await hasFocus('heading', 'Settings');
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).press('Enter');
  await hasFocus('heading', 'Orders');
});

test('reviews keep the focus on the chosen filter, and a reply begins in its form', async () => {
  await page.goto(`${opened.demo.url}/orderComment`);
  await page.getByRole('radio', { name: /^All/ }).press('ArrowRight');
  await page.getByRole('radio', { name: /^Unanswered/, checked: true }).waitFor();
  await page.getByRole('textbox', { name: 'Your reply' }).waitFor();
  await hasFocus('radio', 'Unanswered');
  await key('ArrowLeft');
  await page.getByRole('button', { name: 'Reply' }).first().press('Enter');
  await page.getByRole('textbox', { name: 'Your reply' }).waitFor();
  await key('Tab');
  expect(await page.locator('form :focus').count()).toBe(1);
});
