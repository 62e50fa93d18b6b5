// What a deploy does to people inside: servers of two builds, a balancer in front of them, and a browser that goes on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Balancer, startBalancer } from '../../tools/balancer.mjs';
import { usable } from '../../tools/usable.mjs';
import { browsersByStorage, openPage, sharedBrowser, signedIn } from '../harness/browser.ts';
import { dist, readBuilt } from '../harness/built.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type Build, type Deployed, deploy, type MadeBuild, makeBuild } from '../harness/deploys.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';

let database: TestDatabase;
let browser: Browser;
let site: HostSite;
let older: MadeBuild;
let newer: Build;
let front: Balancer;
let shared: string;
const running: Deployed[] = [];

beforeAll(async () => {
  shared = mkdtempSync(join(tmpdir(), 'souk-shared-'));
  older = makeBuild('en,ar');
  newer = { dir: dist, app: readBuilt().app };
  [database, browser, site] = await Promise.all([openTestDatabase('postgres'), sharedBrowser(), hostSite()]);
});
beforeEach(async () => {
  front = await startBalancer();
});
afterEach(async () => {
  await front.close();
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(shared, { recursive: true, force: true });
  await site?.close();
  await database?.close();
  older?.remove();
});

const serve = async (build: Build, env: Record<string, string> = {}) => {
  const server = await deploy(build, { DATABASE_URL: database.url, SOUK_HOSTS: site.origin, ...env });
  running.push(server);
  return server;
};
const signIn = async () => {
  const answer = await fetch(`${front.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'amina', password: 'souk-demo-1' }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
};

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first();
const tabs = [
  ['Orders', 'Orders'],
  ['Products', 'Products'],
  ['Account', 'Account'],
  ['Store', 'Store'],
] as const;
const notLoaded = (page: Page) => page.getByText(/Couldn’t load/).count();
/** Counts the loads of a document. */
const loadsOf = (page: Page) => {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads++;
  });
  return () => loads;
};

test('every screen loads from either build in a rolling update, no page reloads, and what was typed stays', async () => {
  const builds = { SOUK_BUILDS: join(shared, 'both') };
  const a = await serve(older, builds);
  front.send([a]);
  const token = await signIn();
  const { page, context, mustBeClean } = await openPage(browser);
  await signedIn(context, token);
  await page.goto(`${front.url}/feedback`);
  await page.getByLabel('Your feedback').fill('Typed before anything was deployed');
  const loads = loadsOf(page);
  await page.goto(`${front.url}/shopCenter`);
  await page.locator(usable).waitFor();

  const opened: string[] = [];
  const lookAround = async () => {
    for (const [link, title] of tabs) {
      await tab(page, link).click();
      await heading(page, title).waitFor();
    }
    const { page: fresh } = await openPage(browser);
    await signedIn(fresh.context(), token);
    fresh.on('request', (request) => opened.push(request.url()));
    await fresh.goto(`${front.url}/shopCenter`);
    await fresh.locator(usable).waitFor();
    await tab(fresh, 'Orders').click();
    await heading(fresh, 'Orders').waitFor();
    expect(await notLoaded(fresh)).toBe(0);
    await fresh.context().close();
  };

  const b = await serve(newer, builds);
  front.send([a, b]);
  await lookAround();
  await lookAround();
  front.send([b]);
  await a.stop();
  await lookAround();
  const others = [
    ['/settings', 'Settings'],
    ['/goodsList/warehouse', 'Catalog'],
    ['/upgrade', 'Shop levels'],
    ['/feedback', 'Feedback'],
  ] as const;
  for (const [path, title] of others) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
    await heading(page, title).waitFor();
  }
  await expect
    .poll(() => page.getByLabel('Your feedback').inputValue())
    .toBe('Typed before anything was deployed');
  expect(await notLoaded(page)).toBe(0);
  expect(loads()).toBe(1);
  expect(opened.filter((url) => url.includes(older.app)).length).toBeGreaterThan(0);
  expect(opened.filter((url) => url.includes(newer.app)).length).toBeGreaterThan(0);
  mustBeClean();

  const pinned = await fetch(`${front.url}/${older.app}/souk.js`);
  expect(pinned.status).toBe(200);
}, 120_000);

describe('where the files of a build are gone', () => {
  const gone = /404|Failed to (load|fetch)|dynamically imported/;
  let before: Deployed;
  let after: Deployed;
  beforeAll(async () => {
    before = await serve(older, { SOUK_BUILDS: join(shared, 'older') });
    after = await serve(newer, { SOUK_BUILDS: join(shared, 'newer') });
  });
  beforeEach(() => front.send([before]));
  /** Replaces the older build by the newer alone; its server does not have the older files. */
  const replace = () => front.send([after]);
  const idle = (page: Page) =>
    expect
      .poll(() =>
        page.evaluate(() =>
          performance.getEntriesByType('resource').some(({ name }) => /souk_shell/.test(name)),
        ),
      )
      .toBe(true);

  test('a page of Souk’s own reloads itself once, at the screen that was asked for, and drafts stay', async () => {
    const { page, context } = await openPage(browser, { expected: gone });
    await signedIn(context, await signIn());
    await page.goto(`${front.url}/feedback`);
    await page.getByLabel('Your feedback').fill('Typed in the older build');
    await idle(page);
    const loads = loadsOf(page);
    replace();
    await page.evaluate(() => {
      history.pushState({}, '', '/wallet');
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    });
    await heading(page, 'Account').waitFor();
    expect(loads()).toBe(1);
    expect(await page.content()).toContain(newer.app);
    await page.goto(`${front.url}/feedback`);
    await expect.poll(() => page.getByLabel('Your feedback').inputValue()).toBe('Typed in the older build');
    await context.close();
  });

  test('a page that finds no complete build does not reload a second time, and says so', async () => {
    const { page, context } = await openPage(browser, { expected: gone });
    await signedIn(context, await signIn());
    await page.route(/app\/.*(wallet|settings).*\.js/, (route) => route.fulfill({ status: 404 }));
    await page.route('**/release.json', (route) =>
      route.fulfill({ json: { app: `/app/${Math.random()}/` } }),
    );
    await page.goto(`${front.url}/shopCenter`);
    await page.locator(usable).waitFor();
    await idle(page);
    const loads = loadsOf(page);
    await tab(page, 'Account').click();
    await page.getByRole('button', { name: 'Reload page' }).waitFor();
    expect(loads()).toBe(1);
    await context.close();
  });

  test('a merchant signed in by an address alone is not signed out by a reload', async () => {
    const { page, context } = await openPage(browser, { expected: gone });
    await page.goto(`${front.url}/shopCenter#token=${await signIn()}`);
    await page.locator(usable).waitFor();
    await idle(page);
    const loads = loadsOf(page);
    replace();
    await tab(page, 'Account').click();
    await page.getByRole('button', { name: 'Reload page' }).waitFor();
    expect(loads()).toBe(0);
    await page.goBack();
    await page.locator(usable).waitFor();
    await context.close();
  });

  const hostPage = (token: string, options: string) => `<title>My app</title>
    <script nonce="once" async src="${front.url}/souk.js"></script><div id="place"></div>
    <script type="module" nonce="once">
      import { createHost, createHostObject } from '${front.url}/host.js';
      const { host, end } = createHostObject();
      window.bridge = createHost(end, {
        platform: 'my-super-app', state: { token: '${token}', lang: 'en', theme: 'light' }, methods: {},
      });
      await customElements.whenDefined('souk-app');
      window.leave = Souk.mount(document.querySelector('#place'), { host, ${options} });
    </script>`;
  const policy = () =>
    [
      "default-src 'none'; script-src 'nonce-once'; style-src 'nonce-once'",
      `connect-src ${front.url}; img-src ${front.url} data: blob:`,
      "require-trusted-types-for 'script'; trusted-types 'none'",
    ].join('; ');

  test.each(['hash', 'memory'])(
    'Souk in a partner’s page begins again from the current build, with its addresses in %s, and the page stays',
    async (kind) => {
      site.put('/', hostPage(await signIn(), `location: '${kind}'`), { 'content-security-policy': policy() });
      const { page, context } = await openPage(browser, { expected: gone });
      await page.goto(`${site.origin}/`);
      await page.locator(usable).waitFor();
      await page.evaluate('window.mark = 1');
      await idle(page);
      replace();
      await tab(page, 'Account').click();
      await heading(page, 'Account').waitFor();
      await tab(page, 'Orders').click();
      await heading(page, 'Orders').waitFor();
      const asked: string[] = await page.evaluate(
        `performance.getEntriesByType('resource').map(({ name }) => name)`,
      );
      expect(asked.filter((url) => url.includes(`${newer.app}/embedded.js`))).toHaveLength(1);
      expect(await page.evaluate('window.mark')).toBe(1);
      // The host is heard by the new one, and takes all of it away.
      await page.evaluate("bridge.update({ theme: 'dark' })");
      await expect
        .poll(() => page.locator('#souk').evaluate((root) => getComputedStyle(root).colorScheme))
        .toBe('dark');
      await page.evaluate('leave()');
      expect(await page.locator('#place .souk').count()).toBe(0);
      await context.close();
    },
  );

  test('the loaded build continues in a partner’s page where the current one does not start', async () => {
    site.put('/', hostPage(await signIn(), "location: 'memory'"), { 'content-security-policy': policy() });
    const { page, context } = await openPage(browser, { expected: gone });
    await page.route(`**/${newer.app}/embedded.js`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: 'export const start = () => { throw new Error("It does not start."); };',
      }),
    );
    await page.goto(`${site.origin}/`);
    await page.locator(usable).waitFor();
    await idle(page);
    replace();
    await tab(page, 'Account').click();
    await page.getByRole('button', { name: 'Reload page' }).waitFor();
    await tab(page, 'Store').click();
    await heading(page, 'Store').waitFor();
    await page.evaluate('leave()');
    expect(await page.locator('#place .souk').count()).toBe(0);
    await context.close();
  });

  test.each(Object.entries(browsersByStorage))(
    'a frame whose storage is %s reloads, and its host page does not',
    async (_, browserOf) => {
      const token = await signIn();
      site.put(
        '/',
        `<title>My app</title><iframe id="souk" title="My shop" style="width: 390px; height: 780px"></iframe>
      <script type="module">
        import { hostFrame } from '${front.url}/host.js';
        const frame = document.getElementById('souk');
        hostFrame(frame, '${front.url}', { platform: 'x', state: { token: '${token}', lang: 'en', theme: 'auto' }, methods: {} });
        frame.src = '${front.url}/shopCenter#lang=en';
      </script>`,
      );
      const { page, context } = await openPage(await browserOf(), { expected: gone });
      await page.goto(`${site.origin}/`);
      const frame = page.frameLocator('#souk');
      await frame.locator(usable).waitFor();
      await page.evaluate('window.mark = 1');
      const inside = page.frames().at(-1);
      // A function: the page's policy runs no text.
      await inside?.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => /souk_shell/.test(name)),
      );
      replace();
      await frame.getByRole('link', { name: 'Account' }).click();
      await frame.getByRole('heading', { name: 'Account', exact: true }).waitFor();
      expect(await page.frames().at(-1)?.content()).toContain(newer.app);
      expect(await page.evaluate('window.mark')).toBe(1);
      await context.close();
    },
  );
});
