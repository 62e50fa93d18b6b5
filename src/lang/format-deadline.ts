import { dayMs } from './day.ts';
import { dateTime, weekDate } from './format.ts';

/** Formats a deadline: the date, and within a day the time too. */
export const formatDeadline = (at: string) =>
  Date.parse(at) - Date.now() < dayMs ? dateTime(at) : weekDate(at);
