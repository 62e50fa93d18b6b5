import type { Statement } from '../../data/statements.ts';
import { date, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Item } from '../../ui/item.tsx';

/** A decision among others: what was decided and when, until when, and how it stands. It leads to its reasons. */
export function StatementRow({ data }: { data: Statement }) {
  const { id, title, since, endedAt, objection } = data;
  // A date that has passed says nothing of what came then.
  const lasts = endsOf(data).filter(([, moment]) => Date.parse(moment) > Date.now());
  const ends = endedAt
    ? [objection && endText(endedAt)]
    : lasts.map(([label, at]) => `${label} ${weekDate(at)}`);
  return (
    <Item
      title={title || t('business.appeal.statement')}
      note={[date(since), ...ends].filter(Boolean).join(' · ')}
      noteFigure={<State data={data} />}
      href={paths.appeal.href({ ref: id })}
      next
    />
  );
}

/** Returns when a decision ends, and when it is looked at again where that is another day, each with its name. */
export function endsOf({ until, reviewBy }: Statement): (readonly [label: string, at: string])[] {
  const isReviewed = reviewBy && (!until || weekDate(until) !== weekDate(reviewBy));
  return [
    ...(until ? [[t('business.appeal.until'), until] as const] : []),
    ...(isReviewed ? [[t('business.appeal.review_by'), reviewBy] as const] : []),
  ];
}

const tones = { received: 'info', upheld: 'calm', reversed: 'good' } as const;

/** The state of a decision: that of the objection to it, else its end. */
function State({ data: { objection, endedAt } }: { data: Statement }) {
  if (objection)
    return (
      <span className="dot" data-tone={tones[objection.status]}>
        {t(`business.appeal.${objection.status === 'received' ? 'pending' : objection.status}`)}
      </span>
    );
  return endedAt ? (
    <span className="dot" data-tone="good">
      {endText(endedAt)}
    </span>
  ) : null;
}

const endText = (endedAt: string) => `${t('business.appeal.ended')} ${date(endedAt)}`;
