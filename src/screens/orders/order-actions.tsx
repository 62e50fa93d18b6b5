import type { Order } from '../../data/orders.ts';
import { has } from '../../data/session.ts';
import { t } from '../../lang/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dock } from '../../ui/page.tsx';
import { PaySheet } from './pay-later.ts';

interface ActionsProps {
  order: Order;
  onPay: () => void;
  onDecline: () => void;
}

/** What the server allows now, in reach at the bottom; the two answers to an order are of one size. */
export function OrderActions({ order, onPay, onDecline }: ActionsProps) {
  const canPay = order.allowedActions.includes('pay');
  const canDecline = order.allowedActions.includes('decline') && has('orderDecline');
  if (!canPay && !canDecline) return null;
  return (
    <Dock>
      <div className="cells tight">
        {canDecline && <Button onClick={onDecline}>{t('orders.decline')}</Button>}
        {canPay && (
          <Button kind="primary" onPointerEnter={PaySheet.preload} onFocus={PaySheet.preload} onClick={onPay}>
            {t('orders.pay_cost')}
          </Button>
        )}
      </div>
    </Dock>
  );
}
