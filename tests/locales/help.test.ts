import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { orderStatuses } from '../../src/contract/status.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { languages } from '../../src/server/platform/texts/languages.ts';
import { blocksOf } from '../../src/server/services/help/blocks.ts';
import { figureOf } from '../../src/server/services/help/figures.ts';
import { type Catalog, localesDir, readCatalog } from './catalogs.ts';

const config = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });
const langs = readdirSync(join(localesDir, 'help')).map((name) => name.replace('.json', ''));
const english = languages.en?.help;
const ids = Object.keys(english?.articles ?? {});
const figuresIn = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).sort();
const linesOf = (lang: string, id: string) => {
  const article = languages[lang]?.help.articles[id];
  return [article?.title ?? '', ...(article?.body ?? [])];
};

test('every language of the folder is read by the server', () => {
  expect(langs.sort()).toEqual(Object.keys(languages).sort());
  expect(ids.length).toBeGreaterThan(10);
});

describe.each(langs)('the help in %s', (lang) => {
  const catalog = languages[lang]?.help;

  test('answers the same questions in the same order, in the same categories', () => {
    expect(Object.keys(catalog?.articles ?? {})).toEqual(ids);
    expect(Object.keys(catalog?.categories ?? {})).toEqual(Object.keys(english?.categories ?? {}));
    for (const id of ids) {
      expect(catalog?.articles[id]?.category).toBe(english?.articles[id]?.category);
      expect(catalog?.categories[catalog?.articles[id]?.category ?? '']).toBeTruthy();
    }
  });

  test.each(ids)('%s has the parts and the figures of the English one', (id) => {
    const [own, english] = [linesOf(lang, id), linesOf('en', id)];
    const shapeOf = (lines: string[]) => blocksOf(lines).map(({ kind, items }) => [kind, items?.length]);
    expect(shapeOf(own)).toEqual(shapeOf(english));
    expect(own.map(figuresIn)).toEqual(english.map(figuresIn));
  });

  test('names no figure that the server does not know', () => {
    const reader = { config, lang, currency: 'USD' };
    const named = new Set(
      [catalog?.demo ?? '', ...ids.flatMap((id) => linesOf(lang, id))].flatMap(figuresIn),
    );
    expect(named.size).toBeGreaterThan(20);
    const unknown = [...named].filter((figure) => figureOf(figure.slice(2, -2), reader) === undefined);
    expect(unknown).toEqual([]);
  });

  // What an operator may set is never typed: 100 is the end of a scale, small lists are numbered, and one, six digits of
  // the payment password and five percent of a cost are rules of the product.
  test('writes no figure by hand', () => {
    const typed = ids
      .flatMap((id) => linesOf(lang, id))
      .map((line) => line.replace(/^\d+\. /, '').replace(/\{\{[^}]*\}\}/g, ''))
      .filter((line) => /\d/.test(line.replace(/\b(?:100|6|1)\b|\b5(?=\s?[%٪])/g, '')));
    expect(typed).toEqual([]);
  });

  test('calls the statuses what the app calls them', () => {
    const { status } = readCatalog(lang) as { status: Catalog };
    const helpText = linesOf(lang, 'order-statuses').join('\n');
    for (const one of orderStatuses) expect(helpText).toContain(String(status[one]));
  });
});
