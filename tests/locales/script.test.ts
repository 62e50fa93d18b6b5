import { describe, expect, test } from 'vitest';
import { formsOf, readCatalog, textsOf } from './catalogs.ts';

/** Names and words that stay as they are in every script. */
const names = /TikTok|DEMO|Souk|Q&A|USDT|ETC|TRX|TRON|QR|0x|\bT\b|hash|name@example\.com/g;

const bare = (text: string) => text.replace(/\{\{\w+\}\}/g, '').replace(names, '');
const entries = (tag: string) =>
  [...textsOf(readCatalog(tag))].flatMap(([key, text]) =>
    formsOf(text).map((form) => [key, bare(form)] as const),
  );

describe.each(['ar', 'zh-CN'])('the texts of %s', (tag) => {
  test('have no English left', () => {
    expect(entries(tag).filter(([, text]) => /[A-Za-z]/.test(text))).toEqual([]);
  });

  test('have Latin digits', () => {
    expect(entries(tag).filter(([, text]) => /[٠-٩۰-۹０-９]/.test(text))).toEqual([]);
  });
});

test('Arabic is punctuated as Arabic', () => {
  expect(entries('ar').filter(([, text]) => /[,;?"“”]/.test(text))).toEqual([]);
});

test('Chinese is punctuated as Chinese', () => {
  expect(entries('zh-CN').filter(([, text]) => /[,;?!:"]|\.(?!\d)/.test(text))).toEqual([]);
});
