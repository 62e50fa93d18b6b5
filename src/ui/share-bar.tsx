import type { CSSProperties } from 'react';

interface ShareBarProps {
  /** An amount as decimal text, less than zero for a loss. */
  of: string;
  /** The largest of the rows, without its sign. */
  most: number;
}

/** Draws what one row earned or lost beside the row with the most: `<ShareBar of={earned} most={most} />`. */
export function ShareBar({ of, most }: ShareBarProps) {
  const share = most > 0 ? (Math.abs(Number(of)) / most) * 100 : 0;
  return (
    <span
      className="meter"
      aria-hidden="true"
      data-tone={of.startsWith('-') ? 'bad' : 'good'}
      style={{ '--value': share, blockSize: '3px', marginBlockStart: '4px' } as CSSProperties}
    />
  );
}

/** The room of a bar in rows that wait. */
export const ShareBarSkeleton = () => (
  <span className="meter" style={{ blockSize: '3px', marginBlockStart: '4px' }} />
);

/** Returns the largest amount of rows, without its sign. */
export const mostOf = (rows: readonly { earned?: string }[]): number =>
  Math.max(0, ...rows.map(({ earned = '0' }) => Math.abs(Number(earned))));
