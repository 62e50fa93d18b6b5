import type { CSSProperties } from 'react';
import { money } from '../lang/index.ts';
import { Amount } from './amount.tsx';

export interface MoneyPart {
  kind: 'cost' | 'fee' | 'refund' | 'yours';
  label: string;
  /** Of `yours` below zero where the price does not cover cost and fee. */
  amount: string;
}

interface MoneyBarProps {
  parts: readonly MoneyPart[];
  currency: string | undefined;
  /** Its end is not settled yet: it is striped. */
  isEstimate?: boolean;
}

/**
 * What a price is made of, each part as wide as it is large, with its name and amount below. A loss is the end of the
 * cost that the price does not cover: `<MoneyBar parts={[{ kind: 'cost', label, amount }, …]} currency={currency} />`.
 */
export function MoneyBar({ parts, currency, isEstimate }: MoneyBarProps) {
  const loss = Math.max(0, ...parts.map(({ amount }) => -Number(amount)));
  const shareOf = ({ kind, amount }: MoneyPart) => {
    const share = Math.abs(Number(amount));
    return kind === 'cost' ? Math.max(0, share - loss) : share;
  };
  const partOf = ({ kind }: MoneyPart) => (kind === 'yours' && loss > 0 ? 'loss' : kind);
  return (
    <div className="parts">
      <div className={isEstimate ? 'bar striped' : 'bar'} aria-hidden="true">
        {parts.map((part) => (
          <span
            key={part.kind}
            data-part={partOf(part)}
            hidden={shareOf(part) === 0}
            style={{ '--share': shareOf(part) } as CSSProperties}
          />
        ))}
      </div>
      <ul className="small muted">
        {parts.map((part) => (
          <li key={part.kind}>
            <span className="swatch" data-part={partOf(part)} />
            <span>
              {part.label}{' '}
              <Amount tone={partOf(part) === 'loss' ? 'bad' : undefined}>
                {money(part.amount, currency)}
              </Amount>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
