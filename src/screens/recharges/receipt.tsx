import { useEffect, useRef } from 'react';
import type { Output } from '../../contract/calls.ts';
import { latestNotice, unreadResource } from '../../data/unread.ts';
import { walletFlowResource } from '../../data/wallet.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Done } from '../../ui/done.tsx';
import { CircleX } from '../../ui/icons/circle-x.ts';
import { Note } from '../../ui/note.tsx';
import { Explained } from '../../ui/quotation.tsx';
import { RechargeSteps } from '../../ui/recharge-steps.tsx';

type Recharge = Output<'POST /v1/order/channel/pay'>['recharge'];

/**
 * Returns a report as it stands now. It is asked for once the newest notice is known, and again when another one has
 * come, which may be about its decision.
 */
function useDecided(reported: Recharge | undefined): Recharge | undefined {
  const { data: unread, loading } = unreadResource.ask().value;
  const latest = loading && !unread ? undefined : (latestNotice(unread) ?? null);
  const known = useRef(latest);
  useEffect(() => {
    if (known.current !== undefined && latest !== known.current) walletFlowResource.invalidate();
    known.current = latest;
  }, [latest]);
  if (!reported || latest === undefined) return reported;
  const { no } = reported;
  const { data } = walletFlowResource.ask({ account: 'available', kinds: ['recharge'], refNo: no }).value;
  return data?.list.find(({ refNo }) => refNo === no)?.recharge ?? reported;
}

/** Shows a report with its present state, which is followed while the screen is open. */
export function Receipt({ reported }: { reported: Recharge | undefined }) {
  const recharge = useDecided(reported);
  const steps = recharge && <RechargeSteps recharge={recharge} />;
  const follow = {
    label: t('accounts.withdraw.follow'),
    href: paths.history.href({ no: recharge?.no }),
  };
  if (recharge?.step === 'rejected')
    return (
      <Card title={t('accounts.step.rejected')}>
        <Note tone="bad" icon={CircleX} role="status">
          <Explained texts={[recharge.reason, recharge.nextStep]} of={recharge} />
        </Note>
        {steps}
        <LinkButton kind="primary" block href={follow.href}>
          {follow.label}
        </LinkButton>
      </Card>
    );
  return (
    <Card title={t('accounts.recharge.reported_title')}>
      <Done
        {...follow}
        text={
          recharge?.step === 'confirmed' ? t('accounts.step.confirmed') : t('accounts.recharge.under_review')
        }
      >
        {steps}
      </Done>
    </Card>
  );
}
