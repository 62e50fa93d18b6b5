import { accounts } from '../../data/accounts.ts';
import { me } from '../../data/session.ts';
import { wallet } from '../../data/wallet.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Restrictions } from '../pay/restrictions.tsx';
import { Whose } from '../pay/whose.tsx';
import { WithdrawForm } from './withdraw-form.tsx';

/** Taking money out: to which account, how much, then all that it comes to, and only then the password. */
export default function Withdraw() {
  const funds = wallet.ask().value.data;
  return (
    <>
      <Head title={t('wallet.withdraw')} back={paths.wallet.href()}>
        {me.value.demo && <Badge tone="warn">{t('shop.demo')}</Badge>}
      </Head>
      <Page door>
        <div className="stack">
          <Whose />
          <Restrictions list={funds?.restrictions} />
          <Await
            of={accounts.ask()}
            onRetry={() => accounts.refresh()}
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
        </div>
      </Page>
    </>
  );
}
