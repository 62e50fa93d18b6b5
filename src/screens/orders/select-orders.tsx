// Selecting orders of a list: which are ticked, and the boxes of its rows.

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { canPay, hasRound, type Order, type OrderFilter } from '../../data/orders.ts';
import { t } from '../../lang/index.ts';
import { classes } from '../../ui/classes.ts';

export interface Selection {
  /** Whether a person has begun to select: in a wide window there are always boxes. */
  readonly isOn: boolean;
  readonly ticked: ReadonlySet<string>;
  toggle(id: string): void;
  start(): void;
  end(): void;
}

/** Selects rows of a list; another filter begins anew, as what is ticked would be out of sight. */
export function useSelection(filter: OrderFilter): Selection {
  const [isOn, setOn] = useState(false);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const end = () => {
    setOn(false);
    setTicked(new Set());
  };
  useLayoutEffect(end, [filter]);
  const toggle = useRef((id: string) =>
    setTicked(
      (before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
    ),
  ).current;
  return { isOn, ticked, toggle, start: () => setOn(true), end };
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
