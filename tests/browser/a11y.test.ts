import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import ar from '../../locales/ar.json';
import en from '../../locales/en.json';
import { axe, launch, openPage, shot, signedIn, type Watched } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';

let demo: Demo;
let browser: Browser;
let token: string;
/** An order that waits for its purchase cost, for the sheet that pays it. */
let orderId: string;

type Texts = typeof en;
interface Opened {
  name: string;
  /** Opens a sheet over the screen. */
  open(page: Page, texts: Texts): Promise<void>;
}
interface Screen {
  path: string;
  tab?: true;
  sheets?: Opened[];
}

const press =
  (name: (texts: Texts) => string) =>
  (page: Page, texts: Texts): Promise<void> =>
    page.getByRole('button', { name: name(texts), exact: true }).click();
const pressFirst = (selector: string) => (page: Page) => page.locator(selector).first().click();

const language: Opened = { name: 'language', open: press(({ settings }) => settings.language) };

const saveAccount = async (page: Page): Promise<void> => {
  await page.locator('[name=address]').fill('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
  await page.locator('form button[type=submit]').click();
};
const askForMoney = async (page: Page): Promise<void> => {
  await page.locator('[type=radio]').first().check();
  await page.locator('[name=amount]').fill('20');
  await page.locator('form button[type=submit]').click();
};

/** Every screen with its sheets. */
const screens: readonly Screen[] = [
  {
    path: '/shopCenter',
    tab: true,
    sheets: [{ name: 'figures', open: press(({ shop }) => shop.how_counted) }],
  },
  {
    path: '/orderList',
    tab: true,
    sheets: [{ name: 'pay', open: pressFirst('li.card button.primary') }],
  },
  { path: '/logistics?id=' },
  { path: '/afterSale?id=' },
  { path: '/orderComment' },
  { path: '/order?id=', sheets: [{ name: 'decline', open: press(({ orders }) => orders.decline) }] },
  {
    path: '/goodsList',
    tab: true,
    sheets: [
      { name: 'remove', open: pressFirst('ul.list button.tap') },
      { name: 'price', open: pressFirst('ul.list button.plain') },
    ],
  },
  {
    path: '/goodsList/warehouse',
    sheets: [
      { name: 'price', open: pressFirst('li.goods button.soft') },
      { name: 'filter', open: press(({ goods }) => goods.filter) },
    ],
  },
  {
    path: '/wallet',
    tab: true,
    sheets: [{ name: 'amounts', open: press(({ wallet }) => wallet.definitions) }],
  },
  { path: '/walletFlow' },
  { path: '/settings' },
  { path: '/notifications' },
  { path: '/notifications?type=said' },
  { path: '/invitation' },
  { path: '/qa' },
  { path: '/qaDetail?id=withdrawing' },
  { path: '/feedback' },
  { path: '/service?order=SK-1' },
  { path: '/identity' },
  { path: '/shop', sheets: [{ name: 'close', open: press(({ business }) => business.close.begin) }] },
  { path: '/upgrade', sheets: [{ name: 'pay', open: pressFirst('section button.btn') }] },
  { path: '/promotion', sheets: [{ name: 'pay', open: pressFirst('li.card button.btn') }] },
  { path: '/appeal' },
  { path: '/appeal?ref=' },
  { path: '/404?code=437' },
  { path: '/no-such-page' },
  { path: '/recharge' },
  { path: '/bankList', sheets: [{ name: 'remove', open: pressFirst('li.card button.btn') }] },
  { path: '/bankEdit?type=bank_card' },
  { path: '/bankEdit?type=trx_usdt', sheets: [{ name: 'save', open: saveAccount }] },
  { path: '/withdraw', sheets: [{ name: 'pay', open: askForMoney }] },
  { path: '/history' },
  { path: '/payPassword' },
  { path: '/payPassword?reset=1' },
];

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launch()]);
  const login = { username: 'amina', password: 'souk-demo-1' };
  ({ token } = await demo.call<{ token: string }>('POST /login', login));
  // An account to withdraw to, whose wait is over; by then the sign-in has ended, too.
  const account = { type: 'bank_card', bankName: 'DEMO Bank', cardNo: '6222021234567890' };
  const proof = { accountName: 'Amina Haddad', payPassword: '135790' };
  await demo.call('POST /v1/user/bank/add', { ...account, ...proof }, token);
  await demo.pass(25 * 3_600_000);
  ({ token } = await demo.call<{ token: string }>('POST /login', login));
  const { list } = await demo.call<{ list: { goodsCode: string }[] }>(
    'POST /v1/showcase/list',
    { status: 'listed' },
    token,
  );
  const placed = await demo.ops<{ id: string }>('place-order', {
    goods: list[0]?.goodsCode,
    quantity: 1,
    'wallet-reason': 'held_until_delivery',
  });
  orderId = placed.id;
  // A decision with its reasons, for the screens about it.
  const statement = { facts: 'Two parcels came late.', rule: 'Parcels leave in time.' };
  await demo.ops('score-change', { points: '-1', ...statement });
});
afterAll(() => Promise.all([browser?.close(), demo?.close()]));

