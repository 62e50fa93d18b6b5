import { ApiError } from '../../data/api-error.ts';
import { settled } from '../../data/settled.ts';
import { takingBack, type Withdrawal } from '../../data/withdrawals.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Confirm } from '../pay/confirm.tsx';
import type { Work } from '../pay/use-act.ts';

/** Says what taking back does before it is done. */
export default function TakeBackSheet({
  withdrawal,
  onClose,
}: {
  withdrawal: Withdrawal;
  onClose: () => void;
}) {
  const { id, amount, currency } = withdrawal;
  const takeBack: Work = async (say) => {
    const outcome = await takingBack(id).send({ id }, { onChecking: () => say(t('accounts.checking')) });
    if (outcome.state === 'unknown') throw new ApiError(0, t('accounts.unknown'));
    settled(outcome);
  };
  return (
    <Confirm
      title={t('accounts.withdraw.take_back_title')}
      text={t('accounts.withdraw.take_back_text', { amount: inline(money(amount, currency)) })}
      doIt={t('accounts.withdraw.take_back')}
      keep={t('accounts.withdraw.keep')}
      work={takeBack}
      onClose={onClose}
    />
  );
}
