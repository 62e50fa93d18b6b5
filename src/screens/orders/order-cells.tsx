import { money, shortNo } from '../../lang/index.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import type { ListPosition } from '../../ui/props.ts';
import { Cell, LeadCell, TableRow } from '../../ui/table.tsx';
import type { RowParts, TableLook } from './order-row.tsx';

interface Props extends RowParts {
  look: TableLook;
  position: ListPosition;
}

/** One order of the table: pressed anywhere but on its box it is opened. */
export default function OrderCells({ order, look, position, lead, state, when, line, profit }: Props) {
  const { id, no = id, amount, currency, buyerMasked } = order;
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
        <Amount>{money(amount, currency)}</Amount>
      </Cell>
      <Cell look="end">
        <strong>{profit}</strong>
      </Cell>
    </TableRow>
  );
}
