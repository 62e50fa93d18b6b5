import { openable } from '../../data/host.ts';
import type { Statement } from '../../data/statements.ts';
import { dateTime, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { LinkButton } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Explained } from '../../ui/quotation.tsx';

/** A statement of reasons: what happened, by which rule, since when, until when, and a file to keep. */
export function StatementCard({ data }: { data: Statement }) {
  const { since, until, reviewBy, fileUrl } = data;
  const rows = [
    [t('business.appeal.since'), dateTime(since)],
    [t('business.appeal.until'), until && weekDate(until)],
    [t('business.appeal.review_by'), reviewBy && weekDate(reviewBy)],
  ] as const;
  return (
    <article className="card stack tight">
      <h2 className="label">{t('business.appeal.statement')}</h2>
      {data.title && <strong>{data.title}</strong>}
      <dl className="stack tight">
        {(['facts', 'rule'] as const).map((name) => (
          <div key={name}>
            <dt className="small muted">{t(`business.appeal.${name}`)}</dt>
            <dd>
              <Explained texts={[data[name]]} of={data} />
            </dd>
          </div>
        ))}
      </dl>
      <DescriptionList rows={rows} />
      {openable(fileUrl ?? '') && (
        <LinkButton href={openable(fileUrl ?? '')} target="_blank" rel="noreferrer">
          {t('business.appeal.file')}
        </LinkButton>
      )}
    </article>
  );
}
