import { useLocation } from 'preact-iso/router';
import { canPay, type Order, type OrderFilter, orderListResource } from '../../data/orders.ts';
import { money } from '../../lang/index.ts';
import { Amount } from '../../ui/amount.tsx';
import type { ListPosition } from '../../ui/props.ts';
import { Cell, LeadCell, TableRow } from '../../ui/table.tsx';
import { useWider } from '../../ui/wide.ts';
import { isToPay } from './list-filter.ts';
import { RowProfit } from './order-profit.tsx';
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
  shown,
}: RowParts & { position: ListPosition }) {
  return (
    <TableRow position={position}>
      <LeadCell {...lead} current={useCurrent(order, filter)} />
      {isToPay(shown) ? (
        <>
          <Cell look="small">{line}</Cell>
          <Cell look="end">{canPay(order) && <Amount>{money(order.cost, order.currency)}</Amount>}</Cell>
        </>
      ) : (
        <Cell look="double small">{line}</Cell>
      )}
      <Cell look="end">
        {!hasEnded(order) && (
          <strong>
            <RowProfit order={order} />
          </strong>
        )}
      </Cell>
    </TableRow>
  );
}
