import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { warehouse } from '../../src/server/demo/catalog.ts';
import { type Catalog, localesDir, tags, textsOf } from './catalogs.ts';

const read = (tag: string) =>
  textsOf(JSON.parse(readFileSync(join(localesDir, 'demo', `${tag}.json`), 'utf8')) as Catalog) as Map<
    string,
    string
  >;

const english = read('en');
const translations = tags.filter((tag) => tag !== 'en');
/** Names, and units, which are the same in every script. */
const unchanged =
  /Overland Audio|\(DEMO\)|\(hash\)|\b\d+ ?(?:ml|L|cm|kg|g|W|°C)(?!\w)|\b(?:Bluetooth|USB-C|Qi|TSA|AA|E14|E27|A5)\b|3C/g;

test.each(['goods', 'about'])('the texts of the demo have every article of its catalog in %s', (section) => {
  const codes = warehouse.flatMap(({ goods }) => goods.map(({ code }) => `${section}.${code}`));
  expect([...english.keys()].filter((key) => key.startsWith(`${section}.`))).toEqual(codes);
});

describe.each(translations)('the demo in %s', (tag) => {
  const texts = read(tag);

  test('has every text of English, and no others', () => {
    expect([...texts.keys()]).toEqual([...english.keys()]);
  });

  test('has no text that is the same as in English', () => {
    expect([...texts].filter(([key, text]) => english.get(key) === text)).toEqual([]);
  });

  test('calls no two articles the same', () => {
    expect(new Set(texts.values()).size).toBe(texts.size);
  });
});

test.each(['ar', 'ja', 'ko', 'zh-CN', 'zh-TW'])('the demo in %s has no English words left', (tag) => {
  const latin = [...read(tag)].filter(([, text]) => /[A-Za-z]/.test(text.replace(unchanged, '')));
  expect(latin).toEqual([]);
});
