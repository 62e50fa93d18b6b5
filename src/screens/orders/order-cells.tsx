import { money, shortNo } from '../../lang/index.ts';
import { Amount, Code } from '../../ui/amount.tsx';
import type { ListPosition } from '../../ui/props.ts';
import { Cell, LeadCell, TableRow } from '../../ui/table.tsx';
import type { RowParts } from './order-row.tsx';

interface Props extends RowParts {
  /** With the date apart from the state, and who gets it. */
  isWider: boolean;
  position: ListPosition;
}

/** One order of the table: pressed anywhere but on its box it is opened. */
export default function OrderCells({ order, isWider, position, lead, state, when, line, profit }: Props) {
  const { id, no = id, amount, currency, buyerMasked } = order;
  return (
    <TableRow position={position}>
      <LeadCell {...lead} />
      <Cell look="small">
        <Code>{shortNo(no)}</Code>
      </Cell>
      {isWider ? (
        <>
          <Cell look="small">{state}</Cell>
          <Cell look="small">{when}</Cell>
          <Cell look="small">
            <bdi className="clamp">{buyerMasked}</bdi>
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
