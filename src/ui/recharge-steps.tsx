import type { Output } from '../contract/calls.ts';
import { dateTime, formatDeadline, t } from '../lang/index.ts';
import { Timeline, type TimelineStep } from './timeline.tsx';

type Recharge = Output<'POST /v1/order/channel/pay'>['recharge'];

/** How far a recharge is. The balance grows when the payment has been found, not before. */
export function RechargeSteps({ recharge }: { recharge: Recharge }) {
  const { timeline = [], step, expectedBy } = recharge;
  const [first, ...more] = timeline.map(
    ({ step, at }): TimelineStep => ({
      title: step === 'under_review' ? t('accounts.step.reported') : t(`accounts.step.${step}`),
      at: dateTime(at),
    }),
  );
  const waits = step === 'under_review';
  const review: TimelineStep = {
    title: t('accounts.step.review'),
    at: waits && t('accounts.by', { at: formatDeadline(expectedBy) }),
    note: waits && t('accounts.recharge.checks'),
  };
  const steps = [
    ...(first ? [first] : []),
    review,
    ...more,
    ...(waits ? [{ title: t('accounts.step.confirmed') }] : []),
  ];
  return <Timeline steps={steps} current={waits ? steps.length - 2 : -1} />;
}
