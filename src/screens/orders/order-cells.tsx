import type { ListPosition } from '../../ui/props.ts';
import { Cell, LeadCell, TableRow } from '../../ui/table.tsx';
import { OrderProfit } from './order-profit.tsx';
import type { RowParts } from './order-row.tsx';
import { hasEnded } from './order-status.ts';

/** One order of the table: pressed anywhere but on its box it is opened. */
export default function OrderCells({
  order,
  position,
  lead,
  line,
  figure,
  stake,
}: RowParts & { position: ListPosition }) {
  return (
    <TableRow position={position}>
      <LeadCell {...lead} />
      <Cell look="small">{line}</Cell>
      <Cell look="end">
        <strong>{figure}</strong>
      </Cell>
      <Cell look="end">
        {stake ? (
          <span className="small muted">{stake}</span>
        ) : (
          !hasEnded(order) && <OrderProfit order={order} />
        )}
      </Cell>
    </TableRow>
  );
}
