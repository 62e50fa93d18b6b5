// The app on a back end that knows the specification only: the same story, no exception, no blank screen, no double payment.
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../src/paths.ts';
import { openPage, sharedBrowser, shot } from '../harness/browser.ts';
import { openPayment as openSheet } from '../harness/pay-order.ts';
import { staticDist } from '../harness/static-dist.ts';
import { bareServer } from '../server/bare/bare-server.ts';
import { bareShop, merchant } from '../server/bare/bare-shop.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

async function startBare() {
  const shop = bareShop();
  const heard: string[] = [];
  const server = bareServer(shop, staticDist, (name) => heard.push(name));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const of = (name: string) => heard.filter((one) => one === name).length;
  return { shop, of, url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() };
}

const signIn = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/shopCenter`);
  await page.getByLabel('Username').fill(merchant.username);
  await page.getByLabel('Password', { exact: true }).fill(merchant.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Store' }).waitFor();
};

/** Opens a tab; an order's own page has no tab bar, so the way there is back first. */
const tab = async (page: Page, name: string) => {
  if (new URL(page.url()).pathname === '/order')
    await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
};

const openPayment = async (page: Page, no: string) => {
  await tab(page, 'Orders');
  await openSheet(page, no);
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Payment password').fill(merchant.payPassword);
  return sheet;
};

// A browser says on its console that a request was answered 404; that is how this server refuses what it does not know.
const refusals = /Failed to load resource/;

test('a merchant signs in, lists goods, pays an order and sees the balance fall by its cost', async () => {
  using bare = await startBare();
  const { page, context, mustBeClean } = await openPage(browser, { expected: refusals });
  await signIn(page, bare.url);
  await page.getByText('Bare shop').first().waitFor();

  await tab(page, 'Products');
  await page.getByRole('link', { name: 'List products' }).click();
  // The button is its whole card: it has no box of its own that could be aimed at.
  await page.getByRole('button', { name: /^List Desk lamp/ }).press('Enter');
  const price = page.getByRole('dialog', { name: 'Your selling price' });
  await price.getByLabel('Selling price').fill('19.90');
  await price.getByRole('button', { name: 'List product' }).click();
  await price.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  // The warehouse names it, too, and is there until the step back is done.
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Desk lamp' }).first().waitFor();
  expect([...bare.shop.showcase.values()]).toMatchObject([{ name: 'Desk lamp', sellingPrice: 19.9 }]);

  const sheet = await openPayment(page, 'B-900');
  await shot(page, 'bare-pay');
  await sheet.getByRole('button', { name: /^Pay/ }).dblclick();
  await page.getByRole('dialog', { name: 'Paid' }).waitFor();
  await sheet.getByRole('button', { name: 'Done' }).click();
  expect(bare.of('POST /v1/order/pay')).toBe(1);
  expect(bare.shop.wallet.balance).toBe(90.5);

  await tab(page, 'Account');
  await expect.poll(() => page.locator('.big').innerText()).toContain('90.5');
  await shot(page, 'bare-wallet');
  mustBeClean();
  await context.close();
});

test('a payment with a lost answer is sent once, not again after a reload, and is never called failed', async () => {
  using bare = await startBare();
  const { page, context, mustBeClean } = await openPage(browser, { expected: refusals });
  await signIn(page, bare.url);
  // The server does the work and its answer is lost on the way back.
  await page.route('**/api/v1/order/pay', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  const sheet = await openPayment(page, 'B-900');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
  await sheet.getByText('Not confirmed yet').first().waitFor();
  expect(await sheet.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
  expect((await sheet.innerText()).toLowerCase()).not.toContain('failed');

  await page.reload();
  await tab(page, 'Orders');
  await page.getByRole('link', { name: /^On the way/ }).click();
  await page.getByText('To be shipped').first().waitFor();
  expect(bare.of('POST /v1/order/pay')).toBe(1);
  expect(bare.shop.wallet.balance).toBe(90.5);
  mustBeClean();
  await context.close();
});

test('every screen draws something on a server of the specification alone, and none throws', async () => {
  using bare = await startBare();
  const { page, context, mustBeClean } = await openPage(browser, { expected: refusals });
  await signIn(page, bare.url);
  const left = Object.values(paths);
  const goOn = async (tab: Page): Promise<void> => {
    const next = left.pop();
    if (!next) return;
    await tab.goto(`${bare.url}${next.path}?id=901&ref=1`);
    await tab.locator('.souk h1').first().waitFor();
    await tab.waitForLoadState('networkidle');
    const text = await tab.locator('.souk').innerText();
    expect(text.trim().length, `${next.path} is blank`).toBeGreaterThan(10);
    expect(text, next.path).not.toMatch(/undefined|NaN|\[object|null|Something went wrong in the app/);
    await goOn(tab);
  };
  // Three at once, for what a page waits for is that nothing comes any more.
  await Promise.all([page, await context.newPage(), await context.newPage()].map(goOn));
  expect(left).toEqual([]);
  mustBeClean();
  await context.close();
});
