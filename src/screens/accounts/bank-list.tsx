import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { type Account, accounts } from '../../data/accounts.ts';
import { me } from '../../data/session.ts';
import { dateTime } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { Await } from '../../ui/await.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { Wallet } from '../../ui/icons/wallet.ts';
import { lazySheet } from '../../ui/lazy-sheet.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountName, waitsUntil } from '../pay/account-name.tsx';
import { DemoBadge } from '../pay/demo-badge.tsx';

const RemoveSheet = lazySheet(() => import('./remove-sheet.tsx'));

/** The accounts for withdrawals: each masked, whether it can be used, and how many more there may be. */
export default function BankList() {
  const [leaving, setLeaving] = useState<Account>();
  return (
    <>
      <Head title={t('wallet.accounts')} back={paths.wallet.href()}>
        <DemoBadge />
      </Head>
      <Page>
        <div className="stack">
          <Await
            of={accounts.ask()}
            onRetry={() => accounts.refetch()}
            failed={t('accounts.bank.failed')}
            skeleton={<Skeleton cards={2} height="140px" />}
            empty={<NoAccounts />}
          >
            {({ list, used, max = me.value.limits?.accountsPerUser ?? limits.accountsPerUser }) => (
              <>
                <p className="muted">{t('accounts.bank.used', { used, max })}</p>
                <ul className="stack cols">
                  {list.map((account) => (
                    <AccountCard key={account.id} account={account} onRemove={() => setLeaving(account)} />
                  ))}
                </ul>
                {used < max ? (
                  <AddLink />
                ) : (
                  <>
                    <Button block icon={Plus} waiting>
                      {t('accounts.bank.add')}
                    </Button>
                    <p className="small muted">{t('error.444', { max })}</p>
                  </>
                )}
              </>
            )}
          </Await>
        </div>
      </Page>
      {leaving && <RemoveSheet account={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

const AddLink = () => (
  <LinkButton kind="primary" block icon={Plus} href={paths.bankEdit.href()}>
    {t('accounts.bank.add')}
  </LinkButton>
);

const NoAccounts = () => (
  <Empty icon={Landmark} title={t('accounts.bank.empty')} text={t('accounts.bank.empty_text')}>
    <AddLink />
  </Empty>
);

function AccountCard({ account, onRemove }: { account: Account; onRemove: () => void }) {
  const waits = waitsUntil(account);
  return (
    <li className="card stack tight">
      <div className="row top">
        <IconTile tone="calm">{account.type === 'bank_card' ? <Landmark /> : <Wallet />}</IconTile>
        <div className="grow">
          <p>
            <AccountName account={account} />
          </p>
          {waits && (
            <p className="small tone" data-tone="warn">
              {t('accounts.bank.usable_from', { at: dateTime(waits) })}
            </p>
          )}
        </div>
      </div>
      {account.inUse ? (
        <p className="small muted">{t('accounts.bank.in_use')}</p>
      ) : (
        <div className="cells tight">
          <LinkButton href={paths.bankEdit.href({ id: account.id })}>{t('accounts.bank.edit')}</LinkButton>
          <Button onClick={onRemove}>{t('accounts.bank.remove')}</Button>
        </div>
      )}
    </li>
  );
}
