import { hour, minute } from './clock.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
};

/** Returns the wall clock of a zone at a moment, as if it were UTC. */
function wallClock(timeZone: string, at: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour: h = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, h, minute, second);
}

const two = (part: number) => String(part).padStart(2, '0');

/** Formats a moment as ISO 8601 with the zone's offset: `2025-03-03T10:00:00+01:00`. */
export function zonedIso(timeZone: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000) * 1000;
  const wall = wallClock(timeZone, seconds);
  const offset = Math.round((wall - seconds) / minute);
  const size = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${new Date(wall).toISOString().slice(0, 19)}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const dayLength = 24 * hour;
const dayNumber = (wall: number) => Math.floor(wall / dayLength);

/** Returns the first moment of a local day, even where a clock change skips or repeats midnight. */
function firstMoment(timeZone: string, day: number): Date {
  const wall = day * dayLength;
  // The offset is one of the two in force a day before and a day after.
  const offsets = [wall - dayLength, wall + dayLength].map((near) => wallClock(timeZone, near) - near);
  const starts = offsets
    .map((offset) => wall - offset)
    .filter((at) => dayNumber(wallClock(timeZone, at)) === day);
  return new Date(Math.min(...(starts.length > 0 ? starts : [wall - (offsets[0] ?? 0)])));
}

const localDay = (timeZone: string, at: Date) =>
  dayNumber(wallClock(timeZone, Math.floor(at.getTime() / 1000) * 1000));

/** Returns the start of the local day, `days` away from the one that contains the moment. */
export const startOfDay = (timeZone: string, at: Date, days = 0): Date =>
  firstMoment(timeZone, localDay(timeZone, at) + days);

/** Returns the start of the week's Monday; 1970-01-01 was a Thursday. */
export const startOfWeek = (timeZone: string, at: Date, weeks = 0): Date => {
  const day = localDay(timeZone, at);
  return firstMoment(timeZone, day - ((day + 3) % 7) + weeks * 7);
};

export const startOfMonth = (timeZone: string, at: Date, months = 0): Date => {
  const today = new Date(localDay(timeZone, at) * dayLength);
  return firstMoment(timeZone, dayNumber(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1)));
};

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

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** Returns the moments between which the days `from` and `to` (both included, `YYYY-MM-DD`) lie in a zone. */
export const daySpan = (timeZone: string, from: string | undefined, to: string | undefined) => ({
  from: from === undefined ? undefined : firstMoment(timeZone, dayNumber(noon(from))),
  to: to === undefined ? undefined : firstMoment(timeZone, dayNumber(noon(to)) + 1),
});

/** Returns the local day of the week: 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekday = (timeZone: string, at: Date): number => (localDay(timeZone, at) + 4) % 7;

/** Returns whether a text is the name of a time zone. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
};
