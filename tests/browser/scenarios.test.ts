// What a merchant is promised in words, seen in a real browser on the real server, one after the other in one page.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import { demoPages } from '../../src/server/demo/demo-host.ts';
import { createSite } from '../../src/server/http/site/site.ts';
import { decide } from '../../src/server/operators/decisions.ts';
import { restrict } from '../../src/server/shops/restrictions/restrict.ts';
import { addAccount, ether, tron, usableAccount } from '../harness/bank.ts';
import { noteStep, openPage, sharedBrowser, type Watched } from '../harness/browser.ts';
import { dist } from '../harness/built.ts';
import { apply, verify } from '../harness/identity.ts';
import { addGoods, addListed, drive, place } from '../harness/market.ts';
import { hashOf, openTronChannel, operator, report } from '../harness/recharging.ts';
import { jpeg } from '../harness/sample-files.ts';
import { password, payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { balances, decideOn, withdraw } from '../harness/withdrawing.ts';

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
const pin = (digits = payPassword) => page.getByLabel('Payment password', { exact: true }).fill(digits);
const ask = <T>(name: string, input: object = {}, user = amina) =>
  server.call<T>(name, input, { token: user.token, key: crypto.randomUUID() });
const wallet = async () =>
  (await ask<{ balance: string; depositMargin: string }>('POST /v1/user/wallet')).data;
const listed = async () => (await addListed(server, amina)).id;
const ordered = async (options = {}) => place(server, amina, await listed(), options);
/** The server does its work, and its answer is lost. */
const losesAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};
const countOf = (call: string) => {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(call)) count++;
  });
  return () => count;
};

test('a withdrawal with a lost answer is held once, shown, and never called failed', async () => {
  await server.fund(amina.shopId, 100n * UNITS);
  await usableAccount(server, amina);
  await page.route('**/withdraw/add', losesAnswer);
  await as(amina, '/withdraw');
  await page.getByLabel('Amount').fill('50');
  await submit();
  await pin();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw $50.00' }).click();
  await says('Your withdrawal is under review.');
  expect(await page.locator('.souk').innerText()).not.toMatch(/failed/i);
  expect(await balances(server, amina)).toMatchObject({ available: 50n * UNITS, frozen: 50n * UNITS });
});

test('a session that ended elsewhere (401) leads to a way back, and what was typed is kept', async () => {
  await as(amina, '/feedback');
  await page.getByLabel('Your feedback').fill('The list jumps when a badge comes.');
  await page.route('**/home/feedback', (route) =>
    route.fulfill({ json: { code: 401, msg: '', data: null } }),
  );
  await submit();
  await page.getByRole('link', { name: 'Sign in again' }).waitFor();
  const kept = await page.evaluate(() => [
    localStorage.getItem('token'),
    JSON.stringify({ ...sessionStorage }),
  ]);
  expect([new URL(page.url()).pathname, kept[0]]).toEqual(['/404', null]);
  expect(kept[1]).toContain('The list jumps');
});

test('a sixth account is not offered beside five, and is refused in the chosen language', async () => {
  for (let no = 0; no < 5; no++)
    await addAccount(server, amina, {
      type: 'bank_card',
      bankName: 'DEMO Bank',
      accountName: 'Amina Haddad',
      cardNo: `622202123456789${no}`,
    });
  await as(amina, '/bankList');
  await says('You’ve reached the limit of withdrawal accounts: 5.');
  expect(await page.getByRole('button', { name: 'Add account' }).getAttribute('aria-disabled')).toBe('true');
  const sixth = await server.call(
    'POST /v1/user/bank/add',
    { type: 'trx_usdt', address: tron[0], payPassword },
    { token: amina.token, key: crypto.randomUUID(), headers: { 'accept-language': 'fr' } },
  );
  expect([sixth.code, sixth.msg]).toEqual([444, expect.stringContaining('5')]);
});

