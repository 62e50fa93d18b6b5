import { describe, expect, test } from 'vitest';
import { type NoticeKindName, noticeKinds } from '../../src/server/shops/notices/notice-kinds.ts';
import { type Catalog, placeholdersOf, readCatalog, tags } from './catalogs.ts';

const kinds = Object.keys(noticeKinds) as NoticeKindName[];
/** Each of them leads to a statement of reasons, so each ends with the same sentence about the appeal. */
const refusals = [
  'withdrawal_rejected',
  'withdrawal_returned',
  'recharge_rejected',
  'recharge_not_sent_back',
];
/** What an operator wrote follows the text, which has no place for it. */
const named = (kind: NoticeKindName) =>
  Object.entries(noticeKinds[kind].params)
    .filter(([, param]) => param !== 'words')
    .map(([name]) => `{{${name}}}`)
    .sort();

describe.each(tags)('notices in %s', (tag) => {
  const { notice } = readCatalog(tag) as { notice: Record<string, Catalog> };

  test('are those that the server sends, and no others', () => {
    expect(Object.keys(notice).sort()).toEqual([...kinds].sort());
  });

  test.each(kinds)('say what %s brings with it, and nothing that it does not', (kind) => {
    const { title, body } = notice[kind] as { title: string; body: string };
    expect(placeholdersOf(`${title} ${body}`)).toEqual(named(kind));
  });

  test('say alike of every refusal that an appeal costs nothing', () => {
    const bodies = refusals.map((kind) => (notice[kind] as { body: string }).body);
    const [sentence] = /[^.。]+[.。]$/.exec(bodies[0] ?? '') ?? [];
    expect(sentence).toBeDefined();
    expect(bodies.filter((body) => !body.endsWith(sentence ?? ''))).toEqual([]);
  });
});

/** Languages in which a noun has another form after one. */
const inflected = ['ar', 'en', 'es', 'fr', 'it', 'pt'];

test.each(inflected)('limits that may be one stand before no noun in %s', (tag) => {
  const { refusals } = readCatalog(tag) as { refusals: Catalog };
  const texts = [refusals.too_many_reports, refusals.identity_attempts].map(String);
  expect(texts.filter((text) => /\{\{(max|limit)\}\} \p{L}/u.test(text))).toEqual([]);
});

test.each(tags)('the length of a period does not stand before the date of its change in %s', (tag) => {
  const { notice } = readCatalog(tag) as { notice: Record<string, Catalog> };
  const body = String(notice.period_changed?.body);
  // "60 days from" a date would be a period that begins on it.
  expect(body.indexOf('{{from}}')).toBeLessThan(body.indexOf('{{length}}'));
});
