import { describe, expect, test } from 'vitest';
import { csvHeader, csvLine } from '../../src/server/platform/csv.ts';
import { languages } from '../../src/server/platform/texts/languages.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  '%j is no formula to any spreadsheet',
  (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test.each([
  ['paid;=1+1', "paid;'=1+1"],
  ['a; +1;-1', "a; '+1;'-1"],
  ['a;"=1', `"a;""'=1"`],
  ['a;＝1', "a;'＝1"],
])('%j holds no formula behind a semicolon, at which a spreadsheet may cut a line', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('a text that no spreadsheet takes for a formula stays as it is', () => {
  expect(csvLine(['W-1', 'a=b', '12.00', ' x', '2 × A; 1 × B'])).toBe('W-1,a=b,12.00, x,2 × A; 1 × B\r\n');
});

const keys = Object.keys(languages.en?.texts.column ?? {});

describe.each(Object.keys(languages))('the header of a file in %s', (lang) => {
  const header = csvHeader(keys, { columns: 'labels', lang });
  const labels = header.slice(1).trim().split(',');

  test('names every column once, by a text that needs no quotation marks', () => {
    expect(header).toMatch(/^\ufeff[^"\r\n]+\r\n$/);
    expect(new Set(labels).size).toBe(keys.length);
    expect(labels.filter((label) => keys.includes(label))).toEqual([]);
  });

  test('is no formula in any column', () => {
    expect(labels.filter((label) => /^['=+\-@＝＋－＠]/.test(label))).toEqual([]);
  });

  test('is the same in every language by keys', () => {
    expect(csvHeader(keys, { columns: 'keys', lang })).toBe(`\ufeff${keys.join(',')}\r\n`);
  });
});
