import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, openPage } from '../harness/browser.ts';
import { type Served, serve } from '../harness/served.ts';
import { usable } from '../harness/usable.ts';
import { blocks } from './readme.ts';

let browser: Browser;
let souk: Served;
let site: ReturnType<typeof createServer>;
let origin: string;
let page = '';

/** An integrator's own site, on an origin of its own. */
beforeAll(async () => {
  site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  [souk, browser] = await Promise.all([serve({ SOUK_HOSTS: origin }), launch()]);
});
afterAll(() => Promise.all([browser?.close(), souk?.stop(), new Promise((resolve) => site.close(resolve))]));

test('the snippet for a web page ends with a working shop in it', async () => {
  const token = await souk.signIn();
  const [snippet = ''] = blocks('html');
  const session = `<script>const mySession = { token: async () => ({ token: ${JSON.stringify(token)} }) };</script>`;
  page = `<!doctype html><title>My super-app</title>${session}${snippet.replaceAll('http://127.0.0.1:8080', souk.url)}`;
  const { page: tab, context, mustBeClean } = await openPage(browser, { expected: /favicon/ });
  await tab.goto(origin);
  const inside = tab.frameLocator('#souk');
  await inside.locator(usable).waitFor();
  expect(await inside.getByRole('heading', { level: 1 }).innerText()).toBe('Shop centre');
  mustBeClean();
  await context.close();
});

test('the address for a WebView hands the session over, and keeps no token', async () => {
  const token = await souk.signIn();
  const [example = ''] = blocks('text');
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
