import { useMemo } from 'react';
import { type Account, accountRemoval, accounts } from '../../data/accounts.ts';
import { t } from '../../lang/i18n.ts';
import { paths } from '../../paths.ts';
import { AccountName } from '../pay/account-name.tsx';
import { Done } from '../pay/done.tsx';
import { PaySheet } from '../pay/pay-sheet.tsx';
import { confirming } from '../pay/payable.ts';
import { confirmWords } from './confirm-words.ts';

interface RemoveSheetProps {
  account: Account;
  onClose: () => void;
}

/** Removing an account: what it means, and the payment password. */
export default function RemoveSheet({ account, onClose }: RemoveSheetProps) {
  const { id } = account;
  const payable = useMemo(
    () => ({
      ...confirming(accountRemoval(id), (payPassword) => ({ id, payPassword })),
      gone: () => accounts.stale(),
    }),
    [id],
  );
  const view = {
    words: confirmWords({
      title: t('accounts.bank.remove_title'),
      done: t('accounts.bank.removed'),
      button: t('accounts.bank.remove'),
      late: t('accounts.bank.in_use'),
      look: { label: t('wallet.accounts'), href: paths.bankList.href() },
    }),
    about: <AccountName account={account} />,
    promise: () => t('accounts.bank.remove_text'),
    receipt: () => <Done text={t('accounts.bank.removed_text')} onDone={onClose} />,
  };
  return <PaySheet payable={payable} view={view} onClose={onClose} />;
}
