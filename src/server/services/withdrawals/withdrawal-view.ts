import { inArray } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { appealTo } from '../../../contract/appeals.ts';
import { formatMoney } from '../../../contract/money.ts';
import { withdrawSteps } from '../../../contract/status.ts';
import type { withdrawal } from '../../../contract/withdrawals.ts';
import { after } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { displayReason, nextStepText, reasonText } from '../../platform/texts/reason-text.ts';
import { withdrawalSteps } from '../../schema/withdrawals.ts';
import { shownAccount } from '../accounts/account-view.ts';
import { stateOf, withdrawalMachine } from './withdrawal-machine.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

export type Withdrawal = InferOutput<typeof withdrawal>;
export interface WithdrawalContext {
  db: Database;
  lang: string;
  now: Date;
  currency: string;
  config: Pick<Config, 'timing'>;
}

type StepRow = typeof withdrawalSteps.$inferSelect;

/**
 * Returns why the money is out of reach, since when and until when; null for a withdrawal that can be cancelled or has
 * ended.
 */
function waitingOf(
  row: WithdrawalRow,
  steps: StepRow[],
  { lang, now, config }: WithdrawalContext,
): Withdrawal['waiting'] {
  const { timing } = config;
  const state = stateOf(row, now);
  if (state !== 'paying' && state !== 'sent' && state !== 'overdue' && state !== 'recalled') return null;
  const sentAt = steps.find(({ step }) => step === 'sent')?.at ?? row.createdAt;
  const overdueAt = row.overdueAt ?? after(row.expectedBy, timing.withdrawalOverdue);
  const recalledAt = row.recalledAt ?? after(overdueAt, timing.withdrawalRecall);
  const payingUntil = row.payingUntil ?? now;
  const startedAt = after(payingUntil, -timing.withdrawalPaying);
  const since = { paying: startedAt, sent: sentAt, overdue: overdueAt, recalled: recalledAt }[state];
  const releaseAt = after(recalledAt, timing.withdrawalRelease);
  const until = { paying: payingUntil, sent: recalledAt, overdue: recalledAt, recalled: releaseAt }[state];
  return {
    state,
    text: reasonText(lang, `withdrawal_${state}_waits`),
    since: since.toISOString(),
    until: until.toISOString(),
    appealUrl: row.overdueStatementId && appealTo(row.overdueStatementId),
  };
}

const passedOf = ({ overdueAt, recalledAt }: WithdrawalRow): Withdrawal['passed'] => [
  ...(overdueAt ? [{ event: 'overdue' as const, at: overdueAt.toISOString() }] : []),
  ...(recalledAt ? [{ event: 'recalled' as const, at: recalledAt.toISOString() }] : []),
];

const shown = (row: WithdrawalRow, steps: StepRow[], showing: WithdrawalContext): Withdrawal => {
  const { lang, now, currency } = showing;
  const open = row.status === 'moderated';
  const account = { ...row.payTo, id: row.accountId, usableFrom: new Date(row.payTo.usableFrom) };
  return {
    id: row.id,
    no: row.no,
    status: row.status,
    step: row.step,
    currency,
    amount: formatMoney(row.amount),
    fee: formatMoney(row.fee),
    net: formatMoney(row.amount - row.fee),
    account: shownAccount(account, { inUse: open }),
    createdAt: row.createdAt.toISOString(),
    expectedBy: row.expectedBy.toISOString(),
    overdue: open && now > row.expectedBy,
    cancellable: withdrawalMachine[stateOf(row, now)].cancel !== undefined,
    reasonCode: row.reasonCode,
    ...displayReason(lang, row),
    nextStep: nextStepText(lang, row.reasonCode),
    proof: row.proof,
    waiting: waitingOf(row, steps, showing),
    passed: passedOf(row),
    timeline: steps.map(({ step, at }) => ({ step, at: at.toISOString() })),
  };
};

/** Returns withdrawals as their merchant sees them, each with its timeline. */
export async function shownWithdrawals(
  rows: WithdrawalRow[],
  showing: WithdrawalContext,
): Promise<Withdrawal[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await showing.db
    .select()
    .from(withdrawalSteps)
    .where(inArray(withdrawalSteps.withdrawalId, ids));
  const place = (step: StepRow) => withdrawSteps.indexOf(step.step);
  steps.sort((a, b) => a.at.getTime() - b.at.getTime() || place(a) - place(b));
  return rows.map((row) =>
    shown(
      row,
      steps.filter((one) => one.withdrawalId === row.id),
      showing,
    ),
  );
}
