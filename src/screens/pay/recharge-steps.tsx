import type { Recharge } from '../../data/recharges.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Spine, type SpineStep } from '../../ui/spine.tsx';

import { dayOrTime } from './day-or-time.ts';

/** How far a recharge is. The balance grows when the payment has been found, not before. */
export function RechargeSteps({ recharge }: { recharge: Recharge }) {
  const { timeline = [], step, expectedBy } = recharge;
  const [first, ...more] = timeline.map(
    ({ step, at }): SpineStep => ({
      title: step === 'under_review' ? t('accounts.step.reported') : t(`accounts.step.${step}`),
      at: dateTime(at),
    }),
  );
  const waits = step === 'under_review';
  const review: SpineStep = {
    title: t('accounts.step.review'),
    at: waits && t('accounts.by', { at: dayOrTime(expectedBy) }),
    note: waits && t('accounts.recharge.checks'),
  };
  const steps = [
    ...(first ? [first] : []),
    review,
    ...more,
    ...(waits ? [{ title: t('accounts.step.confirmed') }] : []),
  ];
  return <Spine steps={steps} current={waits ? steps.length - 2 : -1} />;
}
