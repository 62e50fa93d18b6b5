import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axe, noteStep, openPage, sharedBrowser, shot, signedIn, type Watched } from '../harness/browser.ts';
import { readBuilt } from '../harness/built.ts';
import { type Demo, startDemo } from '../harness/demo.ts';
import { isFullRun } from '../harness/full-run.ts';
import { furnish, merchant, newcomer, stranger, type View } from './views.ts';

let demo: Demo;
let browser: Browser;
let made: Awaited<ReturnType<typeof furnish>>;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
  made = await furnish(demo);
});
afterAll(() => demo?.close());

/** The pseudo-locale: its texts are the longest, and in brackets, so that a cut-off text shows. */
const pseudo = 'en-XA';
/** Per commit the pseudo-locale takes the room of them all. Whole, every language there is takes part. */
const langs = isFullRun ? readBuilt().langs : ['en', 'ar', pseudo];
const sizes = isFullRun ? (['100%', '200%'] as const) : (['100%'] as const);
/** Large text has the width of an everyday phone; what stands on 320 px stands there in plain size. */
const viewportOf = (size: string) => ({ width: size === '100%' ? 320 : 412, height: 700 });

const settled = (path: string) =>
  location.pathname + location.search === path &&
  Boolean(document.querySelector('.souk h1')?.textContent) &&
  !document.querySelector('[aria-busy="true"]');

/** A tab of the app that goes on by links, as a person does, and says when nothing is under way any more. */
async function openTab(lang: string, token: string | undefined, size: string) {
  const watched = await openPage(browser, { viewport: viewportOf(size) });
  const { context, page } = watched;
  if (token) await signedIn(context, token);
  await context.addInitScript(
    ([tag, scale]) => {
      localStorage.setItem('lang', tag);
      localStorage.setItem('langChosen', '1');
      addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('font-size', scale),
      );
    },
    [lang, size] as const,
  );
  const underWay = new Set<unknown>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  await page.emulateMedia({ reducedMotion: 'reduce' });

  const quiet = async (path: string) => {
    for (let calm = 0; calm < 2; ) {
      await page.waitForFunction(settled, path, { polling: 50 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 40))));
      calm = underWay.size === 0 ? calm + 1 : 0;
    }
  };
  const go = async (path: string) => {
    if (page.url() === 'about:blank') await page.goto(demo.url + path);
    else
      await page.evaluate((to) => {
        const link = document.createElement('a');
        link.href = to;
        document.querySelector('.souk')?.append(link);
        link.click();
        link.remove();
      }, path);
    await quiet(path);
  };
  return { ...watched, lang, size, go, quiet };
}
type Tab = Awaited<ReturnType<typeof openTab>> & Watched;

/** Text that is cut off or sticks out, and a page or sheet that is wider than the screen. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const over = (one: Element) => one.scrollWidth > one.clientWidth + 1;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide in ${clientWidth} px`);
    for (const dialog of document.querySelectorAll('dialog[open]'))
      if (over(dialog)) found.push(`a sheet of ${dialog.scrollWidth} px in ${dialog.clientWidth} px`);
    for (const element of document.querySelectorAll<HTMLElement>('.souk *')) {
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (texts.length === 0 || element.closest('.sr, svg, select, .mark') || !element.checkVisibility())
        continue;
      // For readers alone, where there is no room.
      if (getComputedStyle(element).clipPath === 'inset(50%)') continue;
      const words = element.textContent?.trim().slice(0, 60);
      const own = getComputedStyle(element).display === 'inline' ? element.parentElement : element;
      const box = (own ?? element).getBoundingClientRect();
      const range = document.createRange();
      range.setStartBefore(texts[0] as Node);
      range.setEndAfter(texts.at(-1) as Node);
      const text = range.getBoundingClientRect();
      if (text.left < box.left - 1 || text.right > box.right + 1) found.push(`sticks out: ${words}`);
      for (let at: Element | null = element; at && !at.matches('.souk, dialog'); at = at.parentElement) {
        const style = getComputedStyle(at);
        // Rows shorten what their subject, one press away, says in full.
        if (at.matches('.item .clamp, .act .clamp')) break;
        const cuts = [style.overflowX, style.overflowY].some(
          (value) => value === 'hidden' || value === 'clip',
        );
        const isHigh = at.scrollHeight > at.clientHeight + 1;
        if (cuts && (over(at) || isHigh)) found.push(`cut off: ${words}`);
      }
    }
    return found;
  });

/**
 * The themes in which a tab is checked, each with its rules where it is not all of them. The dark theme is another set of
 * colours for the same elements. Per commit English is checked in both and Arabic for what mirroring can break: names,
 * roles and contrast are those of English in every other language, only the room that texts need is not.
 */