test('an address of another network is refused beside its field, and nothing is sent', async () => {
  await as(amina, '/bankEdit?type=trx_usdt');
  const sent = countOf('/bank/add');
  await page.locator('[name=address]').fill(ether);
  await submit();
  await says('This isn’t a TRON address.');
  expect(sent()).toBe(0);
});

test('300 families of emoji are 300 characters; one more is too long', async () => {
  const family = '👨‍👩‍👧‍👦';
  await as(amina, '/feedback');
  const words = page.getByLabel('Your feedback');
  await words.fill(family.repeat(301));
  await says('301 of 300 characters: please shorten it');
  await words.fill(family.repeat(300));
  await submit();
  await says('Received');
});

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

test('five wrong payment passwords lock paying for a while, and the way to reset is shown', async () => {
  await server.fund(amina.shopId, 100n * UNITS);
  const { id } = await ordered({ wallet: 'held_until_delivery' });
  await as(amina, `/order?id=${id}`);
  await press(/^Pay \$/);
  for (let left = 4; left >= 1; left--) {
    await pin('111111');
    await submit();
    await says(left === 1 ? '1 attempt left.' : `${left} attempts left.`);
  }
  await pin('111111');
  await submit();
  await says(/Payments are locked until \d\d:\d\d/);
  const right = await ask('POST /v1/order/pay', { orderIds: [id], payPassword });
  expect(right.code).toBe(446);
});

test('a frozen wallet hides where to pay to, and says why and how to object', async () => {
  await verify(server, amina);
  await restrict(server.deps, {
    shopId: amina.shopId,
    kind: 'wallet_frozen' as const,
    actor: 'rosa',
    facts: 'Two payments came back.',
    rule: 'Terms 7.2',
    reviewDays: 7,
  });
  await as(amina, '/recharge');
  await says('Your wallet is frozen.');
  await page.getByRole('link', { name: 'Appeal' }).first().waitFor();
  expect(await page.content()).not.toContain(tron[0]);
});

test('the five amounts, the holds and the reasons stay in sight where withdrawing is stopped', async () => {
  await restrict(server.deps, {
    shopId: amina.shopId,
    kind: 'withdrawal_prohibited' as const,
    actor: 'rosa',
    facts: 'Two payments came back.',
    rule: 'Terms 7.2',
    reviewDays: 7,
  });
  await as(amina, '/wallet');
  for (const name of ['Available balance', 'On hold', 'Pending balance', 'Security deposit', 'In settlement'])
    await says(name);
  await says('Two payments came back.');
});

