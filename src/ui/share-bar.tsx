import type { CSSProperties } from 'react';

interface ShareBarProps {
  /** An amount as decimal text, less than zero for a loss. */
  of: string;
  /** The largest of the rows, without its sign. */
  most: number;
}

/** Under its sum, and short, so that it does not read as a line between rows. */
const look = {
  blockSize: '3px',
  inlineSize: '72px',
  maxInlineSize: '100%',
  marginBlock: '4px 0',
  marginInline: 'auto 0',
} as const;

/** In percent, 3 px: less is not seen as a bar. */
const least = (3 / 72) * 100;

/** Draws what one row earned or lost beside the row with the most, if anything: `<ShareBar of={earned} most={most} />`. */
export function ShareBar({ of, most }: ShareBarProps) {
  if (!Number(of)) return null;
  const share = Math.max(least, (Math.abs(Number(of)) / most) * 100);
  return (
    <span
      className="meter"
      aria-hidden="true"
      data-tone={of.startsWith('-') ? 'bad' : 'good'}
      style={{ '--value': share, ...look } as CSSProperties}
    />
  );
}

/** The room of a bar in rows that wait. */
export const ShareBarSkeleton = () => <span className="meter" style={look} />;

/** Returns the largest amount of rows, without its sign. */
export const mostOf = (rows: readonly { earned?: string }[]): number =>
  Math.max(0, ...rows.map(({ earned = '0' }) => Math.abs(Number(earned))));
