import { type CSSProperties, useLayoutEffect } from 'react';
import { openable } from '../../data/host.ts';
import { firstActs, showToday, type Today, todayResource } from '../../data/today.ts';
import { number, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { ActMark } from '../../ui/act.tsx';
import { actTexts, isUrgent } from '../../ui/act-texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { Thumb } from '../../ui/thumb.tsx';
import { OrdersRow, TodayPlace } from './waiting-rows.tsx';

/** The first of what waits for the merchant, and the way to all of it. */
export default function TodayRows() {
  useLayoutEffect(showToday, []);
  const { data: today, error } = todayResource.ask(firstActs).value;
  if (!today) return error ? <OrdersRow /> : <TodayPlace />;
  const { acts, total } = today;
  if (total === 0)
    return (
      <a className="row" href={paths.orderList.href()}>
        <span className="grow muted">{t('today.none')}</span>
        <ChevronRight className="flip muted" />
      </a>
    );
  return (
    <>
      {acts.map((act) => (
        <ActRow key={`${act.kind} ${act.subject}`} act={act} today={today} />
      ))}
      {total > acts.length && (
        <a className="row" href={paths.today.href()}>
          <span className="grow">{t('today.all', { count: number(total) })}</span>
          <ChevronRight className="flip muted" />
        </a>
      )}
    </>
  );
}

type Act = Today['acts'][number];

function ActRow({ act, today }: { act: Act; today: Today }) {
  // Of a restriction what still works comes first; until when it lasts, the screen of all of it has.
  const { title, goods, at, note, sum, price } = actTexts(act, today);
  const figure = sum ? <Amount>{sum}</Amount> : price && t('today.list_at', { price });
  const when = (
    <span className="tone" data-tone={isUrgent(act, today.asOf) ? 'warn' : 'calm'}>
      {at ?? note}
    </span>
  );
  const name = (
    <a className="cover" href={openable(act.path)}>
      {title}
    </a>
  );
  if (act.kind === 'pay')
    return (
      <div className="act">
        <strong className="line">
          {name}
          {figure}
        </strong>
        <p className="small muted">{when}</p>
        <Payable act={act} />
      </div>
    );
  return (
    <div className="act row">
      <ActMark of={act} />
      <div className="grow">
        <div className="line">
          {name}
          {goods && <span className="small">{when}</span>}
        </div>
        <div className="line small muted">
          <span className="clamp" style={oneLine}>
            {goods ?? when}
          </span>
          {figure}
        </div>
      </div>
      <ChevronRight className="flip muted" />
    </div>
  );
}

/** A row keeps the height of its place; the screen of all of it has the whole note. */
const oneLine = { '--lines': 1 } as CSSProperties;

/** The pictures of what was ordered, and the button that pays all of it in one go. */
function Payable({ act: { images, count } }: { act: Act }) {
  const others = count - images.length;
  return (
    <div className="row between">
      <div className="row tight">
        {images.map((src, index) => (
          <Thumb key={`${index} ${src}`} src={src} size={44} />
        ))}
        {others > 0 && (
          <span className="mark more" dir="ltr">
            +{number(others)}
          </span>
        )}
      </div>
      <LinkButton kind="primary" href={paths.orderList.href({ status: 'pending_payment', pay: 1 })}>
        {t(count > 1 ? 'today.pay_all' : 'today.pay_one')}
      </LinkButton>
    </div>
  );
}
