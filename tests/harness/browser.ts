// A Chromium for tests. Pages are phone-sized; console errors, exceptions and breaches of their CSP are collected for
// the test to check.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, launch, launchFull } from '../../tools/chromium.mjs';

export { findChromium, launch };

const started = new Map<typeof launch, Promise<Browser>>();

/** Returns a browser that the test files of this process share: each opens contexts, which end with the file. */
const shared = (start: typeof launch) => (): Promise<Browser> => {
  const browser = started.get(start) ?? start();
  started.set(start, browser);
  return browser;
};

export const sharedBrowser = shared(launch);

/** Browsers by what a frame of another site may store in them; where only a shell is installed, both are that. */
export const browsersByStorage = {
  'parted by site': sharedBrowser,
  forbidden: shared(launchFull),
};

/** Closes the contexts that a test file has left open. */
export const closePages = async (): Promise<void> => {
  const browsers = await Promise.all(started.values());
  const contexts = browsers.flatMap((browser) => browser.contexts());
  await Promise.all(contexts.map((context) => context.close()));
};

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-US',
};

export interface Watched {
  context: BrowserContext;
  page: Page;
  /** The faults so far, in sentences. */
  faults(): string[];
  /** Fails with the faults, if there were any. */
  mustBeClean(): void;
}

/** Pages in open contexts, each with its console output. */
const openPages = new Map<BrowserContext, { page: Page; written: string[] }>();

/** Returns the visible text of the page, and of Souk in a shadow root, which is no part of the body's text. */
const visibleText = `[document.body, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot?.querySelector('#souk') ?? [])]
  .map((element) => element.innerText).join('\\n')`;

/** Describes every open page as it is now: address, visible text and console, for the report of a failed test. */
export const describePages = async (): Promise<string> => {
  const parts = [...openPages.values()].map(async ({ page, written }) => {
    const text = await Promise.race([
      page.evaluate<string>(visibleText).catch((error: Error) => error.message),
      setTimeout(5000, 'The page does not answer.', { ref: false }),
    ]);
    return [page.url(), text.slice(0, 1000), ...written.slice(-20)].join('\n');
  });
  return (await Promise.all(parts)).map((part) => `--- page ${part}`).join('\n');
};

/**
 * Opens a page in a separate context. `expected` are faults that the test causes on purpose.
 * @example const { page, mustBeClean } = await openPage(browser);
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions & { expected?: RegExp } = {},
): Promise<Watched> {
  const { expected, ...rest } = options;
  const context = await browser.newContext({ ...phone, ...rest });
  const seen: string[] = [];
  const written: string[] = [];
  const note = (text: string) => {
    if (!expected?.test(text)) seen.push(text);
  };
  context.on('console', (message) => written.push(`console ${message.type()}: ${message.text()}`));
  context.on('requestfailed', (request) =>
    written.push(`failed: ${request.url()} ${request.failure()?.errorText}`),
  );
  // Chromium reports a breach of the CSP, and of Trusted Types, on the console as an error.
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => note(`error: ${error.error().stack ?? error.error().message}`));
  const page = await context.newPage();
  openPages.set(context, { page, written });
  context.on('close', () => openPages.delete(context));
  const faults = () => [...seen];
  const mustBeClean = () => {
    if (seen.length) throw new Error(`The page is not clean:\n${seen.join('\n')}`);
  };
  return { context, page, faults, mustBeClean };
}

/**
 * Notes the step of the history that a page is at, and returns what waits until it is there again. A sheet that closes takes
 * its step back: under way, that would end the loading of the next address.
 */
export async function noteStep(page: Page): Promise<() => Promise<unknown>> {
  const step = await page.evaluate(() => history.state?.souk);
  return () => page.waitForFunction((before) => history.state?.souk === before, step);
}

/** Sets the token of a merchant's earlier visit for the next pages of this context. */
export const signedIn = (context: BrowserContext, token: string) =>
  context.addInitScript((kept) => localStorage.setItem('token', kept), token);

const axeSource = () => readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: string[];
}

/**
 * Returns every accessibility violation of the page as it is now, or those of some rules. The page's CSP stays on.
 */
export async function axe(page: Page, rules?: string[]): Promise<Violation[]> {
  const source = axeSource();
  // An evaluated expression is no script of the page: neither its CSP nor Trusted Types is asked.
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(source);
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], preload: false, runOnly: rules })})`,
  )) as { violations: { id: string; impact: string | null; help: string; nodes: { html: string }[] }[] };
  return found.violations.map(({ id, impact, help, nodes }) => ({
    id,
    impact,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
}

/** Takes a picture for a person to look at; kept only where SOUK_SHOTS names a directory. */
export async function shot(page: Page, name: string): Promise<void> {
  const directory = process.env.SOUK_SHOTS;
  if (directory) await page.screenshot({ path: `${directory}/${name}.png` });
}