const settled = () =>
  Boolean(document.querySelector('h1')?.textContent) && !document.querySelector('[aria-busy="true"]');

const go = async (page: Page, path: string) => {
  await page.goto(demo.url + (path.endsWith('=') ? path + orderId : path));
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(settled);
};

/** What is wrong with what the page shows now, in sentences; nothing where all is well. */
async function faultsOf(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  // The dark theme is another set of colours for the same elements.
  const looks = [['light'], ['dark', ['color-contrast']]] as const;
  for (const [colorScheme, rules] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const { id, help, nodes } of await axe(page, rules && [...rules]))
      found.push(`${name}, ${colorScheme}: ${id}: ${help}: ${nodes.join(' ')}`);
    await shot(page, `${name.replace(/\W+/g, '-')}-${colorScheme}`);
  }
  const [wide, room] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const inside = [...document.querySelectorAll('dialog[open]')];
    const over = inside.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.scrollWidth);
    return [Math.max(scrollWidth, ...over), clientWidth];
  });
  if (wide > room) found.push(`${name}: ${wide} px wide in ${room} px`);
  return found;
}

const parts = (page: Page) =>
  page.evaluate(() => ({
    h1: document.querySelectorAll('h1').length,
    main: document.querySelectorAll('main').length,
    bar: document.querySelector('nav.tabs')?.getBoundingClientRect().height,
    dir: document.querySelector('.souk')?.getAttribute('dir'),
  }));

const viewport = { width: 320, height: 700 };

describe.each([
  ['en', en, 'ltr'],
  ['ar', ar as unknown as Texts, 'rtl'],
] as const)('in %s at 320 px, light and dark', (lang, texts, dir) => {
  let watched: Watched;
  let stranger: Watched;
  beforeAll(async () => {
    [watched, stranger] = await Promise.all([
      openPage(browser, { viewport }),
      openPage(browser, { viewport }),
    ]);
    await signedIn(watched.context, token);
    for (const { context } of [watched, stranger])
      await context.addInitScript((tag) => {
        localStorage.setItem('lang', tag);
        localStorage.setItem('langChosen', '1');
      }, lang);
  });
  afterAll(() => Promise.all([watched?.context.close(), stranger?.context.close()]));

  const look = async (page: Page, { path, tab, sheets = [] }: Screen, as = path) => {
    await go(page, path);
    expect(await parts(page)).toEqual({ h1: 1, main: 1, bar: tab && 60, dir });
    const found = await faultsOf(page, `${lang} ${as}`);
    const step = await page.evaluate(() => history.state?.souk);
    for (const { name, open } of sheets) {
      await open(page, texts);
      const sheet = page.locator('dialog[open]');
      await sheet.waitFor();
      await page.waitForFunction(settled);
      found.push(...(await faultsOf(page, `${lang} ${as} ${name}`)));
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      // A sheet takes its step in the history back, which would cross with the next address.
      await page.waitForFunction((before) => history.state?.souk === before, step);
    }
    expect(found).toEqual([]);
  };

  test.each(screens)('$path', async (screen) => {
    await look(watched.page, screen);
    watched.mustBeClean();
  });

  test.each(['/login', '/wallet', '/invite?invite=ABCD1234'])('sign-in at %s', async (path) => {
    await look(stranger.page, { path, sheets: [language] }, `sign-in at ${path}`);
    stranger.mustBeClean();
  });
});
