// Formats of amounts, numbers and moments, for the app and the server alike: each takes the language as an argument.
import { decimalsOf } from '../contract/currencies.ts';

/** Regional variants for languages that format figures in several ways: our Spanish is Latin American. */
const regional: Readonly<Record<string, string>> = { es: 'es-419' };

/** Returns a tag with Latin digits and the Gregorian calendar: one digit system a screen, and hosts compare dates. */
const intlTag = (lang: string) => `${regional[lang] ?? lang}-u-ca-gregory-nu-latn`;

const cache = new Map<string, unknown>();

/** Creates an Intl object once for each language and set of options; creating one costs a hundred times its use. */
export function cachedIntl<T, O extends object>(
  Kind: new (tag: string, options?: O) => T,
  lang: string,
  options?: O,
): T {
  const key = `${Kind.name}|${lang}|${JSON.stringify(options)}`;
  const known = cache.get(key) as T | undefined;
  if (known) return known;
  const made = new Kind(intlTag(lang), options);
  cache.set(key, made);
  return made;
}

/** Returns whether this engine knows a time zone by that name. */
export function isTimeZone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** A server that knows the specification only may omit a value: it is shown as a dash, never as zero. */
type Unstated = null | undefined;
export type Figure = string | number | Unstated;
export type Moment = string | number | Date | Unstated;
const unstated = '—';

/** Adds no-break spaces and removes direction marks: where a text may be reordered, it is isolated whole. */
const tidy = (text: string) =>
  text.replace(/[\u061c\u200e\u200f]/g, '').replace(/[ \u2009\u202f]/g, '\u00a0');

/** Japanese writes 24時間 in one, where engines put a space before the unit. */
const joinUnit = (text: string, lang: string) =>
  lang === 'ja' ? text.replace(/\u00a0(?=[日時分秒])/, '') : text;

/**
 * Formats a number: a share, a count, or hours and days by `unit`. It is given to the engine as its decimal text, so that
 * no digit passes through floating point; minus is the true sign.
 */
export const displayNumber = (figure: Figure, lang: string, options?: Intl.NumberFormatOptions) =>
  Number.isNaN(Number(figure ?? Number.NaN))
    ? unstated
    : joinUnit(tidy(cachedIntl(Intl.NumberFormat, lang, options).format(figure as number)), lang).replace(
        /-/g,
        '\u2212',
      );

/** Elides Italian articles before eight and eleven, since no text can foresee its number: "dall’11 nov", "entro l’8 dic". */
export const elide = (text: string, lang: string) =>
  lang === 'it' ? text.replace(/\b(?:(d[ae]l|al)|il) (?=8|11\b)/gi, '$1l’') : text;

/** The code for "no currency"; the real code is put where the language writes this one. */
const placeholderCode = 'XTS';

/**
 * Formats a decimal text as an amount with the decimals of its currency, and what else a server sends: "12.5" is $12.50 in
 * English. Without a currency only the number is written.
 */
export function displayMoney(
  figure: Figure,
  currency: string | undefined,
  lang: string,
  options?: Intl.NumberFormatOptions,
) {
  const digits = { minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: 6 };
  if (!currency) return displayNumber(figure, lang, { ...digits, ...options });
  const named = {
    ...digits,
    style: 'currency',
    // Engines know codes of three letters; USDT and similar ones are written as codes, where the language puts those.
    currency: /^[A-Z]{3}$/.test(currency) ? currency : placeholderCode,
    // Where these are read, a bare $ is a peso, a real or a Taiwan dollar; Vietnamese shops write the code.
    currencyDisplay: lang === 'vi' ? 'code' : /^(es|pt|zh-TW)$/.test(lang) ? 'symbol' : 'narrowSymbol',
  } as const;
  return (
    displayNumber(figure, lang, { ...named, ...options })
      .replace(placeholderCode, currency)
      // The narrow sign of Arabic names the country, which is longer than many a figure.
      .replace('US$', lang === 'ar' ? '$' : 'US$')
      // The last dot of an Arabic sign would stand on its other side: an amount is written from left to right.
      .replace(/([\u0621-\u064a])\.(?![\u0621-\u064a])/, '$1')
  );
}

/** English and Arabic are read on a clock of twelve hours, the other languages on one of 24. */
export const clockOptions = (lang: string): Intl.DateTimeFormatOptions =>
  /^(en|ar)$/.test(lang)
    ? { hour: 'numeric', minute: '2-digit' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** What stands between day and hour, where engines write a comma, which reads as a list inside a sentence. */
const beforeHour: Readonly<Record<string, string>> = { es: ' a las', fr: ' à', pt: ' às' };

/** Writes the first of a month as French does, "1er déc.", where engines write "1 déc.". */
const writeFirst = (text: string, lang: string) =>
  lang === 'fr' ? text.replace(/\b1(?= [a-z])/, '1er') : text;

/** Keeps a date on one line: Chinese and Japanese may break between any two of its signs. */
const joinSigns = (text: string, lang: string) =>
  /^(ja|zh)/.test(lang) ? (text.match(/[!-~\u00a0]+|./gu) ?? []).join('\u2060') : text;

/** Formats a moment, an ISO 8601 text or milliseconds; what is none is written as it is. */
export function displayMoment(moment: Moment, lang: string, options: Intl.DateTimeFormatOptions) {
  const when = new Date(moment ?? Number.NaN);
  if (Number.isNaN(when.getTime())) return String(moment ?? unstated);
  const text = writeFirst(cachedIntl(Intl.DateTimeFormat, lang, options).format(when), lang);
  return joinSigns(tidy(text.replace(/,(?= \d\d:)/, beforeHour[lang] ?? ',')), lang);
}

/** Languages that write a day in figures ("25/11"), as their short form takes three words. */
const inFigures: Readonly<Record<string, '2-digit' | 'numeric'>> = { pt: '2-digit', vi: 'numeric' };

/** Returns the parts of a date. */
export const dayOptions = (lang: string): Intl.DateTimeFormatOptions =>
  inFigures[lang] ? { day: inFigures[lang], month: inFigures[lang] } : { day: 'numeric', month: 'short' };
