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

/** The room below and above the rod, and how far a stripe of nothing hangs, in px. */
const height = 132;
const stub = 26;

/**
 * Figures as an awning: each stripe hangs from the rod as far as its figure, and a loss rises above it. For the eye alone:
 * a table beside it has the figures.
 */
export function AwningChart({ stripes }: { stripes: readonly Stripe[] }) {
  const values = stripes.map(({ value = 0 }) => value);
  const top = Math.max(0, ...values);
  const low = Math.min(0, ...values);
  const scale = (height - stub) / (top - low || 1);
  const isBlank = top === low;
  return (
    <ol className="valance" aria-hidden="true" style={{ '--rod': `${-low * scale}px` } as CSSProperties}>
      {stripes.map(({ label, value = 0, isNow }, index) => (
        <li
          key={index}
          className={classes(
            value < 0 && 'loss',
            (isBlank || stripes[index]?.value === undefined) && 'blank',
            isNow && 'now',
          )}
          style={{ '--drop': `${value < 0 ? -value * scale : stub + value * scale}px` } as CSSProperties}
        >
          {label}
        </li>
      ))}
    </ol>
  );
}
