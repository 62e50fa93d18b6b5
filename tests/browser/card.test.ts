// The card in pages of others: what it shows, what a press does, and what it says where it cannot.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { axe, openPage, sharedBrowser, shot, type Watched } from '../harness/browser.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';

let site: HostSite;
let souk: Served;
let browser: Browser;
let token: string;
let page: Page;
let context: Watched['context'];
let mustBeClean: Watched['mustBeClean'];

beforeAll(async () => {
  site = await hostSite();
  [souk, browser] = await Promise.all([serve({ SOUK_HOSTS: site.origin }), sharedBrowser()]);
  token = await souk.signIn();
});
beforeEach(async () => {
  ({ page, context, mustBeClean } = await openPage(browser));
});
afterEach(() => context.close());
afterAll(() => Promise.all([souk?.stop(), site?.close()]));

const policy = () =>
  [
    "default-src 'none'; base-uri 'none'; form-action 'none'",
    "script-src 'nonce-once'; style-src 'nonce-once'",
    `connect-src 'self' ${souk.url}; img-src data:`,
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ');
/** Styles that change every element of the page, and what each of them passes on. */
const rough = `<style nonce="once">
  * { all: unset; line-height: 4 !important; letter-spacing: 3px !important }
  html { font-size: 62.5% } body { display: block; font: italic 30px serif; color: red; text-transform: uppercase }
  div, p, a { border: 7px solid lime !important; padding: 40px !important } script, style, head, title { display: none }
</style>`;

/** Opens a page with a card under the strictest policy; every event of it is written into `window.events`. */
async function open(attributes = '', { styles = '', before = '', at = site } = {}) {
  const listen = `window.events = [];
    const card = document.querySelector('souk-card');
    for (const name of ['ready', 'error', 'badge', 'session-lost', 'navigate'])
      card.addEventListener('souk:' + name, ({ detail }) => window.events.push([name, detail]));`;
  const body = `<title>My app</title>${styles}<h1>My app</h1><souk-card ${attributes}></souk-card>
    <script nonce="once">${listen}${before}</script><script nonce="once" async src="${souk.url}/card.js"></script>`;
  at.put('/', body, { 'content-security-policy': policy() });
  await page.goto(`${at.origin}/`);
}
const withToken = () => `card.token = '${token}';`;
/** The others are about the page around the card. */
const rules = ['color-contrast', 'link-name', 'list', 'nested-interactive', 'role-img-alt', 'target-size'];
const events = (name: string) =>
  page.evaluate<Record<string, unknown>[]>(
    `window.events.filter(([name]) => name === '${name}').map(([, detail]) => detail)`,
  );
const card = () => page.locator('souk-card');
const link = () => card().getByRole('link');
const setCard = (act: string) => page.evaluate(`card.${act}`);
/** Answers the card's next calls with other figures, or with a refusal. */
const answer = (change: (data: { stat: never; today: never }) => object) =>
  page.route('**/api/v1/home', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change(await response.json()) });
  });

