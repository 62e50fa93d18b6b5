// Selecting orders of a list: the boxes of its rows, and the line above it that pays them.

import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { canPay, hasRound, type Order, type OrderFilter, type OrderPage } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { classes } from '../../ui/classes.ts';
import { lazy } from '../../ui/lazy.tsx';
import { useWide } from '../../ui/wide.ts';

export interface Selection {
  /** Whether rows have boxes: always in a wide window. */
  readonly isOn: boolean;
  readonly ticked: ReadonlySet<string>;
  toggle(id: string): void;
  start(): void;
  end(): void;
}

/** Selects rows of a list; another filter begins anew, as what is ticked would be out of sight. */
export function useSelection(filter: OrderFilter): Selection {
  const isWide = useWide();
  const [isStarted, setStarted] = useState(false);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const end = () => {
    setStarted(false);
    setTicked(new Set());
  };
  useLayoutEffect(end, [filter]);
  const toggle = useRef((id: string) =>
    setTicked(
      (before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
    ),
  ).current;
  return { isOn: isWide || isStarted, ticked, toggle, start: () => setStarted(true), end };
}

export interface PayLineProps {
  filter: OrderFilter;
  page: OrderPage;
  selection: Selection;
  onPay: (orders: readonly Order[]) => void;
}

const isShownIn = ({ status, statuses, afterSale }: OrderFilter) =>
  !afterSale &&
  (status ?? 'pending_payment') === 'pending_payment' &&
  (statuses?.includes('pending_payment') ?? true);

/** Its code comes with what loads later; its room is kept, so that no row moves. */
const PayBar = lazy(() => import('./pay-bar.tsx'), {
  waiting: () => <div style={{ blockSize: '44px' }} />,
});

/** Pays all orders that wait, or those that are ticked, in one go; there from the second one on. */
export function PayLine(props: PayLineProps) {
  const { filter, page } = props;
  const { list, nextCursor, counts } = page;
  if (!isShownIn(filter)) return null;
  const loaded = list.filter(canPay);
  const isWhole = !nextCursor || loaded.length === counts?.pending_payment;
  return (loaded.length > 1 || !isWhole) && <PayBar {...props} waiting={isWhole ? loaded : undefined} />;
}

interface OrderBoxProps {
  order: Order;
  name: string;
  isTicked: boolean;
  /** The box is ticked by a press anywhere in its row. */
  covers: boolean;
  onTick: (id: string) => void;
}

/** Ticks an order that can be paid; of any other it keeps the room. */
export function OrderBox({ order, name, isTicked, covers, onTick }: OrderBoxProps) {
  if (!canPay(order)) return <span className="box" />;
  return (
    <label className={classes('box', covers && 'cover')}>
      <input
        type="checkbox"
        checked={isTicked}
        onChange={() => onTick(order.id)}
        aria-label={t('orders.select_named', { name })}
      />
    </label>
  );
}

/** Opens the sheet for what a reload has interrupted. */
export function useInterruptedRound(onFound: () => void) {
  useEffect(() => {
    if (hasRound()) onFound();
  }, []);
}
