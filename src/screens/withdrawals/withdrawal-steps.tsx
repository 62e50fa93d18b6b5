import type { Withdrawal } from '../../data/withdrawals.ts';
import { dateTime, formatDeadline, money, t } from '../../lang/index.ts';
import type { BreakdownRow } from '../../ui/breakdown.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';

type Step = Withdrawal['step'];

const comingSteps: Partial<Record<Step, readonly Step[]>> = { submitted: ['sent', 'paid'], sent: ['paid'] };

/** The progress of a withdrawal: past steps with times, the current check and its end, the coming steps. */
export function WithdrawalSteps({ withdrawal }: { withdrawal: Withdrawal }) {
  const { timeline = [], passed = [], waiting, step, expectedBy } = withdrawal;
  const isUnconfirmed = waiting?.state === 'overdue' || waiting?.state === 'recalled';
  const by = t('accounts.by', { at: formatDeadline(expectedBy) });
  const happened = [
    ...timeline.map(({ step, at }) => ({ title: named(step), at })),
    ...passed.map(({ event, at }) => ({ title: named(event), at })),
  ];
  // Without a confirmation the last step may come after a deadline has passed.
  if (passed.length > 0) happened.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const done = happened.map(({ title, at }): TimelineStep => ({ title, at: dateTime(at) }));
  const review: TimelineStep = {
    title: t('accounts.step.review'),
    at: step === 'submitted' && by,
    note: step === 'submitted' && t('accounts.withdraw.checks'),
  };
  const coming = (isUnconfirmed ? [] : (comingSteps[step] ?? [])).map(
    (next): TimelineStep => ({ title: named(next), at: next === 'paid' && by }),
  );
  const [first, ...more] = done;
  const steps = [...(first ? [first] : []), review, ...more, ...coming];
  return (
    <Timeline
      steps={steps}
      current={coming.length === 0 && !isUnconfirmed ? -1 : steps.length - coming.length - 1}
    />
  );
}

const named = (step: Step | 'overdue' | 'recalled') => t(`accounts.step.${step}`);

/** Returns what is taken off the amount and what arrives of it; of a failed or returned one no fee was kept. */
export function withdrawalSums({ status, waiting, fee, net, currency }: Withdrawal): BreakdownRow[] {
  if (status === 'failed' || waiting?.state === 'recalled') return [];
  return [
    {
      label: t('quote.line.withdraw_fee'),
      amount: money(fee === undefined ? undefined : `-${fee}`, currency),
    },
    { label: t('accounts.withdraw.net'), amount: money(net, currency), total: true },
  ];
}
