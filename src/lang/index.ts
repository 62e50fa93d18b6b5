// All texts and formats, in the reader's language and the shop's zone and currency. Those that the first screen needs are in
// first.ts, which it imports directly.
import { matchLang as nearestLang } from '../../locales/match-lang.ts';
import {
  asksForTexts,
  findText,
  formatMoment,
  inline,
  lang,
  loadTexts,
  money,
  number,
  type Params,
  partNames,
  t,
  textSource,
} from './first.ts';
import { clockOptions, dayOptions, type Figure, type Moment } from './intl.ts';

export {
  addTexts,
  configureShop,
  configureTexts,
  currencyOfShop,
  dayName,
  dayOfMonth,
  dir,
  inline,
  lang,
  loadTexts,
  money,
  number,
  shopTime,
  shortMoney,
  type TextKey,
  t,
  time,
  tn,
  weekTime,
} from './first.ts';

let wanted = '';

export const offeredLangs = () => textSource().langs;

/** Loads the parts that the shown language has or is loading; a screen may ask for another one meanwhile. */
async function loadShownParts(tag: string): Promise<void> {
  const shownParts = () => partNames.filter((part) => part === 'first' || asksForTexts(part, lang.peek()));
  const parts = shownParts();
  await Promise.all(parts.map((part) => loadTexts(part, tag)));
  if (shownParts().length > parts.length) return loadShownParts(tag);
}

/** Switches when the new texts are here, so no half-translated screen is drawn. The last of several calls wins. */
export async function setLang(tag: string): Promise<void> {
  wanted = tag;
  await loadShownParts(tag);
  if (wanted === tag) lang.value = tag;
}

/** Switches to a language that a person chose in Souk, and stores the choice; shell/language-source.ts says what it wins over. */
export async function chooseLang(tag: string): Promise<void> {
  await setLang(tag);
  textSource().persistChoice?.(tag);
}

/** Returns the offered language that fits a tag best. */
export const matchLang = (tag: string | null | undefined) => nearestLang(tag, textSource().langs);

/** Returns whether the server's own text is shown: for its special cases, and codes the catalogue does not have. */
const isServerText = (code: number | string) => code === 500 || (Number(code) >= 425 && Number(code) <= 435);

/** Returns the sentence for a refused or failed call, in the user's language. */
export function errorText(error: {
  code: number | string;
  message?: string;
  params?: Params;
  data?: { readonly reason?: string };
}): string {
  const reason = error.data?.reason;
  if (reason === 'absent') return t('shell.no_call');
  if (reason === 'forgotten') return t('safety.forgotten');
  const ours =
    findText(`error.${error.code}`, error.params) || findText(`callError.${error.code}`, error.params);
  if (error.message && (isServerText(error.code) || !ours)) return error.message;
  return ours || findText('error.500');
}

/** Chinese is distinguished by its script, not by a country. */
const scripts: Readonly<Record<string, string>> = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/** Returns the name of a language in itself: "Français", "العربية", "简体中文". */
export function langName(tag: string) {
  lang.value;
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(scripts[tag] ?? tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Returns the name of a country by its code: "Türkiye". */
export const countryName = (code: string): string =>
  new Intl.DisplayNames([lang.value], { type: 'region' }).of(code) ?? code;

/** Returns what stands between two sentences: a full-width full stop brings its own room. */
export const gap = () => (/^(zh|ja)/.test(lang.value) ? '' : ' ');

/** Returns a label as it stands before its value: "Remark: ". */
export const labelOf = (text: string) => t('common.label', { label: text }) + gap();

/** Keeps an order's number inside a sentence on one line, as a browser would break it at its hyphens. */
export const inlineNo = (no: string) => inline(no.replace(/-/g, '-\u2060'));

/** Returns the end of an order's number, as rows show it: "SK-20261123-DB70APGK" is DB70APGK. */
export const shortNo = (no: string) => no.slice(no.lastIndexOf('-') + 1);

/** Isolates a person's words inside our sentence, so that they keep their own direction. */
export const isolateText = (words: string) => `\u2068${words}\u2069`;

/** Formats an amount that comes in or goes out: always with its sign. */
export const signedMoney = (figure: Figure, currency?: string) =>
  money(figure, currency, { signDisplay: 'exceptZero' });

/** 0.05 is 5%. */
export const percent = (share: Figure) => number(share, { style: 'percent', maximumFractionDigits: 1 });

const yearOf = (moment: Moment) => formatMoment(moment, { year: 'numeric' });
/** Adds the year unless it is the current one. */
const withYear = (moment: Moment) =>
  yearOf(moment) === yearOf(Date.now()) ? {} : { year: 'numeric' as const };

/** Writes out a month abbreviated with a full stop ("févr."), as most dates end a sentence with a full stop. */
function dayDate(moment: Moment, options: Intl.DateTimeFormatOptions) {
  const shown = { ...options, ...dayOptions(lang.value), ...withYear(moment) };
  const text = formatMoment(moment, shown);
  return text.endsWith('.') ? formatMoment(moment, { ...shown, month: 'long' }) : text;
}

export const date = (moment: Moment) => dayDate(moment, {});
export const weekDate = (moment: Moment) => dayDate(moment, { weekday: 'short' });
export const dateTime = (moment: Moment) =>
  formatMoment(moment, { ...dayOptions(lang.value), ...withYear(moment), ...clockOptions(lang.value) });
/**
 * Formats a time in another zone, which is named last, where engines put it between day and hour in Chinese.
 * Throws RangeError for a zone that this engine does not know.
 */
export const zonedTime = (moment: Moment, timeZone: string) =>
  formatMoment(moment, {
    ...dayOptions(lang.value),
    ...withYear(moment),
    ...clockOptions(lang.value),
    timeZone,
    timeZoneName: 'shortOffset',
  }).replace(/(GMT\S+)\s(.+)/, '$2\u00a0$1');
/** Formats a day of the shop, `YYYY-MM-DD`. */
export const shopDay = (day: string) => formatMoment(day, { ...dayOptions(lang.value), timeZone: 'UTC' });

/** A day of 24 hours in milliseconds; where summer time begins or ends, a date is longer or shorter. */
export const dayMs = 86_400_000;

/** Formats a deadline: the date, and within a day the time too. */
export const formatDeadline = (at: string) =>
  Date.parse(at) - Date.now() < dayMs ? dateTime(at) : weekDate(at);

/** Groups rows, which come newest first, by the day of the shop; each day has its title. */
export function byDay<T>(rows: readonly T[], momentOf: (row: T) => string): { title: string; rows: T[] }[] {
  const days = new Map<string, T[]>();
  for (const row of rows) {
    const day = date(momentOf(row));
    const rowsOfDay = days.get(day);
    if (rowsOfDay) rowsOfDay.push(row);
    else days.set(day, [row]);
  }
  return [...days].map(([day, of]) => ({ title: titleOf(day, of[0] && momentOf(of[0])), rows: of }));
}

function titleOf(day: string, moment: string | undefined): string {
  const now = Date.now();
  if (day === date(now)) return t('flow.today', { date: day });
  if (day === date(now - dayMs)) return t('flow.yesterday', { date: day });
  return weekDate(moment);
}
