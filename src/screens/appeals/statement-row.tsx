import { openable } from '../../data/host.ts';
import type { Statement } from '../../data/statements.ts';
import { date, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Download } from '../../ui/icons/download.ts';
import { Item } from '../../ui/item.tsx';
import { ExplainedLine } from '../../ui/quotation.tsx';

/**
 * A decision among others: what was decided and when, and why; with a copy to keep and the objection. The whole of it,
 * with its rule, is where it leads; a decision that leads nowhere is shown in full.
 */
export function StatementRow({ data }: { data: Statement }) {
  const { id, title, facts, rule, since, until, reviewBy, fileUrl, appeal, objection } = data;
  const href = appeal ? paths.appeal.href({ ref: id }) : undefined;
  const file = openable(fileUrl ?? '');
  const ends = [
    until && `${t('business.appeal.until')} ${weekDate(until)}`,
    reviewBy && `${t('business.appeal.review_by')} ${weekDate(reviewBy)}`,
  ];
  return (
    <Item
      title={<strong>{title || t('business.appeal.statement')}</strong>}
      href={href}
      note={[`${t('business.appeal.since')} ${date(since)}`, ...ends].filter(Boolean).join(' · ')}
    >
      <div className="stack tight">
        {(href ? [facts] : [facts, rule]).map((text) => (
          <p key={text} className={classes('small', href && 'clamp')} dir="auto">
            <ExplainedLine text={text} of={data} />
          </p>
        ))}
        <p className="row between">
          {href && (
            <LinkButton href={href}>{t(objection ? 'business.appeal.title' : 'shop.appeal')}</LinkButton>
          )}
          {file && (
            <a
              className="tap edge"
              href={file}
              target="_blank"
              rel="noreferrer"
              aria-label={t('business.appeal.file')}
            >
              <Download />
            </a>
          )}
        </p>
      </div>
    </Item>
  );
}
