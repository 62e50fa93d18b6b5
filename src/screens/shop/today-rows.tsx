import { useLayoutEffect } from 'react';
import { openable } from '../../data/host.ts';
import { firstActs, showToday, todayResource } from '../../data/today.ts';
import { number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { ActMark, actTexts, isUrgent } from '../../ui/act.tsx';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { OrdersRow, TodayPlace } from './waiting-rows.tsx';

/** The first of what waits for the merchant, and the way to all of it. */
export default function TodayRows() {
  useLayoutEffect(showToday, []);
  const { data: today, error } = todayResource.ask(firstActs).value;
  if (!today) return error ? <OrdersRow /> : <TodayPlace />;
  const { acts, total, asOf } = today;
  if (total === 0)
    return (
      <a className="row" href={paths.orderList.href()}>
        <span className="grow muted">{t('today.none')}</span>
        <ChevronRight className="flip muted" />
      </a>
    );
  return (
    <>
      {acts.map((act) => {
        const { title, note, figure } = actTexts(act, today);
        // What still works is said first; until when, by the screen of all of it.
        const isSum = act.kind !== 'restriction';
        return (
          <a
            key={`${act.kind} ${act.subject}`}
            className="row"
            data-tone={isUrgent(act, asOf) ? 'warn' : undefined}
            href={openable(act.path)}
          >
            <ActMark of={act} />
            <div className="grow">
              <strong>{title}</strong>
              <div className="line small muted">
                <span>{note}</span>
                {isSum && figure}
              </div>
            </div>
          </a>
        );
      })}
      {total > acts.length && (
        <a className="row" href={paths.today.href()}>
          <span className="grow">{t('today.all', { count: number(total) })}</span>
          <ChevronRight className="flip muted" />
        </a>
      )}
    </>
  );
}
