import { stillUnder } from '../../contract/still-working.ts';
import { accountByLink } from '../../data/link-token.ts';
import { operatorResource } from '../../data/operator.ts';
import { type Channels, channelsResource } from '../../data/recharges.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Lock } from '../../ui/icons/lock.ts';
import { OperatorCard } from '../../ui/operator-card.tsx';
import { Page } from '../../ui/page.tsx';
import { Restrictions } from '../../ui/restrictions.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RechargeForm } from './recharge-form.tsx';

/** Why recharging is not possible, and what to do. No address is shown then. */
function NoRecharge({ data: { unavailable, restriction } }: { data: Channels }) {
  const isFrozen = unavailable === 'wallet_frozen';
  return (
    <>
      <Restrictions
        list={restriction ? [restriction] : []}
        still={stillUnder(restriction ? [restriction] : [])}
        appealTo={(ref) => paths.appeal.href({ ref })}
      />
      <Empty
        icon={isFrozen ? Lock : undefined}
        title={t('accounts.recharge.none')}
        text={t(`accounts.recharge.why.${unavailable ?? 'channel'}`)}
      >
        <LinkButton href={isFrozen ? paths.wallet.href() : paths.service.href()}>
          {isFrozen ? t('quote.see_wallet') : t('quote.service')}
        </LinkButton>
      </Empty>
    </>
  );
}

/** Recharges the wallet: how much, over which network, to which address on what terms, then the report of the payment. */
export default function Recharge() {
  const { data } = channelsResource.ask().value;
  const before = <AccountNotice name={accountByLink()} />;
  const warning = <ScamWarning reportAt={paths.service.href()} />;
  const after = <OperatorCard of={operatorResource.ask().value.data} />;
  return (
    <>
      <Head title={t('wallet.recharge')} back={paths.wallet.href()} />
      {data && data.list.length > 0 ? (
        <RechargeForm data={data} before={before} warning={warning} after={after} />
      ) : (
        <Page narrow>
          <div className="stack">
            {before}
            {warning}
            <Await
              of={channelsResource.ask()}
              onRetry={() => channelsResource.refetch()}
              failed={t('accounts.recharge.failed')}
              skeleton={<Skeleton cards={2} height="200px" />}
              isEmpty={() => false}
            >
              {(closed) => <NoRecharge data={closed} />}
            </Await>
            {after}
          </div>
        </Page>
      )}
    </>
  );
}
