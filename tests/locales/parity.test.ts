import { describe, expect, test } from 'vitest';
import {
  type Catalog,
  english,
  formsOf,
  placeholdersOf,
  readCatalog,
  type Text,
  tags,
  textsOf,
} from './catalogs.ts';

const source = textsOf(english);
const categories = (tag: string) => [...new Intl.PluralRules(tag).resolvedOptions().pluralCategories].sort();
const isOrdered = (catalog: Catalog) => Object.keys(catalog).join() === Object.keys(catalog).sort().join();

/** A form that says its number in words, as Arabic does for none, one and two, needs no figure. */
const inWords = new Set(['zero', 'one', 'two']);

function missingNames(key: string, text: Text): string[] {
  const wanted = placeholdersOf(formsOf(source.get(key) ?? '').join(' '));
  const forms: [string, string][] = typeof text === 'string' ? [['', text]] : Object.entries(text);
  return forms.flatMap(([category, form]) => {
    const spared = inWords.has(category) ? ['{{count}}'] : [];
    const own = [...new Set([...placeholdersOf(form), ...spared])].sort();
    const due = [...new Set([...wanted, ...spared])].sort();
    return own.join() === due.join() ? [] : [`${key} ${category}: ${placeholdersOf(form)}, not ${wanted}`];
  });
}

test('English is among the languages, and Arabic and Chinese', () => {
  expect(tags).toEqual(expect.arrayContaining(['ar', 'en', 'zh-CN']));
});

describe.each(tags)('the language %s', (tag) => {
  const catalog = readCatalog(tag);
  const texts = textsOf(catalog);

  test('has exactly the keys of English, in its order', () => {
    expect([...texts.keys()]).toEqual([...source.keys()]);
  });

  test('has its sections in the order of the alphabet', () => {
    expect(isOrdered(catalog)).toBe(true);
  });

  test('has plural forms where English has them, exactly those of its grammar', () => {
    const shape = (text: Text | undefined) => (typeof text === 'object' ? 'forms' : 'text');
    const other = [...texts].filter(([key, text]) => shape(text) !== shape(source.get(key)));
    expect(other.map(([key]) => key)).toEqual([]);
    for (const [key, text] of texts)
      if (typeof text === 'object') expect(Object.keys(text).sort(), key).toEqual(categories(tag));
  });

  test('has the placeholders of English in every text', () => {
    expect([...texts].flatMap(([key, text]) => missingNames(key, text))).toEqual([]);
  });

  test('has no empty text, and none with loose spaces or a placeholder that is not closed', () => {
    const faulty = [...texts].filter(([, text]) =>
      formsOf(text).some((form) => form === '' || form !== form.trim() || / {2}/.test(form) || isOpen(form)),
    );
    expect(faulty).toEqual([]);
  });
});

const isOpen = (form: string) => /[{}]/.test(form.replace(/\{\{\w+\}\}/g, ''));
