import { useLayoutEffect, useRef } from 'react';
import type { OrderFilter } from '../../data/orders.ts';
import { newestOrder, unreadResource } from '../../data/unread.ts';
import { tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';

/** Returns whether the list shows all orders that come: a filter or a search would hide or miscount them. */
export const showsNew = ({ status, statuses, keyword }: OrderFilter) => !status && !statuses && !keyword;

/** Shows that orders have arrived since the list was loaded; a press shows them. Nothing moves by itself. */
export function NewOrders({ newest, onShow }: { newest: string | undefined; onShow: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // A layout effect is undone before that of a list in its place begins; a passive one may be undone after it.
  useLayoutEffect(() => {
    newestOrder.value = newest;
    return () => {
      newestOrder.value = undefined;
    };
  }, [newest]);
  const { newOrders = 0, ordersAfter } = unreadResource.ask().value.data ?? {};
  const count = newest && ordersAfter === newest ? newOrders : 0;
  const show = () => {
    // The button disappears; the screen's heading takes the focus.
    const root = place.current?.getRootNode() as Document | ShadowRoot;
    root.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
    (place.current?.closest('.pane') ?? window).scrollTo({ top: 0 });
    onShow();
  };
  return (
    // An empty one takes no place among the rows, not even the gap around it.
    <div ref={place} role="status" className={count > 0 ? '' : 'sr'} style={count > 0 ? above : undefined}>
      {count > 0 && (
        <Button kind="primary" onClick={show}>
          {tn('orders.new', count)}
        </Button>
      )}
    </div>
  );
}

const above = {
  position: 'sticky',
  insetBlockStart: '64px',
  zIndex: 1,
  justifySelf: 'center',
  alignSelf: 'center',
  // Distinguishes it from the buttons of the rows that scroll below it.
  borderRadius: 'var(--r-s)',
  boxShadow: '0 0 0 4px var(--bg), 0 8px 20px 4px #0005',
};
