import { Temporal } from 'temporal-polyfill';
import { hour } from './clock.ts';

const zoned = (timeZone: string, at: Date) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

const dayOf = (timeZone: string, at: Date): Temporal.PlainDate => zoned(timeZone, at).toPlainDate();

/** Returns the first moment of a local day, even where a clock change skips or repeats midnight. */
const firstMoment = (timeZone: string, day: Temporal.PlainDate): Date =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds);

/** Formats a moment as ISO 8601 with the zone's offset: `2025-03-03T10:00:00+01:00`. */
export const zonedIso = (timeZone: string, at: Date): string =>
  zoned(timeZone, at).toString({ timeZoneName: 'never', smallestUnit: 'second' });

/** Returns the local day that contains the moment, `YYYY-MM-DD`. */
export const dayLabel = (timeZone: string, at: Date): string => dayOf(timeZone, at).toString();

/** Returns the start of the local day, `days` away from the one that contains the moment. */
export const startOfDay = (timeZone: string, at: Date, days = 0): Date =>
  firstMoment(timeZone, dayOf(timeZone, at).add({ days }));

/**
 * Returns the start of an hour of a local day, `YYYY-MM-DD`: of the next hour where the clocks leave it out, of the first
 * where it comes twice.
 */
export const startOfHour = (timeZone: string, day: string, hour: number): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds);

/** Returns the local hour that contains the moment, from 0 to 23. */
export const hourOf = (timeZone: string, at: Date): number => zoned(timeZone, at).hour;

/** Returns the start of the week's Monday. */
export const startOfWeek = (timeZone: string, at: Date, weeks = 0): Date => {
  const day = dayOf(timeZone, at);
  return firstMoment(timeZone, day.add({ days: 7 * weeks + 1 - day.dayOfWeek }));
};

export const startOfMonth = (timeZone: string, at: Date, months = 0): Date =>
  firstMoment(timeZone, dayOf(timeZone, at).with({ day: 1 }).add({ months }));

/** Returns the starts of the local days from `from` up to, not including, `to`. */
export function daysBetween(timeZone: string, from: Date, to: Date): Date[] {
  const starts: Date[] = [];
  for (let at = startOfDay(timeZone, from); at < to; at = startOfDay(timeZone, at, 1)) starts.push(at);
  return starts;
}

/** Returns the starts of the hours of a span; a day with a clock change has 23 or 25. */
export function hoursBetween(from: Date, to: Date): Date[] {
  const starts: Date[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += hour) starts.push(new Date(at));
  return starts;
}

/** Returns the moments between which the days `from` and `to` (both included, `YYYY-MM-DD`) lie in a zone. */
export const daySpan = (timeZone: string, from: string | undefined, to: string | undefined) => ({
  from: from === undefined ? undefined : firstMoment(timeZone, Temporal.PlainDate.from(from)),
  to: to === undefined ? undefined : firstMoment(timeZone, Temporal.PlainDate.from(to).add({ days: 1 })),
});

/** Returns the local day of the week, from 1 (Monday) to 7 (Sunday). */
export const weekday = (timeZone: string, at: Date): number => dayOf(timeZone, at).dayOfWeek;
