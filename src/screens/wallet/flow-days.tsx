import { formatMoney, parseMoney } from '../../contract/money.ts';
import type { FlowRow as Row } from '../../data/wallet.ts';
import { byDay, signedMoney } from '../../lang/index.ts';
import { paths } from '../../paths.ts';
import { Amount } from '../../ui/amount.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { hasMoved } from '../../ui/moved.tsx';
import { ScamWarning } from '../../ui/scam-warning.tsx';
import { FlowRow } from './flow-row.tsx';
import { hasOperatorText } from './operator-text.ts';

interface Props {
  rows: readonly Row[];
  currency: string | undefined;
  account?: 'named';
  /** Whether later rows are not here yet: then the last day has no sum. */
  isPart?: boolean;
}

/** Movements by day, newest first, on one surface, each day with the sum of its rows; between accounts there is none. */
export function FlowDays({ rows, currency, account, isPart }: Props) {
  const days = byDay(rows, ({ at }) => at);
  const warned = rows.find(hasOperatorText);
  return (
    <div className="items">
      {days.map(({ title, rows: rowsOfDay }, index) => (
        <ItemList
          key={title}
          title={title}
          aside={
            !account &&
            !(isPart && index === days.length - 1) && (
              <Amount className="small muted">{signedMoney(sumOf(rowsOfDay), currency)}</Amount>
            )
          }
        >
          {rowsOfDay.map((row) => (
            <FlowRow key={row.id} row={row} currency={currency} account={account}>
              {row === warned && <ScamWarning reportAt={paths.service.href()} />}
            </FlowRow>
          ))}
        </ItemList>
      ))}
    </div>
  );
}

function sumOf(rows: readonly Row[]): string {
  let sum = 0n;
  for (const { direction, amount } of rows.filter(hasMoved))
    sum += direction === 'in' ? parseMoney(amount) : -parseMoney(amount);
  return formatMoney(sum);
}
