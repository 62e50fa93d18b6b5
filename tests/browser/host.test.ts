import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoPages } from '../../src/server/demo/demo-host.ts';
import { createSite } from '../../src/server/http/site/site.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { openPage, sharedBrowser, shot, type Watched } from '../harness/browser.ts';
import { dist } from '../harness/built.ts';
import { testLangs } from '../harness/langs.mjs';
import { password, startTestServer } from '../harness/server.ts';

let site: { url: string; close(): Promise<void> };
let browser: Browser;
let opened: Watched;

/** Put into every document as an Android app's channel, with a host behind it, which may answer under wrong numbers. */
const theirHost = (isWrong: boolean) => {
  const messages: { n: string; t: string }[] = [];
  const soukHost = {
    onmessage: (_: { data: string }) => {},
    postMessage: (text: string) => {
      const { n, t, id, m, p } = JSON.parse(text);
      const say = (fields: object) =>
        setTimeout(() => soukHost.onmessage({ data: JSON.stringify({ souk: 1, n, ...fields }) }));
      if (self !== top) return;
      const [guest] = messages;
      if (t === 'hello' && p.versions.includes(1)) {
        messages.unshift({ n, t });
        const state = { token: null };
        say({ t: 'hi', p: { version: 1, platform: 'theirs', capabilities: ['token', 'openUrl'], state } });
      }
      if (t !== 'req' || n !== guest?.n) return;
      const to = { t: 'res', id: isWrong ? id + 1 : id };
      if (m === 'token') say({ ...to, r: { token: 'k3y' } });
      else say({ ...to, e: { code: m === 'openUrl' ? 'denied' : 'unsupported' } });
    },
  };
  const announced = ['state', 'back', 'pause', 'resume'];
  const tell = () => {
    for (const m of announced) {
      const message = { souk: 1, t: 'evt', n: messages[0]?.n, m, p: m === 'state' ? { lang: 'ar' } : {} };
      soukHost.onmessage({ data: JSON.stringify(message) });
    }
  };
  Object.assign(window, { soukHost, tell });
};

/** Low enough for a keyboard to cover the fields of the sign-in. */
const bench = { viewport: { width: 1280, height: 650 }, isMobile: false, deviceScaleFactor: 1 };
/** One platform with replies and one without; the cases of the bridge cover all of them. */
const platforms = ['ios', 'android'];

/** The demo's pages around a merchant without a past: the demo shop's history would take longer than all that is seen here. */
const openSite = async () => {
  const env = { NODE_ENV: 'test', SOUK_DEMO: '1', SOUK_LANGS: testLangs };
  const { app, deps, addUser, close } = await startTestServer('pglite', {
    config: { ...readConfig(env), passwordCost: 16 },
    start: new Date().toISOString(),
  });
  await addUser({ username: 'amina' });
  app.route('/', createSite(deps, dist, { demo: demoPages(deps) }));
  const listening = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    async close() {
      listening.closeAllConnections();
      await new Promise((resolve) => listening.close(resolve));
      await close();
    },
  };
};

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(), sharedBrowser()]);
  opened = await openPage(browser, bench);
  await opened.page.goto(`${site.url}/host`);
});
afterAll(() => site?.close());

const inside = () => opened.page.frameLocator('#souk');
const styled = (name: string) =>
  inside()
    .locator('#souk')
    .evaluate((root, property) => (root as HTMLElement).style.getPropertyValue(property), name);
const paint = (id: string, color: string) =>
  opened.page.locator(`#${id}`).evaluate((field, value) => {
    (field as HTMLInputElement).value = value;
    field.dispatchEvent(new Event('input'));
  }, color);

test('the field that is typed into stays above the keyboard', async () => {
  const { page } = opened;
  const field = inside().getByLabel('Password', { exact: true });
  await field.focus();
  const button = page.getByRole('button', { name: 'Keyboard' });
  // A press would take the focus out of the frame, as no keyboard does.
  await button.evaluate((pressed: HTMLButtonElement) => pressed.click());
  await expect.poll(() => styled('--souk-keyboard')).toBe('291px');
  const [box, keys] = await Promise.all([field.boundingBox(), page.locator('#keys').boundingBox()]);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(keys?.y ?? 0);
  await button.evaluate((pressed: HTMLButtonElement) => pressed.click());
  await expect.poll(() => styled('--souk-keyboard')).toBe('0px');
});

test('the panel changes the look live and prints the lines that do the same, and a warning names an unreadable colour that is moved', async () => {
  const { page } = opened;
  await paint('colorBackground', '#fff4e0');
  await expect.poll(() => styled('--bg')).toBe('#fff4e0');
  await paint('colorText', '#ffff00');
  await expect.poll(() => styled('--ink')).not.toBe('');
  expect(await styled('--ink')).not.toBe('#ffff00');
  await expect
    .poll(() => page.locator('#log').innerText())
    .toMatch(/appearance\.colorText .{1,4}#ffff00.{1,4} is drawn as/);
  await page.locator('#appearance-kind').selectOption('frame');
  expect(await page.locator('#appearance-snippet').textContent()).toContain('"colorBackground": "#fff4e0"');
  await page.locator('#appearance-reset').click();
  await expect.poll(() => styled('--bg')).toBe('');
});

test.each(platforms)(
  'the channel of %s ends with a shop that has its token, and goes back by it',
  async (name) => {
    const { page, mustBeClean } = opened;
    if (name === platforms[0]) {
      await page.locator('#password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
    }
    await page.locator('#channel').selectOption(name);
    const tabs = inside().getByRole('navigation', { name: 'Main' });
    await tabs.getByRole('link', { name: 'Orders' }).click();
    const [title, back] = [page.locator('#app-title'), page.locator('#phone-back')];
    await expect.poll(() => title.textContent()).toBe('Orders · Souk');
    await back.click();
    await expect.poll(() => title.textContent()).toBe('Store · Souk');
    await back.click();
    expect(await page.locator('#home').isVisible()).toBe(true);
    expect(
      await inside()
        .locator('body')
        .evaluate(() => location.pathname),
    ).toBe('/shopCenter');
    mustBeClean();
  },
);

// What each step takes for a fault: bridge/check-host.test.ts.
test('the page that checks a host passes a right one, and says of a wrong one which step fails', async () => {
  const { context, mustBeClean } = await openPage(browser);
  const check = async (isWrong: boolean) => {
    const page = await context.newPage();
    await page.addInitScript(theirHost, isWrong);
    await page.goto(`${site.url}/host/check#lang=ar`);
    const rows = page.locator('#steps > li');
    const marks = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.mark));
    const come = (step: number, mark: RegExp) =>
      vi.waitFor(async () => expect((await marks())[step - 1]).toMatch(mark), {
        timeout: 30_000,
        interval: 100,
      });
    await come(8, /yours|failed/);
    await page.evaluate('tell()');
    await come(8, /passed|failed/);
    if (!isWrong) await shot(page, 'host-check');
    expect((await rows.allTextContents()).join()).not.toContain('`');
    return marks();
  };
  const right = [...Array(8).fill('passed'), 'yours'];
  const wrong = right.map((mark, at) => (at === 4 ? 'failed' : mark));
  expect(await Promise.all([false, true].map(check))).toEqual([right, wrong]);
  mustBeClean();
  await context.close();
});
