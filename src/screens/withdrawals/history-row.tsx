import type { FlowRow } from '../../data/wallet.ts';
import { dateTime, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ArrowDownLeft } from '../../ui/icons/arrow-down-left.ts';
import { ArrowUpRight } from '../../ui/icons/arrow-up-right.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import type { Tone } from '../../ui/props.ts';

const tones: Record<FlowRow['status'], Tone> = { completed: 'good', failed: 'bad', moderated: 'warn' };

/** The result of a recharge or withdrawal, in the specification's three statuses. */
export function ResultBadge({ row }: { row: FlowRow }) {
  const status = row.withdrawal?.status ?? row.recharge?.status ?? row.status;
  if (!(status in tones)) return null;
  if (row.withdrawal?.waiting?.state === 'recalled')
    return <Badge tone="warn">{t('accounts.step.recalled')}</Badge>;
  // A sent one has passed its review: only the confirmation of its arrival is missing.
  if (status === 'moderated' && row.withdrawal?.step === 'sent')
    return <Badge tone="info">{t('accounts.step.sent')}</Badge>;
  return <Badge tone={tones[status]}>{t(`accounts.result.${status}`)}</Badge>;
}

/** Returns whether a movement failed. */
export const isFailed = (row: FlowRow) => (row.withdrawal ?? row.recharge ?? row).status === 'failed';

/** One recharge or withdrawal; it opens its timeline. */
export function HistoryRow({ row, currency }: { row: FlowRow; currency: string | undefined }) {
  const { withdrawal, recharge, kind, refNo, amount } = row;
  const reason = withdrawal?.reason ?? recharge?.reason ?? row.reason;
  const failed = isFailed(row);
  const sum = <Amount>{money(amount, currency)}</Amount>;
  const inside = (
    <>
      <IconTile tone="calm">{kind === 'recharge' ? <ArrowDownLeft /> : <ArrowUpRight />}</IconTile>
      <span className="grow stack near">
        <span className="row between">
          <span>{kind === 'recharge' ? t('flow.kind_recharge') : t('flow.kind_withdraw')}</span>
          {failed ? <s className="muted">{sum}</s> : <strong>{sum}</strong>}
        </span>
        <span className="small muted">
          <Code>{refNo}</Code>
        </span>
        <span className="row between">
          <span className="small muted">{dateTime(row.at)}</span>
          <ResultBadge row={row} />
        </span>
        {failed && reason && (
          <span className="hint" dir="auto">
            {reason}
          </span>
        )}
      </span>
      {refNo && <ChevronRight className="flip muted" />}
    </>
  );
  if (!refNo) return <li className="card row top">{inside}</li>;
  return (
    <li>
      <a className="card row top" href={paths.history.href({ no: refNo })}>
        {inside}
      </a>
    </li>
  );
}
