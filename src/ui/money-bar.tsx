import type { CSSProperties } from 'react';
import { money } from '../lang/index.ts';
import { Amount } from './amount.tsx';
import { SkeletonBlock } from './skeleton.tsx';
import { Stat } from './stat.tsx';

export interface MoneyPart {
  /** `at_stake` is what is the merchant's unless an open case takes it. */
  kind: 'cost' | 'fee' | 'refund' | 'yours' | 'at_stake';
  label: string;
  /** Of `yours` below zero where the price does not cover cost and fee. */
  amount: string;
}

interface MoneyBarProps {
  parts: readonly MoneyPart[];
  currency: string | undefined;
  /** Its end is not settled yet: it is striped. */
  isEstimate?: boolean | undefined;
}

/** Returns how wide each part of a sum is, and which it is: a loss is the end of the cost that the price does not cover. */
function measure<Part extends Omit<MoneyPart, 'label'>>(parts: readonly Part[]) {
  const loss = Math.max(0, ...parts.map(({ amount }) => -Number(amount)));
  return parts.map((part) => {
    const size = Math.abs(Number(part.amount));
    return {
      ...part,
      share: part.kind === 'cost' ? Math.max(0, size - loss) : size,
      shown: part.kind === 'yours' && loss > 0 ? ('loss' as const) : part.kind,
    };
  });
}

/** The bar alone, beside amounts that stand in a table: `<SplitBar parts={[{ kind: 'cost', amount }, …]} />`. */
export const SplitBar = ({
  parts,
  isEstimate,
}: Pick<MoneyBarProps, 'isEstimate'> & { parts: readonly Omit<MoneyPart, 'label'>[] }) => (
  <div className={isEstimate ? 'bar striped' : 'bar'} aria-hidden="true">
    {measure(parts).map(({ kind, shown, share }) => (
      <span key={kind} data-part={shown} hidden={share === 0} style={{ '--share': share } as CSSProperties} />
    ))}
  </div>
);

/**
 * What a price is made of, each part as wide as it is large, with its name and amount below. A loss is the end of the
 * cost that the price does not cover: `<MoneyBar parts={[{ kind: 'cost', label, amount }, …]} currency={currency} />`.
 */
export function MoneyBar({ parts, currency, isEstimate }: MoneyBarProps) {
  return (
    <div className="parts">
      <SplitBar parts={parts} isEstimate={isEstimate} />
      <ul className="small muted">
        {measure(parts).map(({ kind, shown, label, amount }) => (
          <li key={kind}>
            <span className="swatch" data-part={shown} />
            <span>
              {label} <Amount tone={shown === 'loss' ? 'bad' : undefined}>{money(amount, currency)}</Amount>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A card's one figure under its name, over its bar, while they are loading. */
export const MoneyBarSkeleton = () => (
  <>
    <Stat label={<SkeletonBlock w="8em" />}>
      <span className="big">
        <SkeletonBlock w="4em" h="1lh" />
      </span>
    </Stat>
    <div className="parts">
      <SkeletonBlock h="12px" />
      <p className="small">
        <SkeletonBlock w="16em" />
      </p>
    </div>
  </>
);
