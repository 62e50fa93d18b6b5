import { useLayoutEffect, useRef } from 'react';
import { newestOrder, unreadResource } from '../../data/unread.ts';
import { tn } from '../../lang/index.ts';
import { Button } from '../../ui/button.tsx';

/** Shows that orders have arrived since the list was loaded; a press shows them. Nothing moves by itself. */
export default function NewOrders({ newest, onShow }: { newest: string | undefined; onShow: () => void }) {
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
    (place.current?.closest('.pane') ?? window).scrollTo({ top: 0 });
    onShow();
  };
  return (
    // It takes no place among the rows, not even the gap around it.
    <div ref={place} role="status" className={count > 0 ? 'above' : 'sr'}>
      {count > 0 && (
        <Button kind="primary" onClick={show}>
          {tn('orders.new', count)}
        </Button>
      )}
    </div>
  );
}
