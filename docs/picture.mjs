// npm run picture: takes the README's picture from the running product, which it builds and starts by itself.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..');
const data = mkdtempSync(join(tmpdir(), 'souk-picture-'));
const phone = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

async function start() {
  execFileSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' });
  const env = { ...process.env, PORT: '0', SOUK_DATA: data };
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /App:\s+(http:\/\/[\d.:]+)/.exec(said);
      if (found) resolve(found[1]);
    });
    server.once('exit', () => reject(new Error(`The server ended: ${said}`)));
  });
  return { server, url };
}

async function signIn(url) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'amina', password: 'souk-demo-1' }),
  });
  return (await answer.json()).data.token;
}

async function take(browser, { token, url, lang, theme, act }) {
  const context = await browser.newContext({ ...phone, colorScheme: theme });
  await context.addInitScript(
    ([kept, tag]) => {
      localStorage.setItem('token', kept);
      localStorage.setItem('lang', tag);
      localStorage.setItem('langChosen', tag);
    },
    [token, lang],
  );
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await act?.(page);
  const png = await page.screenshot();
  await context.close();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const pay = async (page) => {
  await page
    .getByRole('button', { name: /^Pay purchase cost/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Payment password').fill('135790');
  await page.waitForLoadState('networkidle');
};

const { server, url } = await start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const token = await signIn(url);
  const shots = [
    await take(browser, { token, url: `${url}/shopCenter`, lang: 'en', theme: 'light' }),
    await take(browser, { token, url: `${url}/orderList`, lang: 'en', theme: 'light', act: pay }),
    await take(browser, { token, url: `${url}/wallet`, lang: 'ar', theme: 'dark' }),
  ];
  const page = await browser.newPage({ viewport: { width: 1180, height: 800 }, deviceScaleFactor: 1 });
  await page.setContent(`<style>
    body { margin: 0; display: flex; justify-content: center; gap: 32px; padding: 24px; background: #fff }
    img { width: 340px; border-radius: 28px; border: 8px solid #131920; display: block }
  </style>${shots.map((src) => `<img src="${src}">`).join('')}`);
  await page.locator('body').screenshot({ path: join(root, 'docs', 'souk.png') });
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true });
}
