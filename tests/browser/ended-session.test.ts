// A session that ends under an open sheet, by touch and by keyboard, on a page of our own and in a host's frame.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { demoPages } from '../../src/server/demo/demo-host.ts';
import { createSite } from '../../src/server/http/site/site.ts';
import { sessions } from '../../src/server/schema.ts';
import { usableAccount } from '../harness/bank.ts';
import { browsersByStorage, openPage, sharedBrowser, shot, type Watched } from '../harness/browser.ts';
import { dist } from '../harness/built.ts';
import { driveCase, request } from '../harness/cases.ts';
import { decide } from '../harness/decide.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { operator } from '../harness/recharging.ts';
import { password, payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { balances } from '../harness/withdrawing.ts';

let server: TestServer;
let souk: ReturnType<typeof createServer>;
let host: HostSite;
let url: string;
let browser: Browser;
let watched: Watched | undefined;
let page: Page;
let amina: TestUser;

beforeAll(async () => {
  host = await hostSite();
  // What waits on the server's clock must have waited on the browser's, too.
  const start = new Date(Date.now() - 60 * 86_400_000).toISOString();
  const config = { operator, hosts: [host.origin], origins: [host.origin] };
  [server, browser] = await Promise.all([startTestServer('pglite', { start, config }), sharedBrowser()]);
  server.app.route('/', createSite(server.deps, dist, { demo: demoPages(server.deps) }));
  souk = createServer(getRequestListener(server.app.fetch));
  await new Promise<void>((resolve) => souk.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(souk.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await host?.close();
  souk?.closeAllConnections();
  await new Promise((resolve) => souk?.close(resolve));
  await server?.close();
});
beforeEach(async () => {
  amina = await server.addUser();
  await server.fund(amina.shopId, 500n * UNITS);
});

type Screen = Page | FrameLocator;

/** How a session ends on the server; the next call of the page hears of it. */
const endings = {
  idle: async () => server.clock.advance(25 * 3_600_000),
  unknown: () => server.deps.db.delete(sessions).where(eq(sessions.userId, amina.userId)),
} as const;
type Ending = keyof typeof endings;

/** By touch, or by keys alone. */
type Hand = 'touch' | 'keys';

const pin = (screen: Screen) => screen.getByLabel('Payment password', { exact: true });
const available = async () => (await balances(server, amina)).available;
interface Sheet {
  /** Makes what it is about, and answers the address of its screen. */
  at(): Promise<string>;
  open(screen: Screen): Promise<void>;
  /** Whether it asks for the payment password; the others hold something typed, or nothing. */
  asks?: true;
  /** What is typed on its screen or in it, and stands there afterwards. */
  typed?: readonly [field: string, text: string];
  /** What its last button does, seen on the server. */
  seen(): Promise<unknown>;
}

const press = (screen: Screen, name: string | RegExp) => screen.getByRole('button', { name }).first().click();
const submit = (screen: Screen) => screen.locator('form button[type=submit]').last().click();
const ordered = async () =>
  place(server, amina, (await addListed(server, amina)).id, { wallet: 'held_until_delivery' });

const sheets: Readonly<Record<string, Sheet>> = {
  'paying an order': {
    at: async () => `/order?id=${(await ordered()).id}`,
    open: (screen) => press(screen, /^Pay \$/),
    asks: true,
    seen: available,
  },
  withdrawing: {
    at: async () => {
      await usableAccount(server, amina);
      return '/withdraw';
    },
    open: async (screen) => {
      await screen.getByLabel('Amount').fill('50');
      await submit(screen);
    },
    asks: true,
    typed: ['[name=amount]', '50'],
    seen: available,
  },
  'rejecting a buyer’s request': {
    at: async () => {
      const order = await drive(server, await ordered(), 'to_be_accepted');
      const { id } = await driveCase(server, await request(server, order.id), 'merchant_due');
      return `/afterSale?id=${id}`;
    },
    open: async (screen) => {
      await screen.locator('.dock .btn').first().click();
      await screen.getByRole('dialog').locator('textarea').fill('It left in one piece.');
    },
    typed: ['dialog textarea', 'It left in one piece.'],
    seen: async () => 'not sent',
  },
};

/**
 * Opens a page with these entries in its storage, in place of the last one: a sheet that closed there may still have a step
 * of the history under way, which would end the loading of another address.
 */
async function openFresh(
  localStorage: { name: string; value: string }[] = [],
  inBrowser = browser,
): Promise<void> {
  await watched?.context.close();
  watched = await openPage(inBrowser, {
    viewport: { width: 390, height: 740 },
    expected: /Failed to load/,
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  ({ page } = watched);
}

const as = async ({ token }: { token: string }, path: string): Promise<void> => {
  await openFresh([{ name: 'token', value: token }]);
  await page.goto(url + path);
};

/** Goes on in the sheet. */
async function send(screen: Screen, { asks }: Sheet, hand: Hand, timeout = 30_000) {
  if (asks) await pin(screen).fill(payPassword, { timeout });
  const last = screen.getByRole('dialog').locator('[type=submit]');
  if (hand === 'touch') return last.tap({ timeout });
  if (asks) return pin(screen).press('Enter');
  await last.focus();
  return page.keyboard.press('Enter');
}

/** Goes on in the sheet; what the page asks by itself may hear of the end of the session first, and close it. */
const sendUnlessClosed = (screen: Screen, sheet: Sheet, hand: Hand) =>
  send(screen, sheet, hand, 3_000).catch(async (error: Error) => {
    if (await screen.locator('dialog[open]').count()) throw error;
  });

const active = (screen: Screen) =>
  screen.locator('body').evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);

/** Signs in where sign-in is drawn: nothing is over it, and the keys begin in its first field. */
async function signInAgain(screen: Screen, hand: Hand) {
  await screen.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await screen.locator('dialog[open]').count()).toBe(0);
  await expect.poll(() => active(screen)).toBe('username');
  const [name, secret] = [screen.locator('[name=username]'), screen.locator('[name=password]')];
  expect(await name.inputValue()).toBe(amina.username);
  if (hand === 'keys') {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await active(screen)).toBe('password');
    await page.keyboard.type(password);
    return page.keyboard.press('Enter');
  }
  await secret.tap();
  await page.keyboard.type(password);
  return screen.getByRole('button', { name: 'Sign in', exact: true }).tap();
}

async function playThrough(screen: Screen, sheet: Sheet, ending: Ending, hand: Hand) {
  const dialog = screen.getByRole('dialog');
  await sheet.open(screen);
  await dialog.waitFor();
  const before = await sheet.seen();
  await endings[ending]();
  await sendUnlessClosed(screen, sheet, hand);
  await signInAgain(screen, hand);
  await dialog.waitFor();
  expect(await screen.locator('input[name=password]').count()).toBe(0);
  if (sheet.typed) expect(await screen.locator(sheet.typed[0]).inputValue()).toBe(sheet.typed[1]);
  if (sheet.asks) expect(await pin(screen).inputValue()).toBe('');
  expect(await screen.locator('dialog').evaluate((it) => it.contains(document.activeElement))).toBe(true);
  // The sheet repeats no message that sign-in has shown already.
  expect(await dialog.getByRole('alert').count()).toBe(0);
  expect(await sheet.seen()).toEqual(before);
  if (before === 'not sent') return;
  await send(screen, sheet, hand);
  await expect.poll(() => sheet.seen()).not.toEqual(before);
}

// Every other form is in the matrix of forms.
test.each([
  ['paying an order', 'unknown', 'keys'],
  ['withdrawing', 'idle', 'touch'],
  ['rejecting a buyer’s request', 'idle', 'keys'],
] as const)(
  'sign-in works over the sheet for %s where the session ends by %s, with %s: the sheet is back as it was, and its work is done once',
  async (name, ending, hand) => {
    const sheet = sheets[name] as Sheet;
    await as(amina, await sheet.at());
    await playThrough(page, sheet, ending, hand);
    if (name === 'withdrawing') expect(await available()).toBe(450n * UNITS);
  },
);

test('a withdrawal on whose way the operator ends the session (401) is back after sign-in, with its amount and that nothing was withdrawn', async () => {
  const sheet = sheets.withdrawing as Sheet;
  await as(amina, await sheet.at());
  await sheet.open(page);
  await pin(page).waitFor();
  await page.route(
    '**/withdraw/add',
    async (route) => {
      await decide(server.deps, 'session-end', { user: amina.username }, 'rosa');
      await route.continue();
    },
    { times: 1 },
  );
  await send(page, sheet, 'touch');
  await page.getByText('whether it went through').waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).tap();
  await page.locator('[name=username]').fill(amina.username);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
  await page.getByText('Checking your withdrawal').waitFor();
  await page.getByText('Nothing was withdrawn.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/withdraw');
  expect(await page.locator('[name=amount]').inputValue()).toBe('50');
  await send(page, sheet, 'touch');
  await page.getByText('Your withdrawal is under review.').waitFor();
  expect(await available()).toBe(450n * UNITS);
});

test('Back on a sign-in over a sheet leaves the screen, with the right number of steps in the history', async () => {
  await as(amina, '/wallet');
  await page.getByRole('heading', { name: 'Available' }).waitFor();
  const { id } = await ordered();
  await page.evaluate((path) => {
    const link = document.createElement('a');
    link.href = path;
    document.querySelector('.souk')?.append(link);
    link.click();
    link.remove();
  }, `/order?id=${id}`);
  await sheets['paying an order']?.open(page);
  await pin(page).fill(payPassword);
  await endings.unknown();
  await pin(page).press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await shot(page, 'ended-session');
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/wallet');
  await signInAgainAtWallet();
  expect(await page.locator('dialog').count()).toBe(0);
  await page.goForward();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/order');
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
});

async function signInAgainAtWallet() {
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
  await page.getByRole('heading', { name: 'Available' }).waitFor();
}

test('a sign-out in one tab draws sign-in in the other one at once, with what was typed', async () => {
  await as(amina, '/feedback');
  const text = page.locator('textarea');
  await text.fill('The parcel label is torn.');
  const other = await page.context().newPage();
  await other.goto(`${url}/settings`);
  await other.getByRole('button', { name: 'Sign out', exact: true }).tap();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await text.inputValue()).toBe('The parcel label is torn.');
});

