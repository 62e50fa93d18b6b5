import { findText, money, number, t, time } from '../lang/first.ts';
import { actTexts, isUrgent } from '../ui/act-texts.ts';
import { Amount, BigAmount } from '../ui/amount.tsx';
import { AwningChart } from '../ui/awning-chart.tsx';
import { stripesOf } from '../ui/awning-stripes.ts';
import type { Home, HomeAnswer } from './home.ts';

export interface CardState {
  /** The newest figures; undefined before they come, and once the session is over. */
  home?: Home | undefined;
  /** Why there are none, or no newer ones. */
  failure?: Exclude<HomeAnswer, { home: Home }>['code'] | undefined;
}

interface CardProps extends CardState {
  /** Returns the address of a screen of Souk. */
  hrefOf(path: string): string;
  onOpen(event: MouseEvent, path: string): void;
}

/** The profit of today under the awning of the week, and the first of what waits for the merchant. */
export function CardView(props: CardProps) {
  const { home, failure } = props;
  if (!home && failure) return <Foot {...props} title={failureText(failure)} path="/shopCenter" />;
  return (
    <div className="all" aria-busy={!home}>
      <div className="head">
        <p className="small muted">
          {t('stats.profit')} · {t('stats.today')}
          {home?.me.demo && ` · ${t('shop.demo')}`}
        </p>
        {home && <Figures home={home} />}
      </div>
      {home && <Due {...props} home={home} />}
    </div>
  );
}

function Figures({ home: { stat, line } }: { home: Home }) {
  const { profitSettled } = stat.today;
  return (
    <div>
      <BigAmount tone={Number(profitSettled) < 0 ? 'bad' : undefined}>{money(profitSettled)}</BigAmount>
      <div role="img" aria-label={`${t('stats.week')} ${money(stat.week.profitSettled)}`}>
        <AwningChart stripes={stripesOf('week', line, stat.week)} />
      </div>
    </div>
  );
}

/** The most urgent act, and how many there are behind it. */
function Due({ home: { today, stat }, failure, ...links }: CardProps & { home: Home }) {
  const { acts, total, asOf } = today;
  const stale = failure ? t('common.offline_since', { at: time(stat.asOf) }) : undefined;
  const [act] = acts;
  if (!act) return <Foot {...links} title={t('today.none')} note={stale} path="/shopCenter" />;
  const { title, note, sum } = actTexts(act, today);
  const others = total - 1;
  return (
    <Foot
      {...links}
      title={title}
      sum={sum}
      note={stale || note}
      isUrgent={!stale && isUrgent(act, asOf)}
      more={others > 0 ? others : undefined}
      path={act.path}
    />
  );
}

interface FootProps extends Pick<CardProps, 'hrefOf' | 'onOpen'> {
  title: string;
  sum?: string | undefined;
  note?: string | undefined;
  isUrgent?: boolean;
  more?: number | undefined;
  path: string;
}

/** Two lines and the one link, which covers the card. */
function Foot({ title, sum, note, isUrgent, more, path, hrefOf, onOpen }: FootProps) {
  return (
    <div className="foot">
      <div className="line">
        <a className="cover" href={hrefOf(path)} onClick={(event) => onOpen(event, path)}>
          {title}
        </a>
        {sum && <Amount>{sum}</Amount>}
      </div>
      {(note || more) && (
        <div className="line small muted">
          <span className={isUrgent ? 'tone' : ''} data-tone="warn">
            {note}
          </span>
          {more && (
            <span role="img" dir="ltr" aria-label={t('today.more', { count: number(more) })}>
              +{number(more)}
            </span>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the sentence of a failure; a session that was revoked needs another sign-in, as one that is unknown does. */
const failureText = (code: NonNullable<CardState['failure']>): string =>
  findText(`error.${code === 401 ? 407 : code}`) || t('common.failed');
