import type { Withdrawal } from '../../data/withdrawals.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Spine, type SpineStep } from '../../ui/spine.tsx';

import { dayOrTime } from '../pay/day-or-time.ts';

type Step = Withdrawal['step'];

const ahead: Partial<Record<Step, readonly Step[]>> = { submitted: ['sent', 'paid'], sent: ['paid'] };

/** How far a withdrawal is: what happened and when, what is looked at now and until when, what is still to come. */
export function WithdrawalSteps({ withdrawal }: { withdrawal: Withdrawal }) {
  const { timeline = [], step, expectedBy } = withdrawal;
  const by = t('accounts.by', { at: dayOrTime(expectedBy) });
  const done = timeline.map(({ step, at }): SpineStep => ({ title: named(step), at: dateTime(at) }));
  const review: SpineStep = {
    title: t('accounts.step.review'),
    at: step === 'submitted' && by,
    note: step === 'submitted' && t('accounts.withdraw.checks'),
  };
  const coming = (ahead[step] ?? []).map(
    (next): SpineStep => ({ title: named(next), at: next === 'paid' && by }),
  );
  const [first, ...more] = done;
  const steps = [...(first ? [first] : []), review, ...more, ...coming];
  return <Spine steps={steps} current={coming.length === 0 ? -1 : steps.length - coming.length - 1} />;
}

const named = (step: Step) => t(`accounts.step.${step}`);
