// A page that the browser translates: it puts a copy in the place of each text, of later ones too, outside of translate="no".
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoPage, openSignedInDemo } from './demo-page.ts';

let opened: DemoPage;
let page: Page;

beforeAll(async () => {
  opened = await openSignedInDemo();
  page = opened.page;
});
afterAll(() => opened?.close());

/** Translates as Chromium does, with a mark for another language. */
const translate = () =>
  page.evaluate(() => {
    const put = (text: Text) => {
      if (!text.data.trim() || text.parentElement?.closest('font, [translate=no], script, style')) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(`«${text.data}»`);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const putAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      if (root instanceof Text) texts.push(root);
      texts.forEach(put);
    };
    putAll(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) putAll(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });

const textOf = (selector: string) => page.locator(selector).last().innerText();

test('an amount alone and within a sentence follow what is typed on a page that is translated', async () => {
  await page.goto(`${opened.demo.url}/withdraw`);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('20');
  await expect.poll(() => textOf('.dock .btn')).toBe('Withdraw $20.00');
  await translate();
  expect(await textOf('.dock .btn')).toBe('«Withdraw $20.00»');
  for (const [typed, received] of [
    ['30', /»\s+\$29\.50/],
    ['40', /»\s+\$39\.40/],
  ] as const) {
    await amount.fill(typed);
    await expect.poll(() => textOf('.dock .btn')).toBe(`«Withdraw $${typed}.00»`);
    await expect.poll(() => textOf('form [aria-live]')).toMatch(received);
  }
  await amount.fill('');
  await expect.poll(() => textOf('.dock .btn')).toBe('«Continue»');
});
