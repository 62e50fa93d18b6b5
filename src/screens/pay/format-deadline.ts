import { day } from '../../lang/day.ts';
import { dateTime, weekDate } from '../../lang/format.ts';

/** A date to wait for; what is due within a day is said with its time. */
export const formatDeadline = (at: string) =>
  Date.parse(at) - Date.now() < day ? dateTime(at) : weekDate(at);
