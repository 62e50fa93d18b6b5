import { openable } from '../../data/host.ts';
import type { Statement } from '../../data/statements.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Item } from '../../ui/item.tsx';
import { ExplainedLine } from '../../ui/quotation.tsx';

/** A decision among others: what happened, by which rule, since when and until when, with the copy and the objection. */
export function StatementRow({ data }: { data: Statement }) {
  const { id, title, facts, rule, since, until, reviewBy, fileUrl, appeal, objection } = data;
  const file = openable(fileUrl ?? '');
  const dates = [
    `${t('business.appeal.since')} ${dateTime(since)}`,
    until && `${t('business.appeal.until')} ${weekDate(until)}`,
    reviewBy && `${t('business.appeal.review_by')} ${weekDate(reviewBy)}`,
  ];
  return (
    <Item title={title || t('business.appeal.statement')}>
      {[facts, rule].map((text) => (
        <p key={text} className="small" dir="auto">
          <ExplainedLine text={text} of={data} />
        </p>
      ))}
      <p className="small muted">{dates.filter(Boolean).join(' · ')}</p>
      <p className="row wrap small">
        {appeal && (
          <a className="hit" href={paths.appeal.href({ ref: id })}>
            {t(objection ? 'business.appeal.title' : 'shop.appeal')}
          </a>
        )}
        {file && (
          <a className="hit" href={file} target="_blank" rel="noreferrer">
            {t('business.appeal.file')}
          </a>
        )}
      </p>
    </Item>
  );
}
