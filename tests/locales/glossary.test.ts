import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formsOf, localesDir, readCatalog, type Text, tags, textsOf } from './catalogs.ts';

const [head = [], , ...rows] = readFileSync(join(localesDir, 'glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const languages = head.slice(1, -1);

/** Removes what is optional in writing: soft hyphens and Arabic vowel marks. */
const plain = (text: string) => text.toLowerCase().replace(/[\u00ad\u064b-\u0652]/g, '');
const wordsIn = (cell: string | undefined) => (cell ?? '').split('/').map((word) => plain(word.trim()));
const says = (text: Text | undefined, words: string[]) =>
  words.some((word) => word !== '' && plain(formsOf(text ?? '').join(' ')).includes(word));

/** Keys of one language in which a term is called by another word, or which are missing. */
function strays(tag: string, column: number): string[] {
  const texts = textsOf(readCatalog(tag));
  return rows.flatMap((row) =>
    (row.at(-1) ?? '')
      .split(' ')
      .filter((key) => key && !says(texts.get(key), wordsIn(row[column])))
      .map((key) => `${key}: ${row[column]}`),
  );
}

describe('the glossary', () => {
  test('has a column for every language', () => {
    expect([...languages].sort()).toEqual(tags.filter((tag) => tag !== 'en').sort());
    expect(rows.length).toBeGreaterThan(20);
  });

  test('names English texts that speak of the term', () => {
    expect(strays('en', 0)).toEqual([]);
  });

  test.each(languages)('is kept by %s', (tag) => {
    expect(strays(tag, languages.indexOf(tag) + 1)).toEqual([]);
  });
});
