import type { Order } from '../../data/orders.ts';
import { Code } from '../../ui/amount.tsx';
import { useHeading } from '../../ui/chrome.ts';
import { StatusBadge } from './status-badge.tsx';

/** Number and status on one line, as a heading below the screen's own. */
export function OrderTitle({ order }: { order: Order }) {
  const Title = useHeading(2);
  return (
    <div className="row between wrap near">
      <Title className="small">
        <Code>{order.no ?? order.id}</Code>
      </Title>
      <StatusBadge status={order.status} />
    </div>
  );
}
