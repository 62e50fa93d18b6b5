import { useState } from 'react';
import { copy, openable } from '../../data/host.ts';
import { hasFeature } from '../../data/session.ts';
import type { FlowRow } from '../../data/wallet.ts';
import type { Withdrawal } from '../../data/withdrawals.ts';
import { dateTime, formatDeadline, gap, inline, money, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { BigAmount } from '../../ui/amount.tsx';
import { Breakdown, type BreakdownRow } from '../../ui/breakdown.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { CircleX } from '../../ui/icons/circle-x.ts';
import { Clock } from '../../ui/icons/clock.ts';
import { Note } from '../../ui/note.tsx';
import { Explained } from '../../ui/quotation.tsx';
import { RechargeSteps } from '../../ui/recharge-steps.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { lazySheet } from '../../ui/sheet.tsx';
import { nameOf, Result } from './history-row.tsx';
import { WithdrawalSteps, withdrawalSums } from './withdrawal-steps.tsx';

const TakeBackSheet = lazySheet(() => import('./take-back-sheet.tsx'));

/** One recharge or withdrawal: its result and reason, its amounts, its timeline, and what can be done. */
export function Movement({ row, currency }: { row: FlowRow; currency: string | undefined }) {
  const { withdrawal, recharge } = row;
  const details = withdrawal ?? recharge;
  const isUnconfirmed = Boolean(withdrawal?.waiting?.appealUrl);
  const head = (
    <div>
      <h2 className="label">{nameOf(row)}</h2>
      <BigAmount>{money(row.amount, currency)}</BigAmount>
      <p>
        <Result row={row} />
      </p>
    </div>
  );
  // A server that knows the specification only has no more.
  if (!details) return head;
  // The amount itself is the large figure above them.
  const sums = withdrawal ? withdrawalSums(withdrawal) : rechargeSums(recharge, currency);
  return (
    <>
      {head}
      <Card>
        {details.reason && (
          <Note
            tone={details.status === 'failed' ? 'bad' : 'calm'}
            icon={details.status === 'failed' ? CircleX : undefined}
          >
            <Explained texts={[details.reason, details.nextStep]} of={details} />
          </Note>
        )}
        {details.reason && <ScamWarning reportAt={paths.service.href()} />}
        {withdrawal?.waiting && <Waiting waiting={withdrawal.waiting} />}
        {details.overdue && !isUnconfirmed && (
          <Note tone="warn" icon={Clock}>
            {t('accounts.overdue', { at: formatDeadline(details.expectedBy) })}
            {gap()}
            <a href={paths.service.href({ [withdrawal ? 'withdrawal' : 'recharge']: details.no })}>
              {t('quote.service')}
            </a>
          </Note>
        )}
        {recharge?.sendBack && <SendBack sendBack={recharge.sendBack} currency={currency} />}
        {sums.length > 0 && <Breakdown rows={sums} />}
        {withdrawal?.account && (
          <p>
            <AccountName account={withdrawal.account} />
          </p>
        )}
        {details.proof && <CopyLine label={t('accounts.proof')} text={details.proof} copy={copy} />}
      </Card>
      <Card title={t('accounts.steps')}>
        {withdrawal && <WithdrawalSteps withdrawal={withdrawal} />}
        {recharge && <RechargeSteps recharge={recharge} />}
      </Card>
      {withdrawal?.cancellable && hasFeature('withdrawCancel') && <TakeBack withdrawal={withdrawal} />}
      {details.status === 'failed' && row.refNo && (
        <LinkButton block href={paths.walletFlow.href({ refNo: row.refNo })}>
          {t('accounts.rows')}
        </LinkButton>
      )}
    </>
  );
}

/** Why the money is out of reach, since when and until when; and, once it is overdue, how to object. */
function Waiting({ waiting }: { waiting: NonNullable<Withdrawal['waiting']> }) {
  const { state, text, since, until, appealUrl } = waiting;
  const at = formatDeadline(until);
  const ended = state === 'paying' ? 'paying_until' : 'back_by';
  return (
    <>
      <Note tone={state === 'sent' || state === 'paying' ? 'calm' : 'warn'} icon={Clock}>
        <p>
          <strong>{text}</strong>
        </p>
        <p>{t('wallet.since', { at: dateTime(since) })}</p>
        <p>{t(state === 'recalled' ? 'wallet.release_at' : `accounts.withdraw.${ended}`, { at })}</p>
      </Note>
      {appealUrl && (
        <LinkButton block href={openable(appealUrl)}>
          {t('wallet.appeal')}
        </LinkButton>
      )}
    </>
  );
}

type SendBackView = NonNullable<NonNullable<FlowRow['recharge']>['sendBack']>;

/** By when money of a refused recharge is returned to its sender, or that it is late or returned. */
function SendBack({ sendBack, currency }: { sendBack: SendBackView; currency: string | undefined }) {
  const { overdue, sentAt, by, proof, appealUrl } = sendBack;
  const state = sentAt ? 'sent_back' : overdue ? 'send_back_late' : 'send_back_by';
  const at = formatDeadline(sentAt ?? by);
  return (
    <>
      <Note tone={overdue ? 'warn' : 'calm'} icon={Clock}>
        {t(`accounts.recharge.${state}`, { amount: inline(money(sendBack.amount, currency)), at })}
      </Note>
      {proof && <CopyLine label={t('accounts.proof')} text={proof} copy={copy} />}
      {appealUrl && !sentAt && (
        <LinkButton block href={openable(appealUrl)}>
          {t('wallet.appeal')}
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

/** Returns the amounts of a recharge; the received amount counts, and a difference to the reported one is shown. */
function rechargeSums(recharge: FlowRow['recharge'], currency: string | undefined): BreakdownRow[] {
  if (!recharge) return [];
  const { received } = recharge;
  return [
    { label: t('accounts.recharge.reported'), amount: money(recharge.amount, currency) },
    ...(received
      ? [{ label: t('accounts.recharge.received'), amount: money(received, currency), total: true }]
      : []),
  ];
}