const looksOf = (lang: string, size: string): [theme: 'light' | 'dark', rules?: string[]][] => {
  if (lang === pseudo || size !== '100%') return [];
  if (isFullRun || lang === 'en') return [['light'], ['dark', ['color-contrast']]];
  return [['light']];
};

/** What is wrong with what a tab shows now, in sentences; nothing where all is well. */
async function faultsOf({ page, lang, size }: Tab, name: string): Promise<string[]> {
  const where = `${lang}${size === '100%' ? '' : ` at ${size}`}, ${name}`;
  const found = (await misfits(page)).map((one) => `${where}: ${one}`);
  await shot(page, where.replace(/\W+/g, '-'));
  for (const [colorScheme, rules] of looksOf(lang, size)) {
    await page.emulateMedia({ colorScheme });
    for (const { id, help, nodes } of await axe(page, rules))
      found.push(`${where}, ${colorScheme}: ${id}: ${help}: ${nodes.join(' ')}`);
  }
  return found;
}

const parts = (page: Page) =>
  page.evaluate(() => ({
    h1: document.querySelectorAll('h1').length,
    main: document.querySelectorAll('main').length,
    bar: document.querySelector('nav.tabs')?.getBoundingClientRect().height,
    dir: document.querySelector('.souk')?.getAttribute('dir'),
  }));

async function look(tab: Tab, { path: pathOf, name, tab: hasBar, states }: View): Promise<string[]> {
  const { page, lang, size, go, quiet } = tab;
  const path = pathOf(made.things);
  await go(path);
  const seen = await parts(page);
  expect(seen, `${lang} ${name}`).toMatchObject({ h1: 1, main: 1, dir: lang === 'ar' ? 'rtl' : 'ltr' });
  // The bar grows with its words in the pseudo-locale and where the text is large.
  if (lang !== pseudo && size === '100%') expect(seen.bar, `${lang} ${name}`).toBe(hasBar && 60);
  const found = await faultsOf(tab, name);
  for (const { name: state, is, open } of states) {
    const steppedBack = await noteStep(page);
    await open(page);
    const dialog = page.locator('dialog[open]');
    if (is === 'sheet') await dialog.waitFor();
    await quiet(path);
    found.push(...(await faultsOf(tab, `${name} ${state}`)));
    if (is === 'part') continue;
    // A question in a sheet leads back to the sheet.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return dialog.count();
      })
      .toBe(0);
    await steppedBack();
  }
  return found;
}

/** As many tabs as look at a screen at once. */
const atOnce = 4;
const wanted = langs.flatMap((lang) => sizes.map((size) => ({ lang, size })));
const rounds = Array.from({ length: Math.ceil(wanted.length / atOnce) }, (_, at) =>
  wanted.slice(at * atOnce, (at + 1) * atOnce),
);

const people = { merchant, newcomer, stranger } as const;
const visits = rounds.flatMap((round) =>
  (['merchant', 'newcomer', 'stranger'] as const).map((who) => ({
    who,
    round,
    in: round.map(({ lang, size }) => (size === '100%' ? lang : `${lang} at ${size}`)).join(', '),
  })),
);

describe.each(visits)('a $who meets no violation at 320 px, light and dark, in $in', ({ who, round }) => {
  let tabs: Tab[];
  beforeAll(async () => {
    tabs = await Promise.all(round.map(({ lang, size }) => openTab(lang, made.tokens[who], size)));
  });
  afterAll(() => Promise.all((tabs ?? []).map(({ context }) => context.close())));

  test.each(people[who])('$name', async (one) => {
    const found = await Promise.all(tabs.map((tab) => look(tab, one)));
    expect(found.flat()).toEqual([]);
    for (const tab of tabs) tab.mustBeClean();
  });
});
