import { type Withdrawal, withdrawalCancel } from '../../data/withdrawals.ts';
import { inline, money, t } from '../../lang/index.ts';
import { Confirm } from '../command/confirm.tsx';

/** Explains the effect of cancelling a withdrawal before it is done. */
export default function TakeBackSheet({
  withdrawal,
  onClose,
}: {
  withdrawal: Withdrawal;
  onClose: () => void;
}) {
  const { id, amount, currency } = withdrawal;
  return (
    <Confirm
      title={t('accounts.withdraw.take_back_title')}
      text={t('accounts.withdraw.take_back_text', { amount: inline(money(amount, currency)) })}
      confirmLabel={t('accounts.withdraw.take_back')}
      cancelLabel={t('accounts.withdraw.keep')}
      command={withdrawalCancel(id)}
      input={{ id }}
      checking={t('accounts.checking')}
      unknown={t('accounts.unknown')}
      onClose={onClose}
    />
  );
}
