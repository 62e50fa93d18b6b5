import { useLocation } from 'preact-iso/router';
import { type Order, type OrderFilter, orderListResource } from '../../data/orders.ts';
import type { ListPosition } from '../../ui/props.ts';
import { Cell, LeadCell, TableRow } from '../../ui/table.tsx';
import { useWider } from '../../ui/wide.ts';
import { isToPay } from './list-filter.ts';
import { OrderProfit } from './order-profit.tsx';
import type { RowParts } from './order-row.tsx';
import { hasEnded } from './order-status.ts';

/** Returns whether an order is shown beside the list: the one that was opened, or the first until one is. */
function useCurrent({ id }: Order, filter: OrderFilter) {
  const isWider = useWider();
  const { query } = useLocation();
  if (query.id === id) return 'page';
  return isWider && orderListResource.ask(filter).value.data?.list[0]?.id === id ? 'true' : undefined;
}

/** One order of the table: pressed anywhere but on its box it is opened. */
export default function OrderCells({
  order,
  position,
  lead,
  line,
  figure,
  stake,
  filter,
}: RowParts & { position: ListPosition }) {
  const note = stake && <span className="small muted">{stake}</span>;
  const profit = !hasEnded(order) && <OrderProfit order={order} />;
  // What is at stake is no part of the sum to pay, and the longer state of a case has its room; the column of a list of
  // cases has its name.
  const isUnpayable = note && isToPay(filter);
  return (
    <TableRow position={position}>
      <LeadCell {...lead} current={useCurrent(order, filter)} />
      {isUnpayable ? (
        <Cell look="line small" span={2}>
          {line}
          {note}
        </Cell>
      ) : (
        <>
          <Cell look="small">{line}</Cell>
          <Cell look="end">
            <strong>{figure}</strong>
          </Cell>
        </>
      )}
      <Cell look="end">{isUnpayable || filter.afterSale ? profit : (note ?? profit)}</Cell>
    </TableRow>
  );
}
