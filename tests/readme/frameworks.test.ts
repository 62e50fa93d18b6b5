// The recipes of docs/frameworks.md, followed to the letter in an empty project: from the packages to a paid order.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser } from '../harness/browser.ts';
import { isFullRun } from '../harness/full-run.ts';
import { openPayment } from '../harness/pay-order.ts';
import { type Served, serve } from '../harness/served.ts';
import { byRelease, type Framework, follow, perCommit, recipeOf, recipesIn } from './frameworks.ts';

const opsKey = 'the-key-of-the-operator-of-this-souk';
const sessionKey = 'the-key-of-this-site-s-back-end';
let souk: Served;
let folder: string;
const servers: Server[] = [];
/** Tokens that were handed out. */
const tokens: string[] = [];
const signIn = async () => {
  const token = await souk.signIn();
  tokens.push(token);
  return token;
};

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** The integrator's own site: the files that were built, and a back end with a session for its user. */
const answerAsSite: RequestListener = async ({ url = '/', method }, answer) => {
  if (method === 'POST') return answer.end(await signIn());
  const asked = join(folder, 'dist', new URL(url, 'http://site').pathname);
  const file = extname(asked) && existsSync(asked) ? asked : join(folder, 'dist/index.html');
  answer.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(readFileSync(file));
};

/** Souk, where the merchant of the demo, who has orders to pay, is the user of the integrator's. */
const answerAsSouk: RequestListener = async (asked, answer) => {
  if (asked.url === '/ops/merchant-open') {
    const isKnown = asked.headers['x-ops-key'] === sessionKey;
    return answer.end(
      JSON.stringify(isKnown ? { code: 200, data: { token: await signIn() } } : { code: 406 }),
    );
  }
  const { method, headers } = asked;
  const forwarded = request(`${souk.url}${asked.url}`, { method, headers }, (from) => {
    answer.writeHead(from.statusCode ?? 500, from.headers);
    from.pipe(answer);
  });
  asked.pipe(forwarded);
};

let siteUrl: string;
let soukUrl: string;
/** Of a framework's own server; a system gives no such port to what asks for any. */
const appUrl = 'http://localhost:18349';

beforeAll(async () => {
  [siteUrl, soukUrl] = await Promise.all([listen(answerAsSite), listen(answerAsSouk)]);
  souk = await serve({ SOUK_HOSTS: `${siteUrl} ${appUrl}`, SOUK_OPS_KEY: opsKey });
});
afterAll(async () => {
  await souk?.stop();
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

/** Starts a framework's own server. */
async function startApp(args: readonly string[]) {
  const { port } = new URL(appUrl);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: port,
    ORIGIN: appUrl,
    SOUK_SESSION_KEY: sessionKey,
  };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'inherit' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await expect.poll(() => fetch(appUrl).then(() => 'answers', String)).toBe('answers');
}

/** Follows a recipe and opens the page that it ends with. */
async function openApp(framework: Framework, expected?: RegExp) {
  folder = mkdtempSync(join(tmpdir(), 'souk-app-'));
  // A framework's packages are tens of thousands of files.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 600_000);
  await follow(framework, folder, soukUrl);
  if (framework.server) await startApp(framework.server);
  const opened = await openPage(await sharedBrowser(), expected && { expected });
  onTestFinished(() => opened.context.close());
  await opened.page.goto(`${framework.server ? appUrl : siteUrl}${framework.path}`);
  return opened;
}

/** Places an order, so that there is one to pay whatever was paid before. */
const placeOrder = () =>
  fetch(`${souk.url}/ops/place-order`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-ops-key': opsKey,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ goods: 'BT-541', quantity: '1' }),
  });

async function payOrder(page: Page) {
  await page.locator(usable).waitFor();
  await placeOrder();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await openPayment(page);
  const sheet = page.getByRole('dialog');
  await sheet.locator('input').fill('135790');
  await sheet.locator('[type=submit]').click();
  await page.getByText('Available balance now').waitFor();
}

test('the recipe for React 19 pays an order in StrictMode, with a session that ended meanwhile', async () => {
  const { page, mustBeClean } = await openApp(perCommit.react);
  await page.locator(usable).waitFor();
  const headers = { authorization: tokens.at(-1) ?? '' };
  await fetch(`${souk.url}/host/expire`, { method: 'POST', headers });
  await payOrder(page);
  mustBeClean();
});

test('the recipe without a framework pays an order, after an error for each wrong address', async () => {
  const { page, mustBeClean } = await openApp(perCommit.plain, /ERR_UNSAFE_PORT/);
  /** Returns the code and the sentence with which an address fails. */
  const errorOf = (address: string) =>
    page.evaluate(
      `loadSouk(${JSON.stringify(address)}).then(() => 'loaded', ({ code, message }) => code + ': ' + message)`,
    );
  expect(await errorOf('http://127.0.0.1:1')).toContain(
    'unreachable: No Souk came from http://127.0.0.1:1/souk.js',
  );
  expect(await errorOf('no-souk')).toContain(`unreachable: No Souk came from ${siteUrl}/no-souk/souk.js`);
  const misspelt = await page.evaluate(`new Promise((done) => {
    const names = [];
    const souk = showSouk(document.getElementById('shop'), {
      origin: '${soukUrl}', lan: 'ar', onReddy() {}, theme: 'drak',
      onError: ({ code, message }) => names.push(code + ': ' + message) === 3 && done([souk.leave(), ...names].join(' ')),
    });
  })`);
  expect(misspelt).toMatch(/theme is "drak".*no option lan: write lang.*no option onReddy: write onReady/);
  await page.evaluate('show()');
  expect(await errorOf('https://other.example')).toContain(
    `other_origin: This page has loaded ${soukUrl}/souk.js`,
  );
  await payOrder(page);
  mustBeClean();
});

if (isFullRun)
  test.each(Object.entries(byRelease))(
    'the recipe for %s pays an order',
    async (_, framework) => {
      const { page, mustBeClean } = await openApp(framework);
      await payOrder(page);
      mustBeClean();
    },
    600_000,
  );

const fetching = recipesIn().flatMap((name) => {
  const code = Object.values(recipeOf(name).files).join('\n');
  const [token] = /^ *const token = [^;]*fetch[^;]*;/m.exec(code) ?? [];
  return token ? [[name, token] as const] : [];
});
test.each(fetching)('the recipe for %s takes no page of an error for a token', async (_, token) => {
  const refuse = async () => new Response('<h1>Down for maintenance</h1>', { status: 503 });
  await expect(new Function('fetch', `${token} return token();`)(refuse)).rejects.toBe(503);
});

test.each(recipesIn())('the recipe for %s has at most 12 lines of code', (name) => {
  const lines = Object.values(recipeOf(name).files).flatMap((text) => text.trim().split('\n'));
  const code = lines.filter((line) => !/^\s*($|\/\/|<!--)/.test(line));
  expect(code.length).toBeGreaterThan(0);
  expect(code.length).toBeLessThanOrEqual(12);
});
