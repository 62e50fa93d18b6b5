// One file: a long list, what it draws of itself, and the row at which it is left and found again.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
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
/** What lies above this is under the head of the screen. */
const headHeight = 60;
/** Shorter lists are drawn whole in the end, a few rows a frame. */
const minVirtualRows = 60;

/** What is kept of a list that is left: its heights, and the row at the upper edge of the window. */
interface Memory {
  heights: number[];
  unknownHeight: number;
  /** Undefined while nothing of it is in sight. */
  place?: Place | undefined;
}

interface Place {
  id: string;
  /** The row's distance from the upper edge of the window. */
  top: number;
  /** How far the list was scrolled then. */
  scrolled: number;
}

const memories = new Map<string, Memory>();
const maxMemories = 20;
/** A list that still moves then is left as it is. */
const maxRestoringFrames = 30;

/** Returns what is kept of a list, an empty one for a list that was never shown; the oldest are forgotten. */
function memoryOf(name: string | undefined): Memory {
  const memory = memories.get(name ?? '') ?? { heights: [], unknownHeight: guessedHeight };
  if (name === undefined) return memory;
  memories.delete(name);
  memories.set(name, memory);
  for (const oldest of [...memories.keys()].slice(0, -maxMemories)) memories.delete(oldest);
  return memory;
}

interface LongListProps<T> {
  rows: readonly T[];
  /** Names the list, so that Back finds it at the row where it was left. */
  memory?: string;
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
export function LongList<T extends { id: string }>({
  rows,
  memory: name,
  busy,
  table,
  children,
}: LongListProps<T>) {
  const list = useRef<HTMLTableSectionElement & HTMLUListElement>(null);
  const memory = useMemo(() => memoryOf(name), [name]);
  const { heights } = memory;
  const returning = useRef<Place | undefined>(memory.place);
  const frames = useRef(0);
  const gap = useRef(0);
  const [shown, setShown] = useState({ from: 0, to: 5 });
  const blocks = Math.ceil(rows.length / rowsPerBlock);
  const isShort = rows.length <= minVirtualRows;
  const from = Math.min(shown.from, Math.max(0, blocks - 1));
  const { to } = shown;
  const first = from * rowsPerBlock;

  const heightOf = (block: number) => heights[block] ?? memory.unknownHeight;
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

  const rowAt = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>(':scope > :not([data-spacer])')[index - first];

  /** Scrolls to the row at which the list was left, until it is drawn there; not where the list was opened anew. */
  const restore = (body: HTMLElement) => {
    const place = returning.current;
    if (!place) return;
    const scroller = scrollerOf(body);
    const index = rows.findIndex(({ id }) => id === place.id);
    const isElsewhere =
      frames.current === 0 &&
      scroller === document.scrollingElement &&
      Math.abs(scroller.scrollTop - place.scrolled) > 1;
    if (index < 0 || isElsewhere || frames.current++ > maxRestoringFrames) {
      returning.current = undefined;
      return;
    }
    const row = rowAt(index);
    const block = Math.floor(index / rowsPerBlock);
    const inBlock = (heightOf(block) / rowsPerBlock) * (index % rowsPerBlock);
    const start = body.getBoundingClientRect().top + inBlock;
    const top = row?.getBoundingClientRect().top ?? start + heightBetween(0, block) + gap.current;
    const by = top - place.top;
    if (Math.abs(by) >= 1) scroller.scrollTop += by;
    else if (row) returning.current = undefined;
    follow();
  };

  const remember = (body: HTMLElement) => {
    if (name === undefined || returning.current) return;
    const shownRows = [...body.querySelectorAll<HTMLElement>(':scope > :not([data-spacer])')];
    const at = shownRows.findIndex((row) => row.getBoundingClientRect().bottom > headHeight);
    const row = rows[first + at];
    const top = shownRows[at]?.getBoundingClientRect().top;
    const isInSight = row && top !== undefined && top < innerHeight;
    memory.place = isInSight ? { id: row.id, top, scrolled: scrollerOf(body).scrollTop } : undefined;
  };

  const update = () => {
    if (!list.current) return;
    gap.current = Number.parseFloat(getComputedStyle(list.current).rowGap) || 0;
    measure(list.current, { from, heights, gap: gap.current });
    // The first measure sets the assumed height of all others; later ones would only move what is below.
    if (memory.unknownHeight === guessedHeight) memory.unknownHeight = typical(heights);
    restore(list.current);
    remember(list.current);
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

  // In the frame, which lays the rows out in any case: asked for here, the layout would be part of the task that draws them,
  // and the next press would wait for both.
  useLayoutEffect(() => follow(), [rows, from, to]);

  useEffect(() => {
    // In a host's page any element may be what scrolls.
    addEventListener('scroll', follow, { passive: true, capture: true });
    addEventListener('resize', follow);
    // A press may leave the list before the frame that follows the last scrolling.
    const settle = () => latest.current();
    addEventListener('click', settle, { capture: true });
    return () => {
      cancelAnimationFrame(asked.current);
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
      removeEventListener('click', settle, { capture: true });
    };
  }, []);

  const positionOf = (index: number): ListPosition => {
    if (isShort) return {};
    // The names of the columns are the first row of a table.
    if (table) return { 'aria-rowindex': index + 2 };
    return { 'aria-posinset': index + 1, 'aria-setsize': rows.length };
  };
  const Spacer = table ? 'tr' : 'li';
  // A browser that kept a spacer in sight would scroll along as rows take its place.
  const spacer = (key: string, size: number) => (
    <Spacer
      key={key}
      aria-hidden="true"
      data-spacer
      style={{ blockSize: `${size}px`, overflowAnchor: 'none' }}
    />
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
    <ul ref={list} className="items" aria-busy={busy || undefined}>
      {drawn}
    </ul>
  );
}

/** Returns what scrolls a list: its own column beside a detail, or the page. */
const scrollerOf = (list: HTMLElement): Element =>
  list.closest('.pane') ?? document.scrollingElement ?? document.documentElement;

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
