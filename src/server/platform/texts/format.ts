import { clockOptions, dayOptions, displayMoment, displayMoney, displayNumber } from '../../../lang/intl.ts';

/** Formats an amount inside a sentence, where its sign and digits keep their sides. */
export const inlineMoney = (amount: string, currency: string, lang: string): string =>
  `\u2066${displayMoney(amount, currency, lang)}\u2069`;

/** Isolates a name, a number or a person's text in its own direction. */
export const isolateText = (text: string): string => `\u2068${text}\u2069`;

/** Formats seconds to wait, from two minutes on as minutes; short, so that it fits any sentence. */
export const displayWait = (seconds: number, lang: string): string => {
  const [value, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return displayNumber(value, lang, { style: 'unit', unit, unitDisplay: 'short' });
};

/** Formats an ISO 8601 moment in a time zone, with its year. */
export const displayDateTime = (at: string, timeZone: string, lang: string): string =>
  displayMoment(at, lang, { timeZone, ...dayOptions(lang), year: 'numeric', ...clockOptions(lang) });

/** Returns a moment without its year where that is the one of `now`. */
export function displayDateTimeNear(at: string, now: Date, timeZone: string, lang: string): string {
  const yearOf = (moment: string) => displayMoment(moment, 'en', { timeZone, year: 'numeric' });
  if (yearOf(at) !== yearOf(now.toISOString())) return displayDateTime(at, timeZone, lang);
  return displayMoment(at, lang, { timeZone, ...dayOptions(lang), ...clockOptions(lang) });
}
