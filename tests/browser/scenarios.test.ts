// What a merchant is promised in words, seen in a real browser on the real server, one after the other in one page.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { demoPages } from '../../src/server/demo/demo-host.ts';
import { createSite } from '../../src/server/http/site/site.ts';
import { noteStep, openPage, sharedBrowser, type Watched } from '../harness/browser.ts';
import { dist } from '../harness/built.ts';
import { decide } from '../harness/decide.ts';
import { verify } from '../harness/identity.ts';
import { addListed, place } from '../harness/market.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { password, payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

let server: TestServer;
let site: ReturnType<typeof createServer>;
let url: string;
let browser: Browser;
let watched: Watched;
let page: Page;
let amina: TestUser;

beforeAll(async () => {
  // What waits on the server's clock must have waited on the browser's, too.
  const start = new Date(Date.now() - 60 * 86_400_000).toISOString();
  [server, browser] = await Promise.all([
    startTestServer('pglite', { start, config: { operator } }),
    sharedBrowser(),
  ]);
  server.app.route('/', createSite(server.deps, dist, { demo: demoPages(server.deps) }));
  site = createServer(getRequestListener(server.app.fetch));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await openTronChannel(server);
  watched = await openPage(browser, { viewport: { width: 360, height: 740 }, expected: /Failed to load/ });
  ({ page } = watched);
  await page.goto(`${url}/login`);
});
afterAll(async () => {
  site?.closeAllConnections();
  await new Promise((resolve) => site?.close(resolve));
  await server?.close();
});
beforeEach(async () => {
  await page.unrouteAll();
  amina = await server.addUser();
});

const as = async ({ token }: { token: string }, path: string): Promise<void> => {
  await page.evaluate((kept) => {
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem('token', kept);
  }, token);
  await page.goto(url + path);
};
const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
const submit = () => page.locator('form button[type=submit]').last().click();
const pin = () => page.getByLabel('Payment password', { exact: true }).fill(payPassword);
const ask = <T>(name: string, input: object = {}) =>
  server.call<T>(name, input, { token: amina.token, key: crypto.randomUUID() });
const wallet = async () => (await ask<{ balance: string }>('POST /v1/user/wallet')).data;
const ordered = async (options = {}) => place(server, amina, (await addListed(server, amina)).id, options);
const countOf = (call: string) => {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(call)) count++;
  });
  return () => count;
};

test('another language keeps what was typed and turns the page, and figures keep their side', async () => {
  await as({ token: '' }, '/login');
  await page.getByLabel('Username').fill('amina');
  const steppedBack = await noteStep(page);
  await page.locator('header button').last().click();
  await page.locator('label.pick', { hasText: 'العربية' }).click();
  await page.locator('.souk[dir=rtl]').waitFor();
  await page.keyboard.press('Escape');
  await steppedBack();
  expect(await page.locator('[name=username]').inputValue()).toBe('amina');
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('ar');

  const { id } = await ordered({ wallet: 'held_until_delivery' });
  const { token } = amina;
  await page.evaluate((kept) => localStorage.setItem('token', kept), token);
  await page.goto(`${url}/order?id=${id}`);
  const look = await page
    .locator('.sum bdi')
    .first()
    .evaluate((one) => {
      const back = document.querySelector('.back .icon') as Element;
      return [
        getComputedStyle(one).direction,
        getComputedStyle(back).scale || getComputedStyle(back).transform,
      ];
    });
  expect(look).toEqual(['ltr', expect.stringContaining('-1')]);
});

test('a merchant without a payment password sets one, and goes on where the order waited', async () => {
  amina = await server.addUser({ withoutPayPassword: true });
  await server.fund(amina.shopId, 100n * UNITS);
  const { id } = await ordered({ wallet: 'held_until_delivery' });
  await as(amina, `/order?id=${id}&pay=1`);
  await page.getByRole('link', { name: 'Set a payment password' }).click();
  await page.getByLabel('Login password').fill(password);
  await page.getByLabel('New payment password', { exact: true }).fill('864209');
  const again = page.getByLabel('Confirm new payment password');
  await again.fill('864208');
  await submit();
  await says('The two entries don’t match.');
  await again.fill('864209');
  await submit();
  await press('Continue');
  await page.getByRole('dialog').getByText('From your balance', { exact: true }).waitFor();
});

