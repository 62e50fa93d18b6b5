import { describe, expect, test } from 'vitest';
import { type NoticeKindName, noticeKinds } from '../../src/server/shops/notices/notice-kinds.ts';
import { type Catalog, placeholdersOf, readCatalog, tags, textsOf } from './catalogs.ts';

const kinds = Object.keys(noticeKinds) as NoticeKindName[];
/** The notices that lead to a statement of reasons, which can be appealed. */
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

  test('end with the same sentence about the appeal for every refusal', () => {
    const bodies = refusals.map((kind) => (notice[kind] as { body: string }).body);
    const [sentence] = /[^.。]+[.。]$/.exec(bodies[0] ?? '') ?? [];
    expect(sentence).toBeDefined();
    expect(bodies.filter((body) => !body.endsWith(sentence ?? ''))).toEqual([]);
  });
});

/** Languages in which a noun has another form after one. */
const inflected = ['ar', 'en', 'es', 'fr', 'it', 'pt'];

/** The texts that have no plural forms and show a figure that may be one. */
const counting = [
  'refusals.too_many_reports',
  'refusals.identity_attempts',
  'error.444',
  'notice.level_changed.body',
  'accounts.bank.used',
  'goods.level_cap',
  'goods.quota_used',
  'people.invitation.too_many',
];

test.each(inflected)('limits that may be one stand before no noun in %s', (tag) => {
  const texts = textsOf(readCatalog(tag));
  const shown = counting.map((key) => String(texts.get(key)));
  expect(shown.filter((text) => !/\{\{(max|limit|cap)\}\}/.test(text))).toEqual([]);
  expect(shown.filter((text) => /\{\{(max|limit|cap)\}\} \p{L}/u.test(text))).toEqual([]);
});

test.each(inflected)('stars are named beside their maximum in %s', (tag) => {
  expect(String(textsOf(readCatalog(tag)).get('common.stars'))).toMatch(/5 \p{L}+$/u);
});

/** Notices of a figure that is another from a moment on, which is that of the notice where it gets better. */
const changes: NoticeKindName[] = ['platform_fee_changed', 'minimum_recharge_changed', 'level_terms_changed'];
/** How each language speaks of what is still to come, or lasts until then. */
const later: Record<string, RegExp> = {
  ar: /(^|\s)(ست|سي)/,
  en: /\bwill\b|is changing|until then/i,
  es: /cambiará|será/i,
  fr: /\bvont\b|\bva\b|\bsera|d’ici là/i,
  id: /\bakan\b|sampai saat itu/i,
  it: /cambierà|cambieranno|sarà|saranno/i,
  ja: /変わります|になります/,
  ko: /바뀌어요/,
  pt: /\bvai\b|\bvão\b|\bserá|até lá/i,
  vi: /\bsẽ\b|trước đó vẫn là/i,
  'zh-CN': /将|仍为/,
  'zh-TW': /將|仍為/,
};

test.each(tags)('a change that may hold at once is not announced for later in %s', (tag) => {
  const { notice } = readCatalog(tag) as { notice: Record<string, Catalog> };
  const texts = changes.flatMap((kind) => Object.values(notice[kind] ?? {}).map(String));
  expect(texts).toHaveLength(2 * changes.length);
  expect(texts.filter((text) => later[tag]?.test(text) ?? true)).toEqual([]);
});
