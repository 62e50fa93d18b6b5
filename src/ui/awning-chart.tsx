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

/** The room below and above the rod, in px. */
const height = 84;

interface AwningChartProps {
  stripes: readonly Stripe[];
  /** Writes the figure of the longest stripe and of the one that is not over, where there is room. */
  format?: ((value: number) => string) | undefined;
}

/**
 * Figures as an awning: each stripe hangs from the rod as far as its figure, and a loss rises above it. For the eye alone:
 * a table beside it has the figures.
 */
export function AwningChart({ stripes, format }: AwningChartProps) {
  const values = stripes.map(({ value = 0 }) => value);
  const top = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const isShort = !stripes[8];
  const dropOf = (value: number) => Math.max(12, (Math.abs(value) * height) / (top - low));
  return (
    <ol
      className="valance"
      aria-hidden="true"
      style={{ '--rod': `${low && dropOf(low)}px` } as CSSProperties}
    >
      {stripes.map(({ label, value = NaN, isNow }, index) => {
        // A day of nothing is shorter than the least profit, and one to come has a length of its own.
        const drop = value ? dropOf(value) : value === 0 ? 8 : 26;
        // A figure beside that of today would be written over it.
        const next = stripes[index + 1];
        const hasFigure =
          value && (isNow ? isShort : value === top && !(isShort && next?.isNow && next.value));
        return (
          <li
            key={index}
            className={classes(value < 0 && 'loss', !value && 'blank', isNow && 'now')}
            style={{ '--drop': `${drop}px` } as CSSProperties}
            data-figure={hasFigure ? format?.(value) : undefined}
          >
            {label}
          </li>
        );
      })}
    </ol>
  );
}
