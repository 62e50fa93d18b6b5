import { openable } from '../../data/host.ts';
import type { Statement } from '../../data/statements.ts';
import { date, t, weekDate } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Download } from '../../ui/icons/download.ts';
import { Item } from '../../ui/item.tsx';
import { ExplainedLine } from '../../ui/quotation.tsx';

/**
 * A decision among others: what was decided and when, how it stands, and why, with a copy to keep and the objection. The
 * rule behind it is where it leads; a decision that leads nowhere is shown in full.
 */
export function StatementRow({ data }: { data: Statement }) {
  const { id, title, facts, rule, since, until, reviewBy, endedAt, fileUrl, appeal, objection } = data;
  const href = appeal ? paths.appeal.href({ ref: id }) : undefined;
  const file = openable(fileUrl ?? '');
  // A date that has passed says nothing of what came then.
  const lasts = [
    !isPast(until) && until && `${t('business.appeal.until')} ${weekDate(until)}`,
    !isPast(reviewBy) && reviewBy && `${t('business.appeal.review_by')} ${weekDate(reviewBy)}`,
  ];
  const ends = endedAt ? [objection && endText(endedAt)] : lasts;
  return (
    <Item
      title={title || t('business.appeal.statement')}
      note={[date(since), ...ends].filter(Boolean).join(' · ')}
      noteFigure={<State data={data} />}
      href={href}
    >
      <div className="stack tight">
        {(href ? [facts] : [facts, rule]).map((text) => (
          <p key={text} className="small" dir="auto">
            <ExplainedLine text={text} of={data} />
          </p>
        ))}
        <p className="row between">
          {href && (
            <LinkButton kind={endedAt ? 'plain' : 'soft'} href={href}>
              {t(objection ? 'business.appeal.title' : 'shop.appeal')}
            </LinkButton>
          )}
          {file && (
            <LinkButton kind="plain" icon={Download} href={file} target="_blank" rel="noreferrer">
              {t('business.appeal.file')}
            </LinkButton>
          )}
        </p>
      </div>
    </Item>
  );
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

const isPast = (moment: string | null) => moment !== null && Date.parse(moment) < Date.now();
