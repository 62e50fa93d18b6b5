import {
  cents,
  clock,
  dated,
  type Figure,
  inCurrency,
  inline,
  type Moment,
  number,
  shopCurrency,
} from './print.ts';

// All that is said of amounts, numbers and times. What the first screen itself prints stands in print.ts, which it
// imports directly.
export {
  configureShop,
  inline,
  langName,
  money,
  number,
  shopCurrency,
  shopZone,
  shortMoney,
  time,
  zoneName,
} from './print.ts';

/** An order's number inside a sentence: whole on one line, for a browser would break it at its hyphens. */
export const inlineNo = (no: string) => inline(no.replace(/-/g, '-\u2060'));

/** An amount that comes in or goes out: always with its sign. */
export const signedMoney = (figure: Figure, currency: string | undefined = shopCurrency.value) =>
  inCurrency(figure, currency, { ...cents, signDisplay: 'exceptZero' });

/** 0.05 is 5%. */
export const percent = (share: Figure) => number(share, { style: 'percent', maximumFractionDigits: 1 });

const day = { day: 'numeric', month: 'short' } as const;
const yearOf = (moment: Moment) => dated(moment, { year: 'numeric' });
/** The year is said only where it is not this one. */
const withYear = (moment: Moment) =>
  yearOf(moment) === yearOf(Date.now()) ? {} : { year: 'numeric' as const };

export const date = (moment: Moment) => dated(moment, { ...day, ...withYear(moment) });
export const weekDate = (moment: Moment) => dated(moment, { weekday: 'short', ...day, ...withYear(moment) });
export const dateTime = (moment: Moment) => dated(moment, { ...day, ...withYear(moment), ...clock });
/** The same by the clock of another place, which is named. Throws RangeError for a zone that this engine does not know. */
export const zonedTime = (moment: Moment, timeZone: string) =>
  dated(moment, { ...day, ...withYear(moment), ...clock, timeZone, timeZoneName: 'shortOffset' });
/** The day's number alone: under an axis where days of two months stand above each other. */
export const dayOfMonth = (moment: Moment) => dated(moment, { day: 'numeric' });
export const dayName = (moment: Moment) => dated(moment, { weekday: 'short' });
