import { openable } from '../../data/host.ts';
import { session } from '../../data/session.ts';
import type { Statement } from '../../data/statements.ts';
import { walletResource } from '../../data/wallet.ts';
import { date, weekDate } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
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
  const { id, title, facts, rule, since, until, reviewBy, fileUrl, appeal, objection } = data;
  const href = appeal ? paths.appeal.href({ ref: id }) : undefined;
  const file = openable(fileUrl ?? '');
  // A date that has passed says nothing of what came then.
  const ends = [
    !isPast(until) && until && `${t('business.appeal.until')} ${weekDate(until)}`,
    !isPast(reviewBy) && reviewBy && `${t('business.appeal.review_by')} ${weekDate(reviewBy)}`,
  ];
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
            <LinkButton kind={isOver(data) ? 'plain' : 'soft'} href={href}>
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

const tones = { received: 'info', upheld: 'calm', reversed: 'good', ended: 'good' } as const;

/** The state of a decision: that of the objection to it, else its end. */
function State({ data }: { data: Statement }) {
  const state = data.objection?.status ?? (isOver(data) && 'ended');
  if (!state) return null;
  return (
    <span className="dot" data-tone={tones[state]}>
      {t(`business.appeal.${state === 'received' ? 'pending' : state}`)}
    </span>
  );
}

const isPast = (moment: string | null) => moment !== null && Date.parse(moment) < Date.now();

/** Returns whether a decision has ended: by its own date, or as a hold that is no longer in the wallet. */
function isOver({ kind, appeal, until }: Statement): boolean {
  if (isPast(until)) return true;
  // One who is shut out may read the decisions, and not the wallet.
  if (!kind.startsWith('hold_') || session.value.status !== 'signed-in') return false;
  return walletResource.ask().value.data?.holds.every(({ appealUrl }) => appealUrl !== appeal) === true;
}
