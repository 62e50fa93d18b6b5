import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser } from '../harness/browser.ts';
import { type Served, serve } from '../harness/served.ts';
import { runNativeApp } from './native-app.ts';
import { blocks } from './readme.ts';

const sessionKey = 'the-key-of-this-site-s-back-end';
let browser: Browser;
let souk: Served;
let site: ReturnType<typeof createServer>;
let origin: string;
let page = '';

/** An integrator's own site, on another origin. */
beforeAll(async () => {
  site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  [souk, browser] = await Promise.all([
    serve({ SOUK_HOSTS: origin, SOUK_SESSION_KEY: sessionKey }),
    sharedBrowser(),
  ]);
});
afterAll(() => Promise.all([souk?.stop(), new Promise((resolve) => site.close(resolve))]));

/** The files that a reader of the pages alone writes into an empty folder. */
const follow = (snippet: string, session = '') => {
  page = session + snippet.replaceAll('http://127.0.0.1:8080', souk.url);
};
/** The README's lines for a back end of one's own, on a server that has the key. */
function backEnd(key = sessionKey): (user: string) => Promise<{ token: string }> {
  const [snippet = ''] = blocks('README.md', 'js');
  const lines = `${snippet.replaceAll('http://127.0.0.1:8080', souk.url)}\nreturn soukSession;`;
  return new Function('process', lines)({ env: { SOUK_SESSION_KEY: key } });
}
const sessionOf = (token: string) =>
  `<script>const mySession = { token: async () => ({ token: ${JSON.stringify(token)} }) };</script>`;

test('the script tag alone ends with a working shop', async () => {
  const [snippet = ''] = blocks('README.md', 'html');
  follow(snippet);
  const { page: tab, context, mustBeClean } = await openPage(browser, { expected: /favicon/ });
  await tab.goto(origin);
  await tab.getByLabel('Username').fill('amina');
  await tab.getByLabel('Password', { exact: true }).fill('souk-demo-1');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await tab.locator(usable).waitFor();
  expect(await tab.getByRole('heading', { level: 2 }).first().innerText()).toBe('Store');
  mustBeClean();
  await context.close();
});

test('the script tag with a session of the page’s own ends with that merchant’s shop, and can be taken away', async () => {
  const [snippet = ''] = blocks('docs/embedding.md', 'html');
  // The page's last line, which only says what can be done, is done here.
  const asked = 'window.bridge = bridge; window.leave = leave;';
  const soukSession = backEnd();
  await expect(backEnd('another-key-of-24-characters')('customer-1')).rejects.toThrow('x-ops-key');
  const { token } = await soukSession('customer-1');
  follow(snippet.replace(/^ *\/\/ Later: .*$/m, asked), sessionOf(token));
  const { page: tab, context, mustBeClean } = await openPage(browser, { expected: /favicon/ });
  await tab.goto(origin);
  await tab.getByLabel(/^I agree to the terms/).check();
  await tab.getByRole('button', { name: 'Agree and continue' }).click();
  await tab.locator(usable).waitFor();
  await tab.evaluate("bridge.update({ lang: 'ar', theme: 'dark' })");
  await tab.locator('#souk[dir=rtl][data-theme=dark]').waitFor();
  await tab.evaluate('leave()');
  expect(await tab.locator('#souk').count()).toBe(0);
  mustBeClean();
  await context.close();
});

test('the snippet for the card ends with the merchant’s figures, whose press opens the page with Souk in it', async () => {
  const [, snippet = ''] = blocks('docs/embedding.md', 'html');
  follow(`<title>My super-app</title>${snippet}`, sessionOf(await souk.signIn()));
  const { page: tab, context, mustBeClean } = await openPage(browser, { expected: /favicon/ });
  await tab.goto(origin);
  await tab.locator('souk-card .big > .num').waitFor();
  await tab.getByRole('link').click();
  await tab.waitForURL(`${origin}/shop.html#/orderList?status=pending_payment`);
  mustBeClean();
  await context.close();
});

/** A session call that takes its time, as one over a slow line does. */
const slowSessionOf = (token: string, ms: number) =>
  `<script>const mySession = { token: () => new Promise((resolve) =>
    setTimeout(resolve, ${ms}, { token: ${JSON.stringify(token)} })) };</script>`;

test('the snippet for a frame shows no password form while the session is on its way, and asks before it closes over typed text', async () => {
  const token = await souk.signIn();
  const [, , snippet = ''] = blocks('docs/embedding.md', 'html');
  follow(`<!doctype html><title>My super-app</title>${snippet}`, slowSessionOf(token, 2_500));
  const { page: tab, context, mustBeClean } = await openPage(browser, { expected: /favicon/ });
  // Says so as soon as a password field is in the document, if only for a frame.
  await context.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('[type=password]')) Object.assign(window, { flashed: true });
    }).observe(document, { childList: true, subtree: true });
  });
  await tab.goto(origin);
  const inside = tab.frameLocator('#souk');
  await inside.locator(usable).waitFor();
  expect(await inside.getByRole('heading', { level: 1 }).innerText()).toBe('Store');
  const flashed = tab.frames().map((frame) => frame.evaluate('window.flashed === true'));
  expect(await Promise.all(flashed)).toEqual([false, false]);
  await inside.locator('a[href="/service"]').click();
  await inside.locator('a[href="/feedback"]').click();
  await inside.locator('textarea').fill('Half a word');
  for (const answer of ['dismiss', 'accept'] as const) {
    const asked = tab.waitForEvent('dialog').then((dialog) => dialog[answer]());
    await tab.getByRole('button', { name: 'Close' }).click();
    await asked;
    expect(await tab.locator('#souk').count()).toBe(answer === 'dismiss' ? 1 : 0);
  }
  mustBeClean();
  await context.close();
});

