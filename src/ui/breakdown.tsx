import { Amount } from './amount.tsx';
import type { Children } from './props.ts';

export interface BreakdownRow {
  label: Children;
  /** Formatted: `money('12.50')`; an unknown sum is "—", never an old number. */
  amount: Children;
  /** Why and until when, under the label. */
  note?: Children;
  /** The final line, above the double rule. One a list. */
  total?: boolean;
  /** The value is text, such as a date: it may wrap and takes the reading direction. */
  isText?: boolean;
}

/** A breakdown of money: `<Breakdown rows={[{ label, amount: money(x) }, { label, amount, total: true }]} />`. */
export function Breakdown({ rows }: { rows: readonly BreakdownRow[] }) {
  return (
    <dl className="sum">
      {rows.map((row, index) => (
        <div key={index} className={row.total ? 'total' : undefined}>
          <dt>
            {row.label}
            {row.note && <p>{row.note}</p>}
          </dt>
          <dd>{row.isText ? row.amount : <Amount>{row.amount}</Amount>}</dd>
        </div>
      ))}
    </dl>
  );
}