/** A page of a host that frames a screen for amina, and publishes another token when it is given one. */
async function framed(
  path: string,
  inBrowser: Browser,
  arrange?: () => Promise<unknown>,
): Promise<FrameLocator> {
  host.put(
    '/frame',
    `<iframe id="souk" title="My shop" style="inline-size: 100%; block-size: 700px; border: 0"></iframe>
    <script type="module">
      import { hostFrame } from '${url}/host.js';
      const frame = document.getElementById('souk');
      window.mine = hostFrame(frame, '${url}', {
        platform: 'my-super-app',
        state: { token: '${amina.token}', lang: 'en', theme: 'auto' },
        methods: { token: async () => ({ token: '${amina.token}' }) },
      });
      frame.src = '${url}${path}#lang=en';
    </script>`,
    { 'content-security-policy': '' },
  );
  await openFresh([], inBrowser);
  await arrange?.();
  await page.goto(`${host.origin}/frame`);
  return page.frameLocator('#souk');
}

describe.each([
  ['keys', 'parted by site'],
  ['touch', 'forbidden'],
] as const)('in a frame of a host, with %s and a storage that is %s', (hand, storage) => {
  test('sign-in works over the sheet without another token', async () => {
    const sheet = sheets['paying an order'] as Sheet;
    const path = await sheet.at();
    await playThrough(await framed(path, await browsersByStorage[storage]()), sheet, 'idle', hand);
  });

  test('a session that the operator ends (401) is left for the screen and what was typed, once the host has a token', async () => {
    const sheet = sheets.withdrawing as Sheet;
    const screen = await framed(await sheet.at(), await browsersByStorage[storage]());
    await sheet.open(screen);
    // Its fee is asked for first; a session that ends meanwhile would end before anything was pressed.
    await pin(screen).waitFor();
    await decide(server.deps, 'session-end', { user: amina.username }, 'rosa');
    await sendUnlessClosed(screen, sheet, 'touch');
    await screen.getByRole('link', { name: 'Sign in again' }).waitFor();
    expect(await screen.locator('dialog[open]').count()).toBe(0);
    // Its answer to the guest was the token that has ended; the next one it publishes by itself.
    const { username } = amina;
    const { data } = await server.call<{ token: string }>('POST /login', { username, password });
    await page.evaluate(`mine.update({ token: ${JSON.stringify(data.token)} })`);
    await expect.poll(() => screen.locator('[name=amount]').inputValue()).toBe('50');
    expect(await screen.locator('body').evaluate(() => location.pathname)).toBe('/withdraw');
    expect(await screen.locator('input[name=password]').count()).toBe(0);
    expect(await available()).toBe(500n * UNITS);
  });
});

