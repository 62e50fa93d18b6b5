import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Children } from './props.ts';

/** An even number, so that a block begins a row where there are two columns, too. */
const blockOf = 2;
/** CSS pixels drawn beyond what can be seen, so that a fast thumb does not overtake it. */
const ahead = 1200;
/**
 * What is drawn stays as it is while this much beyond what can be seen is in it. Not all of `ahead`: a browser that
 * holds what is seen in its place moves the list as rows come and go, and at an edge that would be followed for ever.
 */
const enough = 700;
/** As tall as a block is taken to be before any was drawn. */
const guess = 1000;
/** Shorter lists are drawn whole. */
const shortest = 60;

interface LongListProps<T> {
  rows: readonly T[];
  busy?: boolean;
  /** One `<li>`; `place` goes on to it, for of a long list a reader would only count what is drawn. */
  children: (row: T, place: Place) => Children;
}

export interface Place {
  'aria-posinset'?: number;
  'aria-setsize'?: number;
}

/**
 * A list of any length in a bounded number of nodes: only the blocks near the window are drawn, and the rest is room of
 * their height. `<LongList rows={list}>{(order, place) => <OrderCard key={order.id} {...{ order, place }} />}</LongList>`.
 */
export function LongList<T>({ rows, busy, children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const heights = useRef<number[]>([]);
  const gap = useRef(16);
  const [shown, setShown] = useState({ from: 0, to: 5, unknown: guess });
  const blocks = Math.ceil(rows.length / blockOf);
  const isShort = rows.length <= shortest;
  const { from, to } = isShort ? { from: 0, to: blocks } : shown;

  const heightOf = (block: number) => heights.current[block] ?? shown.unknown;
  const room = (start: number, end: number) => {
    let sum = 0;
    for (let block = start; block < end; block++) sum += heightOf(block);
    return Math.max(0, sum - gap.current);
  };

  /** The blocks that lie in a part of the list. */
  const between = (top: number, bottom: number) => {
    let start = 0;
    let y = 0;
    while (start < blocks - 1 && y + heightOf(start) < top) y += heightOf(start++);
    let end = start;
    while (end < blocks && y < bottom) y += heightOf(end++);
    return { from: start, to: end };
  };

  const look = () => {
    if (isShort || !list.current) return;
    const above = -list.current.getBoundingClientRect().top;
    const around = (beyond: number) => between(above - beyond, above + innerHeight + beyond);
    const needed = around(enough);
    // The first measure says how tall all others may be; later ones would only move what is below.
    const unknown = shown.unknown === guess ? typical(heights.current) : shown.unknown;
    if (shown.from <= needed.from && needed.to <= shown.to && unknown === shown.unknown) return;
    setShown({ ...around(ahead), unknown });
  };
  const latest = useRef(look);
  latest.current = look;

  useLayoutEffect(() => {
    if (isShort || !list.current) return;
    gap.current = Number.parseFloat(getComputedStyle(list.current).rowGap) || 0;
    measure(list.current, { from, heights: heights.current, gap: gap.current });
    look();
  }, [rows, from, to]);

  useEffect(() => {
    let asked = 0;
    const follow = () => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        latest.current();
      });
    };
    // A part of somebody else's page is scrolled by whatever element of it scrolls.
    addEventListener('scroll', follow, { passive: true, capture: true });
    addEventListener('resize', follow);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, []);

  const first = from * blockOf;
  return (
    <ul ref={list} className="stack cols" aria-busy={busy || undefined}>
      {from > 0 && <Room key="above" size={room(0, from)} />}
      {rows
        .slice(first, to * blockOf)
        .map((row, index) =>
          children(row, isShort ? {} : { 'aria-posinset': first + index + 1, 'aria-setsize': rows.length }),
        )}
      {to < blocks && <Room key="below" size={room(to, blocks)} />}
    </ul>
  );
}

const Room = ({ size }: { size: number }) => (
  <li aria-hidden="true" data-room style={{ blockSize: `${size}px`, gridColumn: '1 / -1' }} />
);

/** The mean of what was measured. */
function typical(heights: readonly number[]): number {
  const known = heights.filter(Boolean);
  return known.length > 0 ? known.reduce((sum, height) => sum + height, 0) / known.length : guess;
}

/** How tall each drawn block is, with the gap below it. */
function measure(
  list: HTMLElement,
  { from, heights, gap }: { from: number; heights: number[]; gap: number },
): void {
  const rows = [...list.children].filter((row) => !row.hasAttribute('data-room')) as HTMLElement[];
  const end = list.getBoundingClientRect().bottom + gap;
  for (let index = 0; index < rows.length; index += blockOf) {
    const top = rows[index]?.getBoundingClientRect().top ?? 0;
    const next = rows[index + blockOf] ?? list.querySelector('[data-room]:last-child');
    const height = (next?.getBoundingClientRect().top ?? end) - top;
    if (height > 0) heights[from + index / blockOf] = height;
  }
}
