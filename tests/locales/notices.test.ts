import { expect, test } from 'vitest';
import { type NoticeKindName, noticeKinds } from '../../src/server/shops/notices/notice-kinds.ts';
import { type Catalog, english, placeholdersOf } from './catalogs.ts';

const kinds = Object.keys(noticeKinds) as NoticeKindName[];
const notice = english.notice as Record<string, Catalog>;
/** What an operator wrote follows the text, and goods, some amounts and a deadline stand beside it: it has no place for these. */
const named = (kind: NoticeKindName) =>
  Object.entries(noticeKinds[kind].params)
    .filter(([, param]) => !['words', 'goods', 'figure', 'paidOut', 'deadline'].includes(param))
    .map(([name]) => `{{${name}}}`)
    .sort();

// Other languages have the keys and placeholders of English.
test('the texts of notices are those that the server sends, and no others', () => {
  expect(Object.keys(notice).sort()).toEqual([...kinds].sort());
});

test.each(kinds)('the body of %s is at most 18 words', (kind) => {
  const { body } = notice[kind] as { body: string };
  expect(body.replace(/\{\{\w+\}\}/g, 'one').split(/\s+/).length).toBeLessThanOrEqual(18);
});

test.each(kinds)('the texts of notices say what %s brings with it, and nothing that it does not', (kind) => {
  const { title, body } = notice[kind] as { title: string; body: string };
  expect(placeholdersOf(`${title} ${body}`)).toEqual(named(kind));
});
