import { displayNumber } from '../../../lang/intl.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import {
  displayDateNear,
  displayDateTimeNear,
  inlineMoney,
  isolateText,
} from '../../platform/texts/format.ts';
import { joinSentences } from '../../platform/texts/join-sentences.ts';
import { operatorTextsIn, reasonText } from '../../platform/texts/reason-text.ts';
import { noticeTexts, textOf } from '../../platform/texts/texts.ts';
import { kindOf, type ParamKind } from './notice-kinds.ts';

interface Reader {
  lang: string;
  currency: string;
  timeZone: string;
  now: Date;
}

interface StoredNotice {
  kind: string;
  params: Record<string, string>;
}

const kindsOf = ({ kind }: StoredNotice): Readonly<Record<string, ParamKind>> => kindOf(kind)?.params ?? {};

/** Returns the id of the goods that a notice is about, if it is about any. */
export function goodsIdOf(notice: StoredNotice): string | undefined {
  const kinds = kindsOf(notice);
  return Object.entries(notice.params).find(([name]) => kinds[name] === 'goods')?.[1];
}

/** Returns the amount that stands beside the text of a notice, less than zero where it went out; null where none does. */
export function amountOf(notice: StoredNotice): string | null {
  const kinds = kindsOf(notice);
  const [name, value] =
    Object.entries(notice.params).find(([name]) => kinds[name] === 'figure' || kinds[name] === 'paidOut') ??
    [];
  if (name === undefined || value === undefined) return null;
  return kinds[name] === 'paidOut' ? `-${value}` : value;
}

/** Returns by when what a notice asks for has to be done, where it names a date for that. */
export const actByOf = ({ params: { payBy, actBy, postAt } }: StoredNotice): string | null =>
  payBy ?? actBy ?? postAt ?? null;

const formatters: Record<ParamKind, (value: string, reader: Reader) => string> = {
  text: (value, { lang }) => isolateText(demoTextIn(value, lang)),
  words: (value, { lang }) => isolateText(demoTextIn(value, lang)),
  // These stand beside the text.
  goods: (id) => id,
  figure: (amount) => amount,
  paidOut: (amount) => amount,
  deadline: (at) => at,
  money: (value, { currency, lang }) => inlineMoney(value, currency, lang),
  percent: (value, { lang }) =>
    displayNumber(Number(value) / 100, lang, { style: 'percent', maximumFractionDigits: 2 }),
  moment: (value, { now, timeZone, lang }) => displayDateTimeNear(value, now, timeZone, lang),
  day: (value, { now, timeZone, lang }) => displayDateNear(value, now, timeZone, lang),
  reason: (value, { lang }) =>
    reasonText(lang, operatorTextsIn(lang, value).length > 0 ? 'by_platform' : value),
  scan: (value, { lang }) => textOf('parcel', value, lang) ?? isolateText(value),
  level: (value, { lang }) => textOf('level', value, lang) ?? value,
};

/** Returns what an operator wrote for a notice; a reason may be a code, or be written. */
const operatorTextsOf = (notice: StoredNotice, lang: string): string[] =>
  Object.entries(notice.params).flatMap(([name, value]) => {
    const kind = kindsOf(notice)[name];
    if (kind === 'words') return [demoTextIn(value, lang)];
    return kind === 'reason' ? operatorTextsIn(lang, value) : [];
  });

/**
 * Returns title and body of a stored notice in the reader's language. What an operator wrote ends the body, after the
 * warning.
 */
export function displayNotice(notice: StoredNotice, reader: Reader) {
  const { lang } = reader;
  const { kind, params } = notice;
  const kinds = kindsOf(notice);
  const formatted = Object.entries(params).map(([name, value]) => [
    name,
    formatters[kinds[name] ?? 'text'](value, reader),
  ]);
  const { title, body: told } = noticeTexts(kind, lang, Object.fromEntries(formatted));
  const { ending } = kindOf(kind) ?? {};
  const texts = { title, body: joinSentences([told, (ending && textOf('statement', ending, lang)) ?? null]) };
  const operatorTexts = operatorTextsOf(notice, lang);
  if (operatorTexts.length === 0) return { ...texts, operatorTexts };
  const platform = joinSentences([texts.body, textOf('statement', 'never_pay', lang) ?? null]);
  // A line break ends the direction of the sentence before it.
  return { ...texts, body: [platform, ...operatorTexts].join('\n'), operatorTexts };
}
