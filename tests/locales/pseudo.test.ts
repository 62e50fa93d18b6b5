import { expect, test } from 'vitest';
import { pseudo } from '../../tools/build/pseudo.mjs';
import { type Catalog, english, formsOf, placeholdersOf, textsOf } from './catalogs.ts';

const source = textsOf(english);
const dressed = textsOf(pseudo<Catalog>(english));
const pairs = [...source].flatMap(([key, text]) => {
  const forms = formsOf(dressed.get(key) ?? '');
  return formsOf(text).map((plain, index) => ({ key, plain, long: forms[index] ?? '' }));
});
const wordsOf = (text: string) => text.replace(/\{\{\w+\}\}/g, '');

test('the pseudo-locale keeps keys and placeholders', () => {
  expect([...dressed.keys()]).toEqual([...source.keys()]);
  for (const { key, plain, long } of pairs) expect(placeholdersOf(long), key).toEqual(placeholdersOf(plain));
});

test('the pseudo-locale is two fifths longer, brackets aside', () => {
  for (const { key, plain, long } of pairs) {
    const added = wordsOf(long).length - 2 - wordsOf(plain).length;
    expect(added, key).toBe(Math.ceil(wordsOf(plain).length * 0.4));
  }
});

test('the pseudo-locale says nothing plain', () => {
  expect(pairs.filter(({ long }) => /[A-Za-z]/.test(wordsOf(long)))).toEqual([]);
});
