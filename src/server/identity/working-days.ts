import { startOfDay, weekday } from '../zone.ts';

const isWeekend = (timeZone: string, at: Date): boolean => [0, 6].includes(weekday(timeZone, at));

/**
 * The same time of day so many working days on, Monday to Friday by the shop's clocks. What comes on a weekend counts as
 * come when Monday begins.
 */
export const workingDaysAfter = (timeZone: string, at: Date, days: number): Date => {
  let day = startOfDay(timeZone, at);
  const sinceMidnight = isWeekend(timeZone, day) ? 0 : at.getTime() - day.getTime();
  const next = () => {
    do day = startOfDay(timeZone, day, 1);
    while (isWeekend(timeZone, day));
  };
  if (isWeekend(timeZone, day)) next();
  for (let left = days; left > 0; left--) next();
  return new Date(day.getTime() + sinceMidnight);
};
