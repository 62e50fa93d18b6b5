import { useLocation } from 'preact-iso/router';
import { accounts } from '../../data/accounts.ts';
import { accountByLink } from '../../data/link-token.ts';
import { me } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { DemoBadge } from '../../ui/demo-badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountAdd } from './account-add.tsx';
import { AccountEdit } from './account-edit.tsx';

/** A new account for withdrawals or, at `?id=`, a change of one. */
export default function BankEdit() {
  const { id } = useLocation().query;
  return (
    <>
      <Head title={id ? t('accounts.bank.edit_title') : t('accounts.bank.add')} back={paths.bankList.href()}>
        {me.value.demo && <DemoBadge />}
      </Head>
      <Page narrow>
        <div className="stack">
          <AccountNotice name={accountByLink()} />
          {id ? <Known id={id} /> : <AccountAdd />}
        </div>
      </Page>
    </>
  );
}

function Known({ id }: { id: string }) {
  return (
    <Await
      of={accounts.ask()}
      onRetry={() => accounts.refetch()}
      failed={t('accounts.bank.failed')}
      skeleton={<Skeleton cards={1} height="320px" />}
    >
      {({ list }) => {
        const account = list.find((one) => one.id === id);
        if (account) return <AccountEdit key={id} account={account} />;
        return (
          <Empty title={t('error.451')}>
            <LinkButton href={paths.bankList.href()}>{t('wallet.accounts')}</LinkButton>
          </Empty>
        );
      }}
    </Await>
  );
}
