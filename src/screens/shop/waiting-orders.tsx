import { pendingOrders } from '../../data/order-counts.ts';
import { session } from '../../data/session.ts';
import { weekTime } from '../../lang/format-first.ts';
import { t, tn } from '../../lang/texts.ts';
import { paths } from '../../paths.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';

/**
 * The orders that wait for the merchant, and when the first of them is due. The row is there from the first paint, in one
 * size; only its text changes: a row that appears later would push the figures away from under a finger.
 */
export function WaitingOrders() {
  // The figures go first: this call loads the code that sends calls.
  const { count, due } = (session.value.me && pendingOrders.ask().value.data) || {};
  return (
    <a className="row" href={paths.orderList.href(count ? { status: 'pending_payment' } : {})}>
      <IconTile tone={count ? 'warn' : 'calm'}>
        <ClipboardList />
      </IconTile>
      <div className="grow">
        <strong>{count ? tn('shop.waiting', count) : t('shop.orders')}</strong>
        <p className="small muted">{hint(count, due)}</p>
      </div>
      <ChevronRight className="flip muted" />
    </a>
  );
}

function hint(count: number | undefined, due: string | null | undefined) {
  if (count === undefined) return t('shop.orders_all');
  if (count === 0) return t('shop.nothing_waits');
  return due ? t('shop.waiting_due', { at: weekTime(due) }) : t('shop.waiting_cost');
}