const accentOf = (inside: Page | FrameLocator) =>
  inside.locator('#souk').evaluate((root) => getComputedStyle(root).getPropertyValue('--accent'));

test.each(['tag', 'mount', 'frame'])('the snippet for the appearance by %s is drawn in it', async (kind) => {
  const at = ['tag', 'mount', 'frame'].indexOf(kind);
  follow(`<!doctype html><title>My super-app</title>${blocks('docs/theming.md', 'html')[at]}`);
  const { page: tab, context, mustBeClean } = await openPage(browser, { expected: /favicon/ });
  const warnings: string[] = [];
  tab.on('console', (message) => warnings.push(...(message.text().match(/^Souk: .*/) ?? [])));
  await tab.goto(origin);
  const inside = kind === 'frame' ? tab.frameLocator('#souk') : tab;
  await inside.getByLabel('Username').waitFor();
  await expect.poll(() => accentOf(inside)).toBe('#0a6e46');
  if (kind !== 'mount') {
    await tab.evaluate('restyle()');
    await expect.poll(() => accentOf(inside)).toBe('#8a2be2');
  } else {
    await tab.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => accentOf(inside)).toBe('#3ecf8e');
  }
  expect(warnings).toEqual([]);
  mustBeClean();
  await context.close();
});

test('the message for the appearance in a native app is drawn', async () => {
  const message = JSON.parse(blocks('docs/theming.md', 'json')[1] ?? '');
  const { page: view, context, mustBeClean } = await openPage(browser);
  const posted: { t: string; n: string }[] = [];
  await view.exposeFunction('post', (text: string) => void posted.push(JSON.parse(text)));
  await view.addInitScript('window.ReactNativeWebView = { postMessage: (text) => void post(text) };');
  await view.goto(`${souk.url}/shopCenter`);
  await expect.poll(() => posted[0]?.t).toBe('hello');
  const say = (fields: object) => {
    const text = JSON.stringify({ souk: 1, ...fields, n: posted[0]?.n });
    return view.evaluate(`soukBridge.receive(${JSON.stringify(text)})`);
  };
  const state = { token: null, lang: 'en' };
  await say({ t: 'hi', p: { version: 1, platform: 'mine', capabilities: [], state } });
  await view.getByLabel('Username').waitFor();
  await say(message);
  await expect.poll(() => accentOf(view)).toBe('#0a6e46');
  mustBeClean();
  await context.close();
});

test('the address for a WebView hands the session over, and keeps no token', async () => {
  const token = await souk.signIn();
  const [example = ''] = blocks('docs/webview.md', 'text');
  const address = example.replace('https://souk.example.com', souk.url).replace('THE_TOKEN', token);
  const { page: tab, context, mustBeClean } = await openPage(browser);
  await tab.goto(address);
  await tab.locator(usable).waitFor();
  expect(await tab.evaluate('document.documentElement.lang')).toBe('ar');
  const kept = await tab.evaluate(
    'JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }])',
  );
  expect(kept).not.toContain(token);
  mustBeClean();
  await context.close();
});

test('the snippet for React Native ends with a working shop in the app, which asks before typed text is lost, without storage', async () => {
  const { page: view, context, mustBeClean } = await openPage(browser);
  await view.addInitScript(() => {
    const refuse = () => {
      throw new Error('refused');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse });
  });
  const app = await context.newPage();
  const tokens: string[] = [];
  const injected = await runNativeApp(app, view, souk.url, async () => {
    tokens.push(await souk.signIn());
    return tokens.at(-1) ?? '';
  });
  await view.locator(usable).waitFor();
  expect(await view.evaluate('document.documentElement.lang')).toBe('ar');
  expect(await app.evaluate('pressBack()')).toBe(false);
  await fetch(`${souk.url}/host/expire`, { method: 'POST', headers: { authorization: tokens[0] ?? '' } });
  await view.locator('nav.tabs a[href="/orderList"]').click();
  await expect.poll(() => tokens.length).toBe(2);
  await view.locator('main li').first().waitFor();
  expect(await app.evaluate('pressBack()')).toBe(true);
  await expect.poll(() => new URL(view.url()).pathname).toBe('/shopCenter');
  const kept = await view.evaluate('JSON.stringify([location.href, history.state])');
  for (const token of tokens) expect(kept).not.toContain(token);
  mustBeClean();

  await view.locator('a[href="/service"]').click();
  await view.locator('a[href="/feedback"]').click();
  await view.locator('textarea').fill('Half a word');
  for (const path of ['/service', '/shopCenter']) {
    await app.evaluate('pressBack()');
    await expect.poll(() => new URL(view.url()).pathname).toBe(path);
  }
  for (const agrees of [false, true]) {
    await app.evaluate(`agrees = ${agrees}`);
    expect(await app.evaluate('pressBack()')).toBe(true);
    await expect.poll(() => injected.at(-1)).toContain(agrees ? String.raw`\"r\":{}` : 'denied');
    expect(await app.evaluate('window.left === true')).toBe(agrees);
  }
  await context.close();
});
