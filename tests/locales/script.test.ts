import { describe, expect, test } from 'vitest';
import { formsOf, readCatalog, tags, textsOf } from './catalogs.ts';

/** Names and words that stay as they are in every script, and the letters of a hash, a to f. */
const names =
  /TikTok|DEMO|Souk|Q&A|USDT|Ethereum Classic|ETC|TRX|TRC|TRON|QR|0x|\bT\b|\bMB\b|hash|TxID|\b[af]\b|name@example\.com/g;

const bare = (text: string) => text.replace(/\{\{\w+\}\}/g, '').replace(names, '');
const entries = (tag: string) =>
  [...textsOf(readCatalog(tag))].flatMap(([key, text]) =>
    formsOf(text).map((form) => [key, bare(form)] as const),
  );

const otherScripts = ['ar', 'ja', 'ko', 'zh-CN', 'zh-TW'];

describe.each(otherScripts)('the texts of %s', (tag) => {
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

test('French has a no-break space before the signs that stand apart', () => {
  expect(entries('fr').filter(([, text]) => / [:;!?»]|« /.test(text))).toEqual([]);
});

test('Chinese is punctuated as Chinese', () => {
  expect(entries('zh-CN').filter(([, text]) => /[,;?!:"]|\.(?!\d)/.test(text))).toEqual([]);
});

/** Words that a language has in common with English. */
const inCommon: Readonly<Record<string, readonly string[]>> = {
  es: ['Asia', 'Total'],
  fr: ['Code', 'Destination', 'Europe', 'Maximum', 'Minimum', 'Notifications', 'Type'],
  id: ['Asia', 'Filter', 'Level', 'Margin', 'Minimum', 'No', 'Platform', 'Total'],
  it: ['Account', 'Africa', 'App', 'Asia', 'Feedback', 'Oceania', 'Password'],
  pt: ['Feedback', 'Oceania', 'Total'],
};

test.each(tags.filter((tag) => tag !== 'en' && !otherScripts.includes(tag)))(
  'the texts of %s are not those of English',
  (tag) => {
    const english = new Map(entries('en'));
    const same = entries(tag).filter(
      ([key, text]) =>
        /[A-Za-z]{2}/.test(text) &&
        english.get(key) === text &&
        // Many cities have one name in all Latin scripts.
        !key.startsWith('place.') &&
        !inCommon[tag]?.includes(text.replace(/\W+$/, '')),
    );
    expect(same).toEqual([]);
  },
);
