import type { CSSProperties } from 'react';
import { dayMs, weekDate, weekTime } from '../lang/index.ts';
import type { Children, Tone } from './props.ts';

/** Returns the share of a span of time that is left, from 0 to 1; all in milliseconds. */
export const shareLeft = (begin: number, end: number, now: number): number =>
  Math.min(1, Math.max(0, (end - now) / (end - begin)));

/** Returns a date of the next days by its day's name, and any other as a date. */
export const nearDate = (at: string, now = Date.now()): string =>
  Date.parse(at) - now < 6 * dayMs ? weekTime(at) : weekDate(at);

interface MarkedProps {
  tone: Tone;
  /** The share of the time that is left. */
  left?: number | undefined;
  children: Children;
}

/** Words behind a ring of the time that is left, or behind a dot where no time runs. */
export const Marked = ({ tone, left, children }: MarkedProps) => (
  <span
    className={left === undefined ? 'dot' : 'dot ring'}
    data-tone={tone}
    style={left === undefined ? undefined : ({ '--left': left } as CSSProperties)}
  >
    {children}
  </span>
);
