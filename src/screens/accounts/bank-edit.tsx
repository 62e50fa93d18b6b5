import { useLocation } from 'preact-iso/router';
import { accountsResource } from '../../data/accounts.ts';
import { accountByLink } from '../../data/link-token.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountNotice } from '../../ui/account-notice.tsx';
import { Await } from '../../ui/await.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Page } from '../../ui/page.tsx';
import type { Children } from '../../ui/props.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountAdd } from './account-add.tsx';
import { AccountEdit } from './account-edit.tsx';

/** A new account for withdrawals or, at `?id=`, a change of one. */
export default function BankEdit() {
  const { id, type } = useLocation().query;
  const notice = <AccountNotice name={accountByLink()} />;
  return (
    <>
      <Head
        title={id ? t('accounts.bank.edit_title') : t('accounts.bank.add')}
        back={type ? paths.bankEdit.href() : paths.bankList.href()}
      />
      {id ? <Known id={id} notice={notice} /> : <AccountAdd notice={notice} />}
    </>
  );
}

function Known({ id, notice }: { id: string; notice: Children }) {
  const account = accountsResource.ask().value.data?.list.find((one) => one.id === id);
  if (account) return <AccountEdit key={id} account={account} notice={notice} />;
  return (
    <Page narrow>
      <div className="stack">
        {notice}
        <Await
          of={accountsResource.ask()}
          onRetry={() => accountsResource.refetch()}
          failed={t('accounts.bank.failed')}
          skeleton={<Skeleton cards={1} height="320px" />}
        >
          {() => (
            <Empty title={t('callError.451')}>
              <LinkButton href={paths.bankList.href()}>{t('wallet.accounts')}</LinkButton>
            </Empty>
          )}
        </Await>
      </div>
    </Page>
  );
}