test('a recharge under review changes no balance, and another sum that arrived is explained', async () => {
  await verify(server, amina);
  const { list } = (await ask<{ list: { id: string }[] }>('GET /v1/pay/channel')).data;
  const { data } = await report(server, amina, {
    channelId: list[0]?.id ?? '',
    amount: '100.00',
    txHash: hashOf('scenario'),
  });
  await as(amina, '/history');
  await says('Under review');
  expect((await wallet()).balance).toBe('0.00');
  const given = {
    recharge: data.recharge.no,
    amount: '99.00',
    code: 'network_fee',
    reason: 'The exchange kept 1.00.',
  };
  await decide(server.deps, 'recharge-approve', given, 'rosa');
  await page.goto(`${url}/history?no=${data.recharge.no}`);
  await says('$99.00');
  await says('The exchange kept 1.00.');
});

test('what was chosen for an identity is there again after a reload', async () => {
  await as(amina, '/identity');
  await press('Start');
  await page.locator('[name=idType]').selectOption('id_card');
  await page.reload();
  await press('Start');
  expect(await page.locator('[name=idType]').inputValue()).toBe('id_card');
});

test('the raised bar covers no row, and Enter takes it down; the warehouse has none', async () => {
  for (let no = 0; no < 4; no++) await ordered();
  await as(amina, '/orderList');
  await page.getByRole('button', { name: 'Raise bar' }).click();
  await page.locator('li.item').nth(3).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [foot, top] = await page.evaluate(() => [
    document.querySelector('li.item:last-child')?.getBoundingClientRect().bottom ?? 0,
    document.querySelector('nav.tabs')?.getBoundingClientRect().top ?? 0,
  ]);
  expect(foot).toBeLessThanOrEqual(top);
  await page.getByRole('button', { name: 'Lower bar' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Raise bar' }).waitFor();
  await page.goto(`${url}/goodsList/warehouse`);
  await page.locator('h1').waitFor();
  expect(await page.locator('nav.tabs').count()).toBe(0);
});

test('a screen that is opened before all of the shell is loaded begins at its top', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/souk_shell.js', async (route) => {
    await held;
    await route.continue();
  });
  await as(amina, '/shopCenter');
  await page.locator('main h1, main h2').first().waitFor();
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px';
    scrollTo(0, 600);
  });
  await page.locator('nav.tabs a[href$="/orderList"]').click();
  await page.waitForURL('**/orderList');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  release();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toMatch(/^H[12]$/);
  await page.unrouteAll();
});

test('an account without data shows an error, with a way to try again', async () => {
  await page.route('**/v1/me', (route) => route.fulfill({ json: { code: 200, msg: '', data: null } }));
  await as(amina, '/wallet');
  await says('Couldn’t load your account’s data');
  await page.unrouteAll();
  await press('Try again');
  await says('Available');
});

test('what was seen stays with its age without a network; paying waits, and everything is requested again on return', async () => {
  await server.fund(amina.shopId, 100n * UNITS);
  const { id } = await ordered({ wallet: 'held_until_delivery' });
  await as(amina, '/wallet');
  await page.locator('.big', { hasText: '$100.00' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.locator(`a[href*="${id}"]`).first().click();
  await press(/^Pay \$/);
  await pin();
  await watched.context.setOffline(true);
  await says('You’re offline. You can pay once you’re back online.');
  const sent = countOf('/order/pay');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
  await page.locator('.big', { hasText: '$100.00' }).waitFor();
  await page.locator('.foot-bar', { hasText: /\d:\d\d/ }).waitFor();
  expect(sent()).toBe(0);
  await server.fund(amina.shopId, 10n * UNITS);
  await watched.context.setOffline(false);
  await page.locator('.big', { hasText: '$110.00' }).waitFor();
  await page.locator('.foot-bar').waitFor({ state: 'hidden' });
});

test('a payment without an answer for 15 seconds is checked, and its result shown', async () => {
  await server.fund(amina.shopId, 100n * UNITS);
  const { id } = await ordered({ wallet: 'held_until_delivery' });
  await page.route('**/order/pay', async (route) => void (await route.fetch()));
  await page.clock.install();
  await as(amina, `/order?id=${id}`);
  await press(/^Pay \$/);
  await pin();
  const sent = page.waitForRequest('**/order/pay');
  await submit();
  await sent;
  await page.clock.fastForward(15_500);
  await page.getByRole('dialog', { name: 'Paid' }).waitFor();
  await page.clock.resume();
});

test('no page threw, and no page asked for what its policy refuses', () => watched.mustBeClean());

test('a new order on an open home is shown within half a minute', async () => {
  const { page: home, context, mustBeClean } = await openPage(browser, { expected: /Failed to load/ });
  await home.clock.install();
  await context.addInitScript((kept) => localStorage.setItem('token', kept), amina.token);
  await home.goto(`${url}/shopCenter`);
  await home.getByText('Nothing needs you right now').waitFor();
  await ordered();
  await home.clock.fastForward(29_000);
  await home.getByText('1 order to pay').waitFor();
  mustBeClean();
  await context.close();
});
