import { canPay } from '../../data/orders.ts';
import { money, shortNo } from '../../lang/index.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import type { ListPosition } from '../../ui/props.ts';
import { Cell, LeadCell, TableRow } from '../../ui/table.tsx';
import type { RowParts, TableLook } from './order-row.tsx';

interface Props extends RowParts {
  look: TableLook;
  /** The column of amounts has what the merchant pays, rather than what the buyer paid. */
  toPay: boolean;
  position: ListPosition;
}

/** One order of the table: pressed anywhere but on its box it is opened. */
export default function OrderCells({ order, look, toPay, position, lead, state, when, line, profit }: Props) {
  const { id, no = id, amount, cost, currency, buyerMasked } = order;
  return (
    <TableRow position={position}>
      <LeadCell {...lead} />
      {look !== 'beside' && (
        <Cell look="small">
          <Code>{shortNo(no)}</Code>
        </Cell>
      )}
      {look === 'wider' ? (
        <>
          <Cell look="small">{state}</Cell>
          <Cell look="small">{when}</Cell>
          <Cell look="small">
            <span className="counted">
              <bdi className="clamp">{buyerMasked}</bdi>
            </span>
          </Cell>
        </>
      ) : (
        <Cell look="small">{line}</Cell>
      )}
      <Cell look="end">
        {toPay ? (
          canPay(order) && <Amount>{money(cost, currency)}</Amount>
        ) : (
          <Amount>{money(amount, currency)}</Amount>
        )}
      </Cell>
      <Cell look="end">
        <strong>{profit}</strong>
      </Cell>
    </TableRow>
  );
}
