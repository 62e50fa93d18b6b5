import { type Browser, launch } from 'puppeteer-core';
import { expressionOf, type ShownPage } from './engine.ts';
import { findFirefox, missingFirefox } from './engines-there.ts';

const openPage = async (browser: Browser): Promise<ShownPage> => {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 390, height: 844 });
  let log = '';
  page.on('console', (message) => {
    log += `${message.text()}\n`;
  });
  page.on('pageerror', (error) => {
    log += `${error}\n`;
  });
  const evaluate = async <T>(expression: string) => (await page.evaluate(expression)) as T;
  return {
    go: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    evaluate,
    run: (act, ...args) => evaluate(expressionOf(act, args)),
    log: () => log,
    close: () => context.close(),
  };
};

/** Starts Firefox, which Puppeteer drives: Playwright sends more than an ESR knows. */
export async function startFirefox() {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error(missingFirefox);
  const browser = await launch({ browser: 'firefox', executablePath });
  return { open: () => openPage(browser), close: () => browser.close() };
}
