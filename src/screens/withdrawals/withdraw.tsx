import { accounts } from '../../data/accounts.ts';
import { wallet } from '../../data/wallet.ts';
import { withdrawalRequest } from '../../data/withdrawals.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountNotice } from '../pay/account-notice.tsx';
import { DemoBadge } from '../pay/demo-badge.tsx';
import { NextTerms } from '../pay/next-terms.tsx';
import { isBarred, Restrictions } from '../pay/restrictions.tsx';
import { ScamWarning } from '../pay/scam-warning.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

/** Withdraws money: to which account, how much, then the whole quote, and only then the password. */
export default function Withdraw() {
  const funds = wallet.ask().value.data;
  // A withdrawal that was sent before is checked first, even if the wallet has been restricted since.
  const isClosed = isBarred('withdraw', funds?.restrictions) && !withdrawalRequest.isPending();
  return (
    <>
      <Head title={t('wallet.withdraw')} back={paths.wallet.href()}>
        <DemoBadge />
      </Head>
      <Page narrow>
        <div className="stack">
          <AccountNotice />
          <NextTerms currency={funds?.currency} />
          <Restrictions list={funds?.restrictions} />
          {(funds?.restrictions?.length ?? 0) > 0 && <ScamWarning />}
          {isClosed ? (
            <Barred />
          ) : (
            <Await
              of={accounts.ask()}
              onRetry={() => accounts.refetch()}
              failed={t('accounts.bank.failed')}
              skeleton={<Skeleton cards={1} height="360px" />}
              empty={
                <Empty icon={Landmark} title={t('accounts.bank.empty')} text={t('accounts.bank.empty_text')}>
                  <LinkButton kind="primary" href={paths.bankEdit.href()}>
                    {t('accounts.bank.add')}
                  </LinkButton>
                </Empty>
              }
            >
              {({ list }) => <WithdrawForm accounts={list} wallet={funds} />}
            </Await>
          )}
        </div>
      </Page>
    </>
  );
}

/** The note above explains the restriction, its end and how to object. */
const Barred = () => (
  <Empty icon={Lock} title={t('accounts.withdraw.barred')} text={t('accounts.withdraw.barred_text')}>
    <LinkButton href={paths.wallet.href()}>{t('quote.see_wallet')}</LinkButton>
  </Empty>
);
