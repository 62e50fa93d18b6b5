import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Children, ListPosition } from './props.ts';
import { Table, type TableProps } from './table.tsx';

/** An even number, so that a block begins a row where there are two columns, too. */
const rowsPerBlock = 2;
/** CSS pixels drawn beyond the window, so that a fast swipe does not overtake the drawing. */
const drawnBeyondPx = 800;
/**
 * Rows stay while they are this near. More than `drawnBeyondPx`: a browser that anchors its scroll position moves the
 * list as rows come and go, which at an edge would never end.
 */
const keptBeyondPx = 1100;
/** The assumed height of a block before any was drawn. */
const guessedHeight = 1000;
/** Shorter lists are drawn whole in the end, a few rows a frame. */
const minVirtualRows = 60;

interface LongListProps<T> {
  rows: readonly T[];
  busy?: boolean;
  /** Draws the rows as those of a table. */
  table?: Pick<TableProps, 'label' | 'columns'> | undefined;
  /** One `<li>` or `<TableRow>`, which gets `position`, as a screen reader would only count the rows that are drawn. */
  children: (row: T, position: ListPosition) => Children;
}

/**
 * A list of any length in a bounded number of nodes: only the blocks near the window are drawn, and the rest is empty
 * space. `<LongList rows={list}>{(order, position) => <OrderRow key={order.id} order={order} {...position} />}</LongList>`.
 */
export function LongList<T>({ rows, busy, table, children }: LongListProps<T>) {
  const list = useRef<HTMLTableSectionElement & HTMLUListElement>(null);
  const heights = useRef<number[]>([]);
  const unknownHeight = useRef(guessedHeight);
  const gap = useRef(16);
  const [shown, setShown] = useState({ from: 0, to: 5 });
  const blocks = Math.ceil(rows.length / rowsPerBlock);
  const isShort = rows.length <= minVirtualRows;
  const from = Math.min(shown.from, Math.max(0, blocks - 1));
  const { to } = shown;

  const heightOf = (block: number) => heights.current[block] ?? unknownHeight.current;
  const heightBetween = (start: number, end: number) => {
    let sum = 0;
    for (let block = start; block < end; block++) sum += heightOf(block);
    return Math.max(0, sum - gap.current);
  };

  /** Returns the blocks that lie in a part of the list. */
  const between = (top: number, bottom: number) => {
    let start = 0;
    let y = 0;
    while (start < blocks - 1 && y + heightOf(start) < top) y += heightOf(start++);
    let end = start;
    while (end < blocks && y < bottom) y += heightOf(end++);
    return { from: start, to: end };
  };

  const update = () => {
    if (!list.current) return;
    const above = -list.current.getBoundingClientRect().top;
    const around = (beyond: number) => between(above - beyond, above + innerHeight + beyond);
    const seen = around(0);
    const whole = { from: 0, to: blocks };
    setShown(
      isShort
        ? towards(shown, seen, whole, whole, whole)
        : towards(shown, seen, around(drawnBeyondPx), around(keptBeyondPx), seen),
    );
  };
  const latest = useRef(update);
  latest.current = update;
  const asked = useRef(0);
  const follow = () => {
    asked.current ||= requestAnimationFrame(() => {
      asked.current = 0;
      latest.current();
    });
  };

  useLayoutEffect(() => {
    if (!list.current) return;
    gap.current = Number.parseFloat(getComputedStyle(list.current).rowGap) || 0;
    measure(list.current, { from, heights: heights.current, gap: gap.current });
    // The first measure sets the assumed height of all others; later ones would only move what is below.
    if (unknownHeight.current === guessedHeight) unknownHeight.current = typical(heights.current);
    follow();
  }, [rows, from, to]);

  useEffect(() => {
    // In a host's page any element may be what scrolls.
    addEventListener('scroll', follow, { passive: true, capture: true });
    addEventListener('resize', follow);
    return () => {
      cancelAnimationFrame(asked.current);
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, []);

  const first = from * rowsPerBlock;
  const positionOf = (index: number): ListPosition => {
    if (isShort) return {};
    // The names of the columns are the first row of a table.
    if (table) return { 'aria-rowindex': index + 2 };
    return { 'aria-posinset': index + 1, 'aria-setsize': rows.length };
  };
  const Spacer = table ? 'tr' : 'li';
  const spacer = (key: string, size: number) => (
    <Spacer key={key} aria-hidden="true" data-spacer style={{ blockSize: `${size}px` }} />
  );
  const drawn = (
    <>
      {from > 0 && spacer('above', heightBetween(0, from))}
      {rows.slice(first, to * rowsPerBlock).map((row, index) => children(row, positionOf(first + index)))}
      {to < blocks && spacer('below', heightBetween(to, blocks))}
    </>
  );
  if (table)
    return (
      <Table {...table} count={isShort ? undefined : rows.length} busy={busy} body={list}>
        {drawn}
      </Table>
    );
  return (
    <ul ref={list} className="items table" aria-busy={busy || undefined}>
      {drawn}
    </ul>
  );
}

interface Blocks {
  from: number;
  to: number;
}

/**
 * Returns the blocks to draw next: those in sight at once, and of those near it one more at each end a frame, as a
 * frame that drew them all would be a long one. Others go only as some come, so that both take one drawing. `jump` is
 * drawn where nothing in sight is; a list that lies below the window has nothing in sight.
 */
function towards(shown: Blocks, seen: Blocks, near: Blocks, kept: Blocks, jump: Blocks): Blocks {
  if (shown.from <= near.from && near.to <= shown.to) return shown;
  if (seen.from < seen.to && (shown.to <= seen.from || seen.to <= shown.from)) return jump;
  return {
    from: Math.max(kept.from, Math.min(shown.from, seen.from, Math.max(shown.from - 1, near.from))),
    to: Math.min(kept.to, Math.max(shown.to, seen.to, Math.min(shown.to + 1, near.to))),
  };
}

/** Returns the mean of the measured heights. */
function typical(heights: readonly number[]): number {
  const known = heights.filter(Boolean);
  return known.length > 0 ? known.reduce((sum, height) => sum + height, 0) / known.length : guessedHeight;
}

/** Measures the height of each drawn block, with the gap below it. */
function measure(
  list: HTMLElement,
  { from, heights, gap }: { from: number; heights: number[]; gap: number },
): void {
  const rows = [...list.children].filter((row) => !row.hasAttribute('data-spacer')) as HTMLElement[];
  const end = list.getBoundingClientRect().bottom + gap;
  for (let index = 0; index < rows.length; index += rowsPerBlock) {
    const top = rows[index]?.getBoundingClientRect().top ?? 0;
    const next = rows[index + rowsPerBlock] ?? list.querySelector('[data-spacer]:last-child');
    const height = (next?.getBoundingClientRect().top ?? end) - top;
    if (height > 0) heights[from + index / rowsPerBlock] = height;
  }
}
