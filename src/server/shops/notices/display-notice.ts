import { displayNumber } from '../../../lang/intl.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { displayDateTime, inlineMoney, isolateText } from '../../platform/texts/format.ts';
import { reasonText } from '../../platform/texts/reason-text.ts';
import { noticeTexts, textOf } from '../../platform/texts/texts.ts';
import { type NoticeKindName, noticeKinds, type ParamKind } from './notice-kinds.ts';

interface Reader {
  lang: string;
  currency: string;
  timeZone: string;
  /** The names of goods in the reader's language, by their ids. */
  goods: ReadonlyMap<string, string>;
}

interface StoredNotice {
  kind: string;
  params: Record<string, string>;
}

const kindsOf = ({ kind }: StoredNotice): Record<string, ParamKind> =>
  noticeKinds[kind as NoticeKindName]?.params ?? {};

/** Returns the ids of the goods that a notice names; an old one has their name instead. */
export function goodsNamed(notice: StoredNotice): string[] {
  const kinds = kindsOf(notice);
  return Object.entries(notice.params).flatMap(([name, value]) => (kinds[name] === 'goods' ? [value] : []));
}

const formatters: Record<ParamKind, (value: string, reader: Reader) => string> = {
  text: (value, { lang }) => isolateText(demoTextIn(value, lang)),
  words: (value, { lang }) => isolateText(demoTextIn(value, lang)),
  goods: (value, { goods }) => isolateText(goods.get(value) ?? value),
  money: (value, { currency, lang }) => inlineMoney(value, currency, lang),
  percent: (value, { lang }) =>
    displayNumber(Number(value) / 100, lang, { style: 'percent', maximumFractionDigits: 2 }),
  moment: (value, { timeZone, lang }) => displayDateTime(value, timeZone, lang),
  reason: (value, { lang }) => reasonText(lang, value),
  scan: (value, { lang }) => textOf('parcel', value, lang) ?? isolateText(value),
  level: (value, { lang }) => textOf('level', value, lang) ?? value,
};

/** Returns whether a notice contains an operator's free text, and not only texts of a code. */
const hasOperatorWords = (kinds: Record<string, ParamKind>, params: Record<string, string>, lang: string) =>
  Object.entries(params).some(
    ([name, value]) =>
      kinds[name] === 'words' || (kinds[name] === 'reason' && textOf('reasons', value, lang) === undefined),
  );

/**
 * Returns title and body of a stored notice in the reader's language; one with an operator's free text gets the warning
 * appended.
 */
export function displayNotice(notice: StoredNotice, reader: Reader) {
  const { lang } = reader;
  const { kind, params } = notice;
  const kinds = kindsOf(notice);
  const formatted = Object.entries(params).map(([name, value]) => [
    name,
    formatters[kinds[name] ?? 'text'](value, reader),
  ]);
  const texts = noticeTexts(kind, lang, Object.fromEntries(formatted));
  if (!hasOperatorWords(kinds, params, lang)) return texts;
  return { ...texts, body: `${texts.body} ${textOf('statement', 'never_pay', lang)}` };
}
