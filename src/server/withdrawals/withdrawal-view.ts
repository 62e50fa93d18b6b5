import { inArray } from 'drizzle-orm';
import type { InferOutput } from 'valibot';
import { formatMoney } from '../../contract/money.ts';
import { withdrawSteps } from '../../contract/status.ts';
import type { withdrawal } from '../../contract/withdrawal.ts';
import { shownAccount } from '../accounts/account-view.ts';
import type { Database } from '../database/db.ts';
import { withdrawalSteps } from '../schema/withdrawals.ts';
import { nextStepText, saidReason } from '../texts/reason-text.ts';
import { withdrawalMachine } from './withdrawal-machine.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

export type Withdrawal = InferOutput<typeof withdrawal>;
export interface Showing {
  db: Database;
  lang: string;
  now: Date;
  currency: string;
}

type StepRow = typeof withdrawalSteps.$inferSelect;

const shown = (row: WithdrawalRow, steps: StepRow[], { lang, now, currency }: Showing): Withdrawal => {
  const open = row.status === 'moderated';
  const account = { ...row.payTo, id: row.accountId, usableFrom: new Date(row.payTo.usableFrom) };
  return {
    ...{ id: row.id, no: row.no, status: row.status, step: row.step, currency },
    ...{ amount: formatMoney(row.amount), fee: formatMoney(row.fee), net: formatMoney(row.amount - row.fee) },
    account: shownAccount(account, { inUse: open }),
    createdAt: row.createdAt.toISOString(),
    expectedBy: row.expectedBy.toISOString(),
    overdue: open && now > row.expectedBy,
    cancellable: withdrawalMachine[row.step].cancel !== undefined,
    reasonCode: row.reasonCode,
    reason: saidReason(lang, row),
    nextStep: nextStepText(lang, row.reasonCode),
    proof: row.proof,
    timeline: steps.map(({ step, at }) => ({ step, at: at.toISOString() })),
  };
};

/** Withdrawals as their merchant sees them, each with its timeline. */
export async function shownWithdrawals(rows: WithdrawalRow[], showing: Showing): Promise<Withdrawal[]> {
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
