import type { FlowRow as Row } from '../../data/wallet.ts';
import { day as aDay } from '../../lang/day.ts';
import { date, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { FlowRow } from './flow-row.tsx';

interface Props {
  rows: readonly Row[];
  currency: string | undefined;
  account?: 'named';
}

/** Movements by day, newest first. */
export function FlowDays({ rows, currency, account }: Props) {
  return (
    <>
      {byDay(rows).map(([day, rowsOfDay]) => (
        <section key={day} className="stack tight">
          <h3 className="small muted">{dayTitle(rowsOfDay[0]?.at ?? '', day)}</h3>
          <ul className="list">
            {rowsOfDay.map((row) => (
              <FlowRow key={row.id} row={row} currency={currency} account={account} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function byDay(rows: readonly Row[]): [string, Row[]][] {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const day = date(row.at);
    const rowsOfDay = days.get(day);
    if (rowsOfDay) rowsOfDay.push(row);
    else days.set(day, [row]);
  }
  return [...days];
}

function dayTitle(at: string, day: string) {
  const now = Date.now();
  if (day === date(now)) return t('flow.today', { date: day });
  if (day === date(now - aDay)) return t('flow.yesterday', { date: day });
  return weekDate(at);
}
