import { dateTime, weekDate } from '../../lang/format.ts';

const DAY = 86_400_000;

/** A date to wait for; what is due within a day is said with its time. */
export const dayOrTime = (at: string) => (Date.parse(at) - Date.now() < DAY ? dateTime(at) : weekDate(at));
