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

/** Returns the options that show the year of a moment where it is not the one of `now`. */
function yearUnlessOf(now: Date, at: string, timeZone: string): Intl.DateTimeFormatOptions {
  const yearOf = (moment: string) => displayMoment(moment, 'en', { timeZone, year: 'numeric' });
  return yearOf(at) === yearOf(now.toISOString()) ? {} : { year: 'numeric' };
}

/** Returns a moment without its year where that is the one of `now`. */
export const displayDateTimeNear = (at: string, now: Date, timeZone: string, lang: string): string =>
  displayMoment(at, lang, {
    timeZone,
    ...dayOptions(lang),
    ...yearUnlessOf(now, at, timeZone),
    ...clockOptions(lang),
  });

/** Returns the day of a moment, without its year where that is the one of `now`. */
export const displayDateNear = (at: string, now: Date, timeZone: string, lang: string): string =>
  displayMoment(at, lang, { timeZone, ...dayOptions(lang), ...yearUnlessOf(now, at, timeZone) });
