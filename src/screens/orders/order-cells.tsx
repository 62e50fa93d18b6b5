import { useLocation } from 'preact-iso/router';
import { canPay, type Order, type OrderFilter, orderListResource } from '../../data/orders.ts';
import { money } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import type { ListPosition } from '../../ui/props.ts';
import { Cell, LeadCell, TableRow } from '../../ui/table.tsx';
import { useWider } from '../../ui/wide.ts';
import { isToPay } from './list-filter.ts';
import { besideProfit, OrderProfit } from './order-profit.tsx';
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
  filter,
}: RowParts & { position: ListPosition }) {
  const hasColumn = isToPay(filter) && canPay(order);
  const note = !hasColumn && !hasEnded(order) && besideProfit(order);
  return (
    <TableRow position={position}>
      <LeadCell {...lead} current={useCurrent(order, filter)} />
      {hasColumn ? (
        <>
          <Cell look="small">{line}</Cell>
          <Cell look="end">
            <Amount>{money(order.cost, order.currency)}</Amount>
          </Cell>
        </>
      ) : (
        <Cell look="line small" span={2}>
          {line}
          {note && <span className="muted">{note}</span>}
        </Cell>
      )}
      <Cell look="end">
        {!hasEnded(order) && (
          <strong>
            <OrderProfit order={order} />
          </strong>
        )}
      </Cell>
    </TableRow>
  );
}
