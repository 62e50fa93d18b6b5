import { pendingCount } from '../../data/order-counts.ts';
import { session } from '../../data/session.ts';
import { t, tn } from '../../lang/texts.ts';
import { paths } from '../../paths.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';

/**
 * The orders that wait for the merchant. The card is there from the first paint, in one size; only its text changes:
 * a card that appears later would push the figures away from under a finger.
 */
export function WaitingOrders() {
  // The figures go first: this call loads the code that sends calls.
  const count = session.value.me && pendingCount.ask().value.data;
  const waits = typeof count === 'number' && count > 0;
  return (
    <a
      className="card row"
      style={tall}
      href={paths.orderList.href(waits ? { status: 'pending_payment' } : {})}
    >
      <IconTile tone={waits ? 'warn' : 'calm'}>
        <ClipboardList />
      </IconTile>
      <span className="grow">
        <strong>{waits ? tn('shop.waiting', count) : t('shop.orders')}</strong>
        <span className="small muted" style={{ display: 'block' }}>
          {hint(count)}
        </span>
      </span>
      <ChevronRight className="flip muted" />
    </a>
  );
}

/** As tall as with the longest hint on a phone; a shorter one is centred. */
const tall = { minBlockSize: 'calc(2.75lh + 2 * var(--gap))' };

function hint(count: number | undefined) {
  if (count === undefined) return t('shop.orders_all');
  return count > 0 ? t('shop.waiting_cost') : t('shop.nothing_waits');
}
