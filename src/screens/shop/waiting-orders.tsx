import { pendingCount } from '../../data/order-counts.ts';
import { session } from '../../data/session.ts';
import { t, tn } from '../../lang/texts.ts';
import { paths } from '../../paths.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { Mark } from '../../ui/mark.tsx';

/**
 * What waits for the merchant. The card stands from the first paint, in one size, and only its words change:
 * a card that came later would push the figures away from under a finger.
 */
export function WaitingOrders() {
  // The figures go first: this call brings the code that sends calls.
  const count = session.value.me && pendingCount.ask().value.data;
  const waits = typeof count === 'number' && count > 0;
  return (
    <a
      className="card row"
      style={tall}
      href={paths.orderList.href(waits ? { status: 'pending_payment' } : {})}
    >
      <Mark tone={waits ? 'warn' : 'calm'}>
        <ClipboardList />
      </Mark>
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

/** As tall as with the longest hint on a phone; a shorter one stands in its middle. */
const tall = { minBlockSize: 'calc(2.75lh + 2 * var(--gap))' };

function hint(count: number | undefined) {
  if (count === undefined) return t('shop.orders_all');
  return count > 0 ? t('shop.waiting_cost') : t('shop.nothing_waits');
}
