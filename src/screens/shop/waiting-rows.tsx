import { lastToday } from '../../data/today.ts';
import { t, tn, weekTime } from '../../lang/first.ts';
import { paths } from '../../paths.ts';
import { IconTile } from '../../ui/icon-tile.tsx';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { ClipboardList } from '../../ui/icons/clipboard-list.ts';
import { SkeletonBlock } from '../../ui/skeleton.tsx';

interface OrdersRowProps {
  /** Undefined while it is not known, and where the server does not count. */
  count?: number | undefined;
  /** When the first of them is due. */
  due?: string | null | undefined;
}

/** The orders to pay, in one row of one size: a row that appears later would push the figures away from under a finger. */
export const OrdersRow = ({ count, due }: OrdersRowProps) => (
  <a
    className="row"
    data-tone={count ? 'warn' : 'calm'}
    href={paths.orderList.href(count ? { status: 'pending_payment' } : {})}
  >
    <IconTile>
      <ClipboardList />
    </IconTile>
    <div className="grow">
      <strong>{count ? tn('shop.waiting', count) : t('shop.orders')}</strong>
      <p className="small muted">{hint(count, due)}</p>
    </div>
    <ChevronRight className="flip muted" />
  </a>
);

function hint(count: number | undefined, due: string | null | undefined) {
  if (count === undefined) return t('shop.orders_all');
  if (count === 0) return t('shop.nothing_waits');
  return due ? t('shop.waiting_due', { at: weekTime(due) }) : t('shop.waiting_cost');
}

/** As tall as what waited at the last visit, and before the first one as a shop that has much to do. */
export function TodayPlace() {
  const last = lastToday.read();
  const acts = last?.acts.map(({ kind }) => kind) ?? ['pay', 'case', 'case'];
  const total = last?.total ?? 4;
  return (
    <>
      {acts.map((kind, index) => (
        <div
          key={index}
          className="row"
          aria-hidden="true"
          style={{ blockSize: kind === 'pay' ? `calc(1.4 * var(--m) + 1.4 * var(--s) + 78px)` : '69px' }}
        >
          <SkeletonBlock w="44px" h="44px" />
          <SkeletonBlock w="11em" h="40px" />
        </div>
      ))}
      {(total === 0 || total > acts.length) && (
        <div className="row" aria-hidden="true">
          <SkeletonBlock w="5em" h="35px" />
        </div>
      )}
    </>
  );
}
