// The main job from end to end, as one long test: each step needs the one before.
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMoney, parseMoney, percentOf } from '../../src/contract/money.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { openPage, sharedBrowser, shot, type Watched } from '../harness/browser.ts';
import { type Demo, demoSignIn, startDemo } from '../harness/demo.ts';
import { openPayment } from '../harness/pay-order.ts';

let demo: Demo;
let browser: Browser;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
});
afterAll(() => demo?.close());

type Screen = Page | Frame;
const payPassword = '135790';

const signIn = async (screen: Screen): Promise<void> => {
  await screen.getByLabel('Username').fill(demoSignIn.username);
  await screen.getByLabel('Password', { exact: true }).fill(demoSignIn.password);
  await screen.getByRole('button', { name: 'Sign in' }).click();
};

/** On its own: the address of the app, and sign-in drawn in place. */
const alone = async ({ page }: Watched): Promise<Screen> => {
  await page.goto(`${demo.url}/shopCenter`);
  await signIn(page);
  return page;
};

/** Inside a host: the super-app signs in and hands the token over the bridge. */
const inHost = async ({ page }: Watched): Promise<Screen> => {
  await page.goto(`${demo.url}/host`);
  await signIn(page);
  const frame = page.frame({ url: /shopCenter/ });
  if (!frame) throw new Error('The host page shows no Souk.');
  return frame;
};

/** "$1,234.50" as the page shows it, in ledger units. */
const amountIn = (text: string): bigint => {
  const [, found] = /([\d,]+\.\d{2,6})/.exec(text) ?? [];
  if (!found) throw new Error(`No amount stands in "${text}".`);
  return parseMoney(found.replaceAll(',', ''));
};

/** Opens a tab; an order's own page has no tab bar, so the way there is back first. */
const openTab = async (screen: Screen, name: string): Promise<void> => {
  const { pathname } = new URL(screen.url());
  if (pathname === '/order') await screen.getByRole('link', { name: 'Back', exact: true }).click();
  await screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
};

const readBalance = async (screen: Screen): Promise<bigint> => {
  await openTab(screen, 'Account');
  await screen.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  return amountIn(await screen.locator('main .big:has(.num)').innerText());
};

/** Lists the first article of the warehouse that is not listed yet; returns the card's text and the typed price. */
const listGoods = async (screen: Screen) => {
  await openTab(screen, 'Products');
  await screen.getByRole('link', { name: 'List products' }).click();
  const card = screen
    .locator('li.goods')
    .filter({ has: screen.getByRole('button', { name: /^List / }) })
    .first();
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('button', { name: /^List / }).press('Enter');
  const sheet = screen.getByRole('dialog', { name: 'Your selling price' });
  const [suggested = '', below = ''] = (await sheet.getByText(/^Suggested: /).innerText()).split('below');
  const cost = amountIn(below);
  const price = amountIn(suggested) + parseMoney('3.30');
  await sheet.getByLabel('Selling price').fill(formatMoney(price));
  await sheet.getByRole('button', { name: 'List product' }).click();
  await sheet.waitFor({ state: 'detached' });
  await screen.getByRole('link', { name: 'Back', exact: true }).click();
  // The warehouse names it, too, and is there until the step back is done.
  await screen.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await screen.getByRole('listitem').filter({ hasText: name }).first().waitFor();
  await screen.getByRole('link', { name }).first().click();
  const code = await screen.locator('main .code').first().innerText();
  await screen.getByRole('link', { name: 'Back', exact: true }).click();
  await screen.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  return { name, code, cost, price };
};

const payFor = async (screen: Screen, no: string): Promise<void> => {
  await openTab(screen, 'Orders');
  await openPayment(screen, no);
  const sheet = screen.getByRole('dialog');
  await sheet.getByLabel('Payment password').fill(payPassword);
  await sheet.getByRole('button', { name: /^Pay \$/ }).click();
  await screen.getByRole('dialog', { name: 'Paid' }).waitFor();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });
};

/** Waits for what the list says of an order, which is found by its number. */
const statusOf = async (screen: Screen, no: string, status: string): Promise<void> => {
  await openTab(screen, 'Orders');
  await screen.getByRole('button', { name: 'Search orders' }).click();
  await screen.getByRole('searchbox').fill(no);
  // Until it is searched for, the rows of other orders are there.
  await expect.poll(() => screen.locator('li.item').count()).toBe(1);
  await screen.locator('li.item').filter({ hasText: status }).waitFor();
  await screen.getByRole('button', { name: 'Close search' }).click();
};

const quantity = 2;

describe.each([
  ['alone', alone],
  ['inside a host', inHost],
])('a merchant, %s', (where, open) => {
  test('lists goods, gets an order, pays its cost, and earns its profit to the cent', async () => {
    const watched = await openPage(browser);
    const { page, mustBeClean, context } = watched;
    const screen = await open(watched);
    await screen.getByRole('heading', { level: 1, name: 'Store' }).waitFor();

    const before = await readBalance(screen);
    const goods = await listGoods(screen);
    const placed = await demo.ops<{ id: string; no: string }>('place-order', {
      goods: goods.code,
      quantity,
      walletReason: 'held_until_delivery',
    });
    await payFor(screen, placed.no);
    const cost = goods.cost * BigInt(quantity);
    expect(formatMoney(await readBalance(screen))).toBe(formatMoney(before - cost));

    await statusOf(screen, placed.no, 'To be shipped');
    await demo.ops('ship', { order: placed.no, carrier: 'Meridian Post', tracking: 'MP1' });
    await demo.ops('deliver', { order: placed.no });
    await demo.ops('accept', { order: placed.no });
    await demo.ops('comment', { order: placed.no, stars: 5, reference: placed.no });
    // In the demo settlement and the return window take minutes; every date that is shown is true all the same.
    await demo.pass(15 * minute);
    await demo.pass(30 * minute);
    await page.reload();
    if (where === 'inside a host') await signIn(page);
    const again = page.frame({ url: /shopCenter/ }) ?? page;
    await statusOf(again, placed.no, 'Completed');
    await shot(page, `story-${where.replaceAll(' ', '-')}-completed`);

    const sale = goods.price * BigInt(quantity);
    const fee = percentOf(sale, '5', 'USD');
    const profit = sale - fee - cost;
    expect(formatMoney(await readBalance(again))).toBe(formatMoney(before + profit));
    mustBeClean();
    await context.close();
  });
});

test('the ledger agrees with what was shown', async () => {
  // Every posting of the story came from a call, a decision or the clock; the audit replays them all.
  const token = await demo.signIn();
  const wallet = await demo.call<{ balance: string; total: string }>('POST /v1/user/wallet', {}, token);
  const flow = await demo.call<{ closing: string }>(
    'POST /v1/user/wallet_flow',
    { account: 'available', limit: 1 },
    token,
  );
  expect(flow.closing).toBe(wallet.balance);
});
