import type { CSSProperties } from 'react';
import { classes } from './classes.ts';

export interface Stripe {
  /** Below it: "Mon", "20". Empty where there is no room for each. */
  label: string;
  /** Undefined where it is to come. */
  value?: number | undefined;
  /** It is not over yet. */
  isNow?: boolean;
}

/** How high the longest stripe rises, and how low a loss hangs at most, together, in px. */
const height = 52;

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
  const dropOf = (value: number) => value && Math.max(4, (Math.abs(value) * height) / (top - low));
  return (
    <ol
      className={classes('valance', isMany && 'many')}
      aria-hidden="true"
      style={{ '--rod': `${dropOf(top)}px` } as CSSProperties}
    >
      {stripes.map(({ label, value = NaN, isNow }, index) => (
        <li
          key={index}
          className={classes(
            value < 0 && 'loss',
            !value && (value === 0 ? 'blank' : 'ahead'),
            isNow && 'now',
          )}
          style={{ '--drop': `${dropOf(value || 0)}px` } as CSSProperties}
          data-figure={value && (!isMany || value === top) ? format?.(value) : undefined}
        >
          {label}
        </li>
      ))}
    </ol>
  );
}