/** As in a view of an app without DOM storage, and in a frame on another site where that is blocked. */
const forbidStorage = () =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });

async function onOwnPage(path: string): Promise<Page> {
  await openFresh();
  await forbidStorage();
  await page.goto(`${url}${path}#token=${amina.token}`);
  return page;
}

test.each([
  ['page', onOwnPage],
  ['frame', (path: string) => framed(path, browser, forbidStorage)],
] as const)(
  'a withdrawal whose answer is lost, in a %s that may store nothing, is held once over a reload and a second press, and never called not made',
  async (kind, open) => {
    const sheet = sheets.withdrawing as Sheet;
    const screen = await open(await sheet.at());
    const checking = screen.getByText('Checking your withdrawal').first();
    await sheet.open(screen);
    await page.route('**/withdraw/add', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.route('**/v1/operation', (route) => route.abort());
    await send(screen, sheet, 'touch');
    await checking.waitFor();

    await page
      .frames()
      .at(-1)
      ?.evaluate(() => location.reload());
    if (kind === 'page') {
      // A token without a place to be stored ends with its page.
      await page.locator('[name=username]').fill(amina.username);
      await page.locator('[name=password]').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
    }
    await checking.waitFor();
    await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).first().tap();
    await expect.poll(() => screen.locator('[name=amount]').inputValue()).toBe('50');
    await submit(screen);
    await checking.waitFor();
    expect(await screen.locator('body').innerText()).not.toMatch(/Nothing was|didn’t go through/);
    await page.unroute('**/v1/operation');
    await screen.getByText('Your withdrawal is under review.').waitFor();
    expect(await balances(server, amina)).toMatchObject({ available: 450n * UNITS, frozen: 50n * UNITS });
  },
);