describe('the card', () => {
  test('shows the figure and the first act in a page of the strictest policy and of rough styles, and loads nothing of the app', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open('data-lang="en"', { styles: rough, before: withToken() });
    await link().waitFor();
    await shot(page, 'card-rough');
    const home = (await souk.ask('/v1/home', {}, token)) as {
      stat: { today: { profitSettled: string } };
      today: { total: number };
    };
    const { profitSettled } = home.stat.today;
    expect((await card().locator('.big').innerText()).replace(/[^\d.]/g, '')).toBe(profitSettled);
    expect(await events('badge')).toEqual([{ count: home.today.total }]);
    expect(await events('ready')).toHaveLength(1);
    const style = await link().evaluate((element) => {
      const { fontSize, fontStyle, letterSpacing, textTransform, borderTopWidth } = getComputedStyle(element);
      return [fontSize, fontStyle, letterSpacing, textTransform, borderTopWidth];
    });
    expect(style).toEqual(['15px', 'normal', 'normal', 'none', '0px']);
    const files = asked.map((url) => url.slice(url.lastIndexOf('/') + 1)).filter(Boolean);
    expect(files.sort()).toEqual(['card.css', 'card.js', 'en.card.json', 'home']);
    expect(asked.join()).not.toContain(token);
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
    expect(await axe(page, rules)).toEqual([]);
    mustBeClean();
  });

  test('opens Souk where the act is done: on its own page, on the page that data-href names, or by the page itself', async () => {
    await open('data-lang="en"', { before: withToken() });
    const act = `${souk.url}/orderList?status=pending_payment`;
    expect(await link().getAttribute('href')).toBe(`${act}#lang=en`);
    await link().click();
    // The app takes the language out of its address, as soon as it has read it.
    await page.waitForURL((url) => url.href.startsWith(act));
    await page.getByLabel('Username').waitFor();
    await open('data-lang="en" data-href="/shop"', { before: withToken() });
    expect(await link().getAttribute('href')).toBe('/shop#/orderList?status=pending_payment');
    await setCard("addEventListener('souk:navigate', (event) => event.preventDefault())");
    await link().click();
    expect(await events('navigate')).toEqual([{ path: '/orderList?status=pending_payment' }]);
    expect(page.url()).toBe(`${site.origin}/`);
  });

  test('follows language, theme and look, with the focus where it was', async () => {
    await open('data-lang="en"', { before: withToken() });
    await link().focus();
    await setCard("lang = 'ar'; card.removeAttribute('data-lang'); card.theme = 'dark'");
    await card().locator('.souk[dir=rtl][lang=ar][data-theme=dark]').waitFor();
    expect(await page.evaluate('card.shadowRoot.activeElement?.localName')).toBe('a');
    const accent = () =>
      card()
        .locator('.souk')
        .evaluate((root) => getComputedStyle(root).getPropertyValue('--accent'));
    await setCard("appearance = { colorAccent: '#0a7d4f', colorText: '#1a1f27', colour: 'red' }");
    await expect.poll(accent).toBe('#0a7d4f');
    await expect
      .poll(async () => (await events('error')).map(({ message }) => message).join('\n'))
      .toMatch(/no appearance variable colour[\s\S]*appearance\.colorText "#1a1f27" is drawn as/);
    expect(await axe(page, rules)).toEqual([]);
    await setCard('appearance = {}');
    await expect.poll(accent).toBe('#3769ea');
  });

  test('asks again when its page is seen again, once, and shows an amount of twelve digits and none', async () => {
    await open('data-lang="en"', { before: withToken() });
    await link().waitFor();
    let calls = 0;
    await answer((body) => {
      calls += 1;
      const { data } = body as never as { data: { stat: { today: object }; today: object } };
      Object.assign(data.stat.today, { profitSettled: '-999999999999.99' });
      Object.assign(data.today, { acts: [], total: 0 });
      return body;
    });
    await page.evaluate("for (const _ of [1, 2, 3]) document.dispatchEvent(new Event('visibilitychange'))");
    await card().getByText('Nothing needs you right now').waitFor();
    expect(await card().locator('.big').innerText()).toBe('−$999,999,999,999.99');
    expect(calls).toBe(1);
    const overflow = await card().evaluate(
      (element: HTMLElement) => element.scrollWidth - element.offsetWidth,
    );
    expect(overflow).toBe(0);
  });
});

describe('what is wrong', () => {
  const errors = async () =>
    (await events('error')).map(({ code, message }) => `${code}: ${message}`).join('\n');

  test('a token that has ended is an event, its figures go, and another one brings them back', async () => {
    const ending = await souk.signIn();
    await open('data-lang="en"', { before: `card.token = '${ending}';` });
    await link().waitFor();
    await fetch(`${souk.url}/host/expire`, { method: 'POST', headers: { authorization: ending } });
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await card().getByRole('link', { name: 'Your session has expired. Please sign in again.' }).waitFor();
    expect(await card().locator('.big').count()).toBe(0);
    expect(await events('session-lost')).toEqual([
      { code: 408, message: expect.stringContaining('element.token') },
    ]);
    await setCard(`token = '${token}'`);
    await card().locator('.big > .num').waitFor();
  });

  test('no token is drawn as a way to sign in; one that is none is named', async () => {
    await open('data-lang="en"', { before: 'card.token = null;' });
    await card().getByRole('link', { name: 'Please sign in first.' }).waitFor();
    expect(await errors()).toBe('');
    await setCard("token = 'two words'");
    await expect.poll(errors).toMatch(/^option: .*no token: hand over .*element\.token/);
  });

  test('no network leaves the figures with their time, and they are renewed when it is back', async () => {
    await open('data-lang="en"', { before: withToken() });
    await link().waitFor();
    await context.setOffline(true);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await card().getByText('Last updated').waitFor();
    await context.setOffline(false);
    await card().getByText('Last updated').waitFor({ state: 'detached' });
    expect(await errors()).toBe('');
  });

  test('a page that the server does not list, and an address that is no Souk, are named with the remedy', async () => {
    const stranger = await hostSite();
    await open('data-lang="en"', { before: withToken(), at: stranger });
    await expect.poll(errors).toContain(`add ${stranger.origin} to its SOUK_HOSTS`);
    await card().getByText('No connection. Check your network and try again.').waitFor();
    await stranger.close();
    await open(`data-lang="en" data-api="${site.origin}/api"`, { before: withToken() });
    await expect.poll(errors).toMatch(/^api: .*\/api is no Souk.*data-api/);
  });

  test('files that do not load are an error, beside a button that tries again', async () => {
    await page.route('**/card.css', (route) => route.abort());
    await open('data-lang="en"', { before: withToken() });
    await expect.poll(errors).toMatch(/^load: .*address.*policy/);
    await page.unroute('**/card.css');
    await page.getByRole('button', { name: 'Try again' }).click();
    await link().waitFor();
  });
});
