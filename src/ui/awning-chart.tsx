import type { CSSProperties } from 'react';
import { classes } from './classes.ts';

export interface Stripe {
  /** Below it: "Mon", "20". Empty where there is no room for each. */
  label: string;
  /** Undefined where it is to come. */
  value?: number | undefined;
  /** It is not over yet. */
  isNow?: boolean;
  /** Names it outside of the cloth: "Today". */
  note?: string | false | undefined;
}

interface AwningChartProps {
  stripes: readonly Stripe[];
  /** Writes the figure of a stripe, in few letters: of each, or of the longest where there are many. */
  format?: ((value: number) => string) | undefined;
}

/**
 * Figures as an awning: each stripe rises over the rod as far as its figure, and a loss hangs below it. For the eye alone: a
 * table beside it has the figures.
 */
export function AwningChart({ stripes, format }: AwningChartProps) {
  const values = stripes.map(({ value = 0 }) => value);
  const top = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const isMany = stripes.length > 8;
  /** Returns how far a stripe reaches: a share of the room for the highest profit and the largest loss together. */
  const shareOf = (value: number) => value && Math.max(0.08, Math.abs(value) / (top - low));
  return (
    <ol
      className={classes('valance', isMany && 'many')}
      aria-hidden="true"
      // Without a loss the rod is where it is before the figures are here, so it does not move when they come.
      style={{ '--over': low < 0 ? shareOf(top) : 1 } as CSSProperties}
    >
      {stripes.map(({ label, value = NaN, isNow, note }, index) => (
        <li
          key={index}
          className={classes(
            value < 0 && 'loss',
            !value && (value === 0 ? 'blank' : 'ahead'),
            isNow && 'now',
          )}
          style={{ '--share': shareOf(value || 0) } as CSSProperties}
          data-figure={value && (!isMany || value === top) ? format?.(value) : undefined}
        >
          {label}
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  );
}
