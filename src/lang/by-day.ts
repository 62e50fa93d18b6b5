import { dayMs } from './day.ts';
import { date, weekDate } from './format.ts';
import { t } from './i18n.ts';

/** Groups rows, which come newest first, by the day of the shop; each day has its title. */
export function byDay<T>(rows: readonly T[], momentOf: (row: T) => string): { title: string; rows: T[] }[] {
  const days = new Map<string, T[]>();
  for (const row of rows) {
    const day = date(momentOf(row));
    const rowsOfDay = days.get(day);
    if (rowsOfDay) rowsOfDay.push(row);
    else days.set(day, [row]);
  }
  return [...days].map(([day, of]) => ({ title: titleOf(day, of[0] && momentOf(of[0])), rows: of }));
}

function titleOf(day: string, moment: string | undefined): string {
  const now = Date.now();
  if (day === date(now)) return t('flow.today', { date: day });
  if (day === date(now - dayMs)) return t('flow.yesterday', { date: day });
  return weekDate(moment);
}
