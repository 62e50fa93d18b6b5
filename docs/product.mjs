// The running product for pictures of it: built, started on data of its own with the demo shop, and signed in.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const root = join(import.meta.dirname, '..');

/** Answers `{ browser, url, token, call, stop }`; `call(path, input)` asks as the demo's merchant and answers `data`. */
export async function startProduct() {
  execFileSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' });
  const data = mkdtempSync(join(tmpdir(), 'souk-pictures-'));
  const env = { ...process.env, PORT: '0', SOUK_DATA: data };
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env });
  const url = await addressOf(server);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const { token } = await ask(url, '/login', { username: 'amina', password: 'souk-demo-1' });
  return {
    browser,
    url,
    token,
    call: (path, input) => ask(url, path, input, token),
    async stop() {
      await browser.close();
      server.kill('SIGTERM');
      await new Promise((resolve) => server.once('exit', resolve));
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /App:\s+(http:\/\/[\d.:]+)/.exec(said);
      if (found) resolve(found[1]);
    });
    server.once('exit', () => reject(new Error(`The server ended: ${said}`)));
  });
}

async function ask(url, path, input, token) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  });
  return (await answer.json()).data;
}

/** A page of a merchant who has signed in and chosen a language. */
export async function openAs(browser, { token, lang, ...options }) {
  const context = await browser.newContext(options);
  await context.addInitScript(
    ([kept, tag]) => {
      localStorage.setItem('token', kept);
      localStorage.setItem('lang', tag);
      localStorage.setItem('langChosen', tag);
    },
    [token, lang],
  );
  return { context, page: await context.newPage() };
}
