import { dayOptions } from './day-options.ts';
import { formatMoment, inline, money, number } from './format-first.ts';
import { cents, clock, type Figure, type Moment } from './intl.ts';
import { lang } from './texts.ts';

// Formats in the reader's language and the shop's zone and currency. Those that the first screen uses are in
// format-first.ts, which it imports directly.
export {
  configureShop,
  inline,
  langName,
  money,
  number,
  shortMoney,
  time,
  zoneName,
} from './format-first.ts';

/** Keeps an order's number inside a sentence on one line, as a browser would break it at its hyphens. */
export const inlineNo = (no: string) => inline(no.replace(/-/g, '-\u2060'));

/** Returns the end of an order's number, as rows show it: "SK-20261123-DB70APGK" is DB70APGK. */
export const shortNo = (no: string) => no.slice(no.lastIndexOf('-') + 1);

/** Isolates a person's words inside our sentence, so that they keep their own direction. */
export const isolateText = (words: string) => `\u2068${words}\u2069`;

/** Formats an amount that comes in or goes out: always with its sign. */
export const signedMoney = (figure: Figure, currency?: string) =>
  money(figure, currency, { ...cents, signDisplay: 'exceptZero' });

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
  formatMoment(moment, { ...dayOptions(lang.value), ...withYear(moment), ...clock });
/**
 * Formats a time in another zone, which is named last, where engines put it between day and hour in Chinese.
 * Throws RangeError for a zone that this engine does not know.
 */
export const zonedTime = (moment: Moment, timeZone: string) =>
  formatMoment(moment, {
    ...dayOptions(lang.value),
    ...withYear(moment),
    ...clock,
    timeZone,
    timeZoneName: 'shortOffset',
  }).replace(/(GMT\S+)\s(.+)/, '$2\u00a0$1');
/** Formats the day's number alone: for an axis that compares days of two months. */
export const dayOfMonth = (moment: Moment) => formatMoment(moment, { day: 'numeric' });

/** Formats the day's name for an axis. Seven of Vietnamese's short names ("Thứ 2") are too wide; its narrow ones differ. */
export const dayName = (moment: Moment) =>
  formatMoment(moment, { weekday: lang.value === 'vi' ? 'narrow' : 'short' });
