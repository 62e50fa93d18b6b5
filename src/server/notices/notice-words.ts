import { reasonText } from '../texts/reason-text.ts';
import { saidMoment, saidMoney, saidText } from '../texts/said.ts';
import { noticeTexts, textOf } from '../texts/texts.ts';
import { type NoticeKindName, noticeKinds, type ParamKind } from './notice-kinds.ts';

interface Reader {
  lang: string;
  currency: string;
  timeZone: string;
}

const say: Record<ParamKind, (value: string, reader: Reader) => string> = {
  text: (value) => saidText(value),
  money: (value, { currency, lang }) => saidMoney(value, currency, lang),
  moment: (value, { timeZone, lang }) => saidMoment(value, timeZone, lang),
  reason: (value, { lang }) => reasonText(lang, value),
  level: (value, { lang }) => textOf('level', value, lang) ?? value,
};

/** A stored notice in the words of its reader. */
export function wordsOf({ kind, params }: { kind: string; params: Record<string, string> }, reader: Reader) {
  const kinds: Record<string, ParamKind> = noticeKinds[kind as NoticeKindName]?.params ?? {};
  const said = Object.entries(params).map(([name, value]) => [
    name,
    say[kinds[name] ?? 'text'](value, reader),
  ]);
  return noticeTexts(kind, reader.lang, Object.fromEntries(said));
}
