import { ApiError } from '../../data/api-error.ts';
import { declineOrder, type Order } from '../../data/orders.ts';
import { settled } from '../../data/settled.ts';
import { inline, money } from '../../lang/format.ts';
import { t } from '../../lang/i18n.ts';
import { Confirm } from '../pay/confirm.tsx';
import type { Work } from '../pay/use-act.ts';

/** Says what declining does before it is done. */
export function DeclineSheet({ order, onClose }: { order: Order; onClose: () => void }) {
  const decline: Work = async (say) => {
    const outcome = await declineOrder(order.id, () => say(t('quote.checking_text')));
    if (outcome.state === 'unknown') throw new ApiError(0, t('orders.decline_unknown'));
    settled(outcome);
  };
  return (
    <Confirm
      title={t('orders.decline_title')}
      text={t('orders.decline_text', { amount: inline(money(order.amount, order.currency)) })}
      doIt={t('orders.decline_confirm')}
      keep={t('orders.decline_keep')}
      work={decline}
      onClose={onClose}
    />
  );
}
