import type { CSSProperties } from 'react';
import { dayMs, weekDate, weekTime } from '../lang/index.ts';
import type { Children, Tone } from './props.ts';

/** Returns the share of the last day that is left, from 1 to 0, of times in milliseconds; undefined before that day. */
export const lastDayLeft = (end: number, now: number): number | undefined =>
  end - now < dayMs ? Math.max(0, (end - now) / dayMs) : undefined;

/** Returns a date of the next days by its day's name, and any other as a date. */
export const nearDate = (at: string, now = Date.now()): string =>
  Date.parse(at) - now < 6 * dayMs ? weekTime(at) : weekDate(at);

interface MarkedProps {
  tone: Tone;
  /** The share of the last day that is left. */
  left?: number | undefined;
  children: Children;
}

/** Words behind what is left of the last day, drawn as on a clock, or behind a dot. */
export const Marked = ({ tone, left, children }: MarkedProps) => (
  <span
    className={left === undefined ? 'dot' : 'dot ring'}
    data-tone={tone}
    style={left === undefined ? undefined : ({ '--left': left } as CSSProperties)}
  >
    {children}
  </span>
);
