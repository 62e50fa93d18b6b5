import { stillUnder } from '../../contract/still-working.ts';
import { accountsResource } from '../../data/accounts.ts';
import { accountByLink } from '../../data/link-token.ts';
import { me } from '../../data/session.ts';
import { isBarred, walletResource } from '../../data/wallet.ts';
import { withdrawalRequest } from '../../data/withdrawals.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Lock } from '../../ui/icons/lock.ts';
import { NextTerms } from '../../ui/next-terms.tsx';
import { Page } from '../../ui/page.tsx';
import { Restrictions } from '../../ui/restrictions.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

/** Withdraws money: how much and to which account, with what of it arrives, and only then the password. */
export default function Withdraw() {
  const funds = walletResource.ask().value.data;
  // A withdrawal that was sent before is checked first, even if the wallet has been restricted since.
  const isClosed = isBarred('withdraw', funds?.restrictions) && !withdrawalRequest.isPending();
  const list = (!isClosed && accountsResource.ask().value.data?.list) || [];
  const notices = (
    <>
      <AccountNotice name={accountByLink()} />
      <NextTerms of={me.value} currency={funds?.currency} />
      <Restrictions
        list={funds?.restrictions}
        still={stillUnder(funds?.restrictions)}
        appealTo={(ref) => paths.appeal.href({ ref })}
      />
      <ScamWarning reportAt={paths.service.href()} />
    </>
  );
  return (
    <>
      <Head title={t('wallet.withdraw')} back={paths.wallet.href()} />
      {list.length > 0 ? (
        <WithdrawForm accounts={list} wallet={funds}>
          {notices}
        </WithdrawForm>
      ) : (
        <Page narrow>
          <div className="stack">
            {notices}
            {isClosed ? <Barred /> : <Accounts />}
          </div>
        </Page>
      )}
    </>
  );
}

/** The accounts while they are not here, or that there are none. */
const Accounts = () => (
  <Await
    of={accountsResource.ask()}
    onRetry={() => accountsResource.refetch()}
    failed={t('accounts.bank.failed')}
    skeleton={<Skeleton cards={2} height="200px" />}
    empty={
      <Empty icon={Landmark} title={t('accounts.bank.empty')} text={t('accounts.bank.empty_text')}>
        <LinkButton kind="primary" href={paths.bankEdit.href()}>
          {t('accounts.bank.add')}
        </LinkButton>
      </Empty>
    }
  >
    {() => null}
  </Await>
);

/** The note above explains the restriction, its end and how to object. */
const Barred = () => (
  <Empty icon={Lock} title={t('accounts.withdraw.barred')} text={t('accounts.withdraw.barred_text')}>
    <LinkButton href={paths.wallet.href()}>{t('quote.see_wallet')}</LinkButton>
  </Empty>
);
