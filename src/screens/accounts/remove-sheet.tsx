import { type Account, accountRemoval } from '../../data/accounts.ts';
import { t } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { Done } from '../../ui/done.tsx';
import { PaySheet } from '../pay/pay-sheet.tsx';
import type { Payment, Quote } from '../pay/payment.ts';
import { accountTexts } from './account-texts.ts';

interface RemoveSheetProps {
  account: Account;
  onClose: () => void;
}

/** Removes an account: explains the effect and asks for the payment password. */
export default function RemoveSheet({ account, onClose }: RemoveSheetProps) {
  const { id } = account;
  const payment: Payment<Quote, { id: string; payPassword: string }, unknown> = {
    command: accountRemoval(id),
    input: ({ payPassword }) => ({ id, payPassword }),
    texts: accountTexts({
      title: t('accounts.bank.remove_title'),
      done: t('accounts.bank.removed'),
      button: t('accounts.bank.remove'),
      obsolete: t('accounts.bank.in_use'),
      detailsLink: { label: t('wallet.accounts'), href: paths.bankList.href() },
    }),
    about: <AccountName account={account} />,
    terms: () => t('accounts.bank.remove_text'),
    receipt: () => <Done text={t('accounts.bank.removed_text')} onDone={onClose} />,
  };
  return <PaySheet payment={payment} onClose={onClose} />;
}
