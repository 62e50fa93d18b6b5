import { useState } from 'react';
import { screenLimits } from '../../contract/screen-limits.ts';
import { type Account, accountsResource, waitsUntil } from '../../data/accounts.ts';
import { me } from '../../data/session.ts';
import { walletResource } from '../../data/wallet.ts';
import { dateTime, t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { Await } from '../../ui/await.tsx';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Head } from '../../ui/head.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import { Landmark } from '../../ui/icons/landmark.ts';
import { Plus } from '../../ui/icons/plus.ts';
import { Wallet } from '../../ui/icons/wallet.ts';
import { Item } from '../../ui/item.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { termFigures } from '../../ui/next-terms.tsx';
import { Dock, Page } from '../../ui/page.tsx';
import { lazySheet, Sheet } from '../../ui/sheet.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

const RemoveSheet = lazySheet(() => import('./remove-sheet.tsx'));

/** The accounts for withdrawals: each masked, whether it can be used, and how many more there may be. */
export default function BankList() {
  const [chosen, setChosen] = useState<Account>();
  const [leaving, setLeaving] = useState<Account>();
  const { data } = accountsResource.ask().value;
  const known = data?.list ?? [];
  const max = data?.max ?? me.value.limits?.accountsPerUser ?? screenLimits.accountsPerUser;
  const remove = () => {
    setLeaving(chosen);
    setChosen(undefined);
  };
  return (
    <>
      <Head title={t('wallet.accounts')} back={paths.wallet.href()} />
      <Page>
        <div className="stack">
          <Await
            of={accountsResource.ask()}
            onRetry={() => accountsResource.refetch()}
            failed={t('accounts.bank.failed')}
            skeleton={<SkeletonRows rows={2} media="20px" />}
            empty={<NoAccounts />}
          >
            {({ list, used }) => (
              <>
                <ItemList title={t('accounts.bank.used', { used, max })}>
                  {list.map((account) => (
                    <AccountRow key={account.id} account={account} onPress={() => setChosen(account)} />
                  ))}
                </ItemList>
                <Terms />
              </>
            )}
          </Await>
        </div>
      </Page>
      {known.length > 0 && (
        <Dock label={t('accounts.bank.add')}>
          {known.length < max ? (
            <AddLink />
          ) : (
            <>
              <p className="small muted">{t('error.444', { max })}</p>
              <Button block icon={Plus} waiting>
                {t('accounts.bank.add')}
              </Button>
            </>
          )}
        </Dock>
      )}
      {chosen && <AccountSheet account={chosen} onRemove={remove} onClose={() => setChosen(undefined)} />}
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

/** An account; a press opens what can be done with it, unless a withdrawal is on its way there. */
function AccountRow({ account, onPress }: { account: Account; onPress: () => void }) {
  const { type, inUse } = account;
  const Icon = type === 'bank_card' ? Landmark : Wallet;
  const waits = waitsUntil(account);
  return (
    <Item
      media={
        <IconTile>
          <Icon />
        </IconTile>
      }
      title={<AccountName account={account} />}
      onPress={inUse ? undefined : onPress}
      next={!inUse}
    >
      {!inUse && (
        <p className="small dot" data-tone={waits ? 'warn' : 'good'}>
          {waits ? t('accounts.bank.usable_from', { at: dateTime(waits) }) : t('accounts.bank.usable')}
        </p>
      )}
      {inUse && <p className="small muted">{t('accounts.bank.in_use')}</p>}
    </Item>
  );
}

/** On which terms withdrawals are paid to the accounts; nothing where the server does not say so. */
function Terms() {
  const terms = me.value.limits;
  if (!terms) return null;
  const figures = termFigures(terms, walletResource.ask().value.data?.currency);
  return (
    <Card title={t('accounts.history.withdrawals')}>
      <Breakdown
        rows={[
          { label: t('accounts.recharge.min'), amount: figures.min },
          {
            label: t('quote.line.withdraw_fee'),
            amount: t('accounts.withdraw.fee_rule', figures),
            isText: true,
          },
        ]}
      />
    </Card>
  );
}

interface AccountSheetProps {
  account: Account;
  onRemove: () => void;
  onClose: () => void;
}

/** What can be done with an account. */
function AccountSheet({ account, onRemove, onClose }: AccountSheetProps) {
  return (
    <Sheet title={t('accounts.bank.edit_title')} onClose={onClose}>
      <div className="stack">
        <p>
          <AccountName account={account} />
        </p>
        <div className="cells tight">
          <LinkButton href={paths.bankEdit.href({ id: account.id })}>{t('accounts.bank.edit')}</LinkButton>
          <Button kind="soft" data-tone="bad" onClick={onRemove}>
            {t('accounts.bank.remove')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
