// The recipes of docs/frameworks.md, followed to the letter in an empty project: from the packages to a paid order.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser } from '../harness/browser.ts';
import { openPayment } from '../harness/pay-order.ts';
import { type Served, serve } from '../harness/served.ts';
import { type Framework, follow, frameworks, recipeOf, recipes } from './frameworks.ts';

let souk: Served;
let folder: string;
/** Tokens that the site's back end has handed out. */
const tokens: string[] = [];
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The integrator's own site: the files that were built, and a back end with a session for its user. */
const site = createServer(async ({ url = '/', method }, answer) => {
  if (method === 'POST') {
    tokens.push(await souk.signIn());
    return answer.end(tokens.at(-1));
  }
  const asked = join(folder, 'dist', new URL(url, 'http://site').pathname);
  const file = extname(asked) && existsSync(asked) ? asked : join(folder, 'dist/index.html');
  answer.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(readFileSync(file));
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  souk = await serve({ SOUK_HOSTS: origin });
});
afterAll(() => Promise.all([souk?.stop(), new Promise((resolve) => site.close(resolve))]));

/** Follows a recipe and opens the page that it ends with. */
async function openApp(framework: Framework, expected?: RegExp) {
  folder = mkdtempSync(join(tmpdir(), 'souk-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await follow(framework, folder, souk.url);
  const opened = await openPage(await sharedBrowser(), expected && { expected });
  onTestFinished(() => opened.context.close());
  await opened.page.goto(origin);
  return opened;
}

async function payOrder(page: Page) {
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await openPayment(page);
  const sheet = page.getByRole('dialog');
  await sheet.locator('input').fill('135790');
  await sheet.locator('[type=submit]').click();
  await page.getByText('Available balance now').waitFor();
}

test('the recipe for React 19 pays an order in StrictMode, with a session that ended meanwhile', async () => {
  const { page, mustBeClean } = await openApp(frameworks.react);
  await page.locator(usable).waitFor();
  const headers = { authorization: tokens.at(-1) ?? '' };
  await fetch(`${souk.url}/host/expire`, { method: 'POST', headers });
  await payOrder(page);
  mustBeClean();
});

test('the recipe without a framework pays an order, after each address that is wrong has said what it is', async () => {
  const { page, mustBeClean } = await openApp(frameworks.plain, /ERR_UNSAFE_PORT/);
  /** Returns the code with which an address fails. */
  const codeOf = (address: string) =>
    page.evaluate(`loadSouk(${JSON.stringify(address)}).then(() => 'loaded', ({ code }) => code)`);
  expect(await codeOf('souk.example')).toBe('invalid_origin');
  expect(await codeOf('http://127.0.0.1:1')).toBe('unreachable');
  expect(await codeOf(`${origin}/no-souk`)).toBe('unreachable');
  const mounted = page.evaluate('showShop().then((leave) => typeof leave)');
  expect(await mounted).toBe('function');
  expect(await codeOf('https://other.example')).toBe('other_origin');
  await payOrder(page);
  mustBeClean();
});

test.each(recipes)('the recipe for %s has at most 15 lines', (framework) => {
  const lines = Object.values(recipeOf(framework).files).flatMap((text) => text.trim().split('\n'));
  expect(lines.length).toBeLessThanOrEqual(15);
});
