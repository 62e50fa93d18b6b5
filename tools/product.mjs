// The running product for pictures of it: built, started on separate data with the demo shop, and signed in.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { launch } from './chromium.mjs';
import { serveDemo } from './demo-server.mjs';

export const root = join(import.meta.dirname, '..');

/**
 * Starts the product; returns `{ browser, url, token, call, stop }`; `call(path, input)` calls as the demo's merchant
 * and returns `data`.
 */
export async function startProduct() {
  execFileSync(process.execPath, ['build.mjs'], { cwd: root, stdio: 'inherit' });
  const [{ url, ask, signIn, stop }, browser] = await Promise.all([serveDemo(), launch()]);
  const token = await signIn();
  return {
    browser,
    url,
    token,
    call: (path, input) => ask(path, input, token),
    stop: () => Promise.all([browser.close(), stop()]),
  };
}

/** Opens a page of a merchant who has signed in and chosen a language. */
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
