import { useContext } from 'react';
import type { Order } from '../../data/orders.ts';
import { Code } from '../../ui/amount.tsx';
import { Chrome } from '../../ui/chrome.ts';
import { StatusBadge } from './status-badge.tsx';

/** Number and status, wherever an order is named: a heading below the screen's own. */
export function OrderHead({ order }: { order: Order }) {
  const Title = useContext(Chrome) === 'page' ? 'h2' : 'h3';
  return (
    <div className="row between wrap">
      <Title>
        <Code>{order.no ?? order.id}</Code>
      </Title>
      <StatusBadge status={order.status} />
    </div>
  );
}