test('what is marked read on one phone leaves later news unread on both', async () => {
  for (let no = 0; no < 3; no++) await ordered();
  await as(amina, '/notifications');
  await says('3 unread');
  await ordered();
  await press('Mark all as read');
  await says('1 unread');
  await page.goto(`${url}/shopCenter`);
  await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
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

test('a rejected withdrawal says why and what to do, and all of it is back', async () => {
  await server.fund(amina.shopId, 100n * UNITS);
  const { id } = await usableAccount(server, amina);
  const { data } = await withdraw(server, amina, { amount: '50', accountId: id });
  await decideOn(server, data.withdrawal.id, 'reject');
  await as(amina, `/history?no=${data.withdrawal.no}`);
  await says('The account is in the name of L. Haddad.');
  expect((await wallet()).balance).toBe('100.00');
});

test('a full shop shows the levels, none of them chosen', async () => {
  for (let no = 0; no < 20; no++) await listed();
  await addGoods(server, { name: 'One more' });
  await as(amina, '/goodsList/warehouse');
  await page.getByRole('searchbox').fill('One more');
  await press(/^Add One more/);
  await press('List product');
  await says('Your shop has reached its limit of listed products.');
  await page.getByRole('link', { name: 'Compare levels' }).click();
  await says('When your security deposit comes back');
  expect(await page.locator(':checked').count()).toBe(0);
});

test('only the refused photo of a rejected identity is asked for again', async () => {
  await apply(server, amina);
  const refused = { shop: amina.shopId, reasons: 'front:blurry', reason: 'See below.' };
  await decide(server.deps, 'identity-reject', refused, 'rev');
  await as(amina, '/identity');
  await page.locator('[type=file]').first().waitFor({ state: 'attached' });
  expect(await page.locator('[type=file]:not([capture])').count()).toBe(1);
  const file = { name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg()) };
  await page.locator('[type=file]').first().setInputFiles(file);
  // A form is not sent without a photo that is still being redrawn.
  await page.getByText('Preparing image').waitFor({ state: 'detached' });
  await submit();
  await says('Under review');
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
  await page.getByRole('button', { name: 'Raise the tab bar' }).click();
  await page.locator('li.item').nth(3).waitFor();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const [foot, top] = await page.evaluate(() => [
    document.querySelector('li.item:last-child')?.getBoundingClientRect().bottom ?? 0,
    document.querySelector('nav.tabs')?.getBoundingClientRect().top ?? 0,
  ]);
  expect(foot).toBeLessThanOrEqual(top);
  await page.locator('nav.tabs > button').focus();
  await page.keyboard.press('Enter');
  await page.locator('nav.tabs > [aria-pressed=false]').waitFor();
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
  await says('Total balance');
});

test('what was seen stays with its age without a network; paying waits, and everything is requested again on return', async () => {
  await server.fund(amina.shopId, 100n * UNITS);
  const { no } = await ordered({ wallet: 'held_until_delivery' });
  await as(amina, '/wallet');
  await page.locator('.big', { hasText: '$100.00' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await press(new RegExp(`^Pay .*, ${no}$`));
  await pin();
  await watched.context.setOffline(true);
  await says('You’re offline. You can pay once you’re back online.');
  const sent = countOf('/order/pay');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
  await page.locator('.big', { hasText: '$100.00' }).waitFor();
  await page.locator('.foot-bar', { hasText: /\d\d:\d\d/ }).waitFor();
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

test('nothing can be recharged without a known operator, and no address is shown', async () => {
  await verify(server, amina);
  const { config } = server.deps;
  Object.assign(config, { operator: null });
  try {
    await as(amina, '/recharge');
    await says(/aren’t available/);
    expect(await page.content()).not.toContain(tron[0]);
  } finally {
    Object.assign(config, { operator });
  }
});

test('a comment must be signed, and is shown once', async () => {
  await server.fund(amina.shopId, 100n * UNITS);
  const { id } = await drive(server, await ordered({ wallet: 'held_until_delivery' }), 'accepted');
  await as(amina, `/orderComment?id=${id}`);
  const sent = countOf('/order-comment');
  await press('Add your comment');
  await page.getByLabel('Your comment', { exact: true }).fill('Enjoy it, and write to us.');
  await page.getByLabel('Signature').fill('');
  await submit();
  await says('Please sign.');
  expect(sent()).toBe(0);
  await page.getByLabel('Signature').fill('Amina');
  await submit();
  await page.locator('form').waitFor({ state: 'detached' });
  expect(await page.getByText('Enjoy it, and write to us.').count()).toBe(1);
});

test('a level shows deposit, fee and refund rule first, and both leave the balance', async () => {
  await verify(server, amina);
  await server.fund(amina.shopId, 300n * UNITS);
  await as(amina, '/upgrade');
  await press('Merchant shop: Switch to this level · $220');
  const sheet = page.getByRole('dialog');
  await sheet.getByText('$220.00').first().waitFor();
  expect(await sheet.innerText()).toMatch(
    /Security deposit, stays yours[\s\S]*\$200\.00[\s\S]*Level fee[\s\S]*\$20\.00/,
  );
  await pin();
  await submit();
  await says('Your shop is now: Merchant shop.');
  expect(await wallet()).toMatchObject({ balance: '80.00', depositMargin: '200.00' });
});

test('no page threw, and no page asked for what its policy refuses', () => watched.mustBeClean());
