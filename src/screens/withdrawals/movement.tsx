import { useState } from 'react';
import { has } from '../../data/session.ts';
import type { FlowRow } from '../../data/wallet.ts';
import type { Withdrawal } from '../../data/withdrawals.ts';
import { money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CircleX } from '../../ui/icons/circle-x.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { later } from '../../ui/later.tsx';
import { Note } from '../../ui/note.tsx';
import { Sum, type SumRow } from '../../ui/sum.tsx';
import { AccountName } from '../pay/account-name.tsx';
import { CopyLine } from '../pay/copy-line.tsx';
import { dayOrTime } from '../pay/day-or-time.ts';
import { RechargeSteps } from '../pay/recharge-steps.tsx';
import { ResultBadge } from './history-row.tsx';
import { WithdrawalSteps } from './withdrawal-steps.tsx';

const TakeBackSheet = later(() => import('./take-back-sheet.tsx'));

/** One recharge or withdrawal: what became of it and why, its sums, its time line, and what can be done. */
export function Movement({ row, currency }: { row: FlowRow; currency: string | undefined }) {
  const { withdrawal, recharge } = row;
  const own = withdrawal ?? recharge;
  const proof = own?.proof;
  return (
    <>
      <Card>
        <div className="row between">
          <h2>{row.kind === 'recharge' ? t('flow.kind_recharge') : t('flow.kind_withdraw')}</h2>
          <ResultBadge row={row} />
        </div>
        {own?.reason && (
          <Note
            tone={own.status === 'failed' ? 'bad' : 'calm'}
            icon={own.status === 'failed' ? CircleX : undefined}
          >
            <p>
              <strong>{own.reason}</strong>
            </p>
            {own.nextStep && <p>{own.nextStep}</p>}
          </Note>
        )}
        {own?.overdue && (
          <Note tone="warn" icon={Clock}>
            {t('accounts.overdue', { at: dayOrTime(own.expectedBy) })}{' '}
            <a href={paths.service.href({ [withdrawal ? 'withdrawal' : 'recharge']: own.no })}>
              {t('quote.service')}
            </a>
          </Note>
        )}
        <Sum rows={withdrawal ? sumsOf(withdrawal) : rechargeSums(row, currency)} />
        {withdrawal?.account && (
          <p>
            <AccountName account={withdrawal.account} />
          </p>
        )}
        {proof && <CopyLine label={t('accounts.proof')} text={proof} />}
      </Card>
      {own && (
        <Card title={t('accounts.steps')}>
          {withdrawal && <WithdrawalSteps withdrawal={withdrawal} />}
          {recharge && <RechargeSteps recharge={recharge} />}
        </Card>
      )}
      {withdrawal?.cancellable && has('withdrawCancel') && <TakeBack withdrawal={withdrawal} />}
      {own?.status === 'failed' && row.refNo && (
        <LinkButton block href={paths.walletFlow.href({ refNo: row.refNo })}>
          {t('accounts.rows')}
        </LinkButton>
      )}
    </>
  );
}

function TakeBack({ withdrawal }: { withdrawal: Withdrawal }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button block onClick={() => setOpen(true)}>
        {t('accounts.withdraw.take_back')}
      </Button>
      {open && <TakeBackSheet withdrawal={withdrawal} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Of one that failed nothing was kept and nothing is received. */
function sumsOf({ status, amount, fee, net, currency }: Withdrawal): SumRow[] {
  const asked: SumRow = { label: t('quote.line.amount'), amount: money(amount, currency) };
  if (status === 'failed') return [asked];
  return [
    asked,
    {
      label: t('quote.line.withdraw_fee'),
      amount: money(fee === undefined ? undefined : `-${fee}`, currency),
    },
    { label: t('accounts.withdraw.net'), amount: money(net, currency), total: true },
  ];
}

/** What arrived is what counts; that it is not what was said is said. */
function rechargeSums({ recharge, amount }: FlowRow, currency: string | undefined): SumRow[] {
  if (!recharge) return [{ label: t('quote.line.amount'), amount: money(amount, currency) }];
  const { received } = recharge;
  return [
    { label: t('accounts.recharge.reported'), amount: money(recharge.amount, currency) },
    ...(received
      ? [{ label: t('accounts.recharge.received'), amount: money(received, currency), total: true }]
      : []),
  ];
}
