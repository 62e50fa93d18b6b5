import type { HistoryAdapter } from '../location.ts';

/** Keeps addresses in memory only, for a page that must keep its address. */
export function memoryHistory(first = '/'): HistoryAdapter {
  const entries = [first];
  let index = 0;
  let onMove: (delta: number) => void = () => {};
  const go = (delta: number) => {
    const to = Math.min(Math.max(index + delta, 0), entries.length - 1);
    const moved = to - index;
    index = to;
    onMove(moved);
  };
  return {
    mode: 'embed',
    toAppUrl: (href) => (href.startsWith('#/') ? href.slice(1) : href),
    read: () => entries[index] ?? '/',
    push(url) {
      entries.splice(++index, entries.length, url);
    },
    replace(url) {
      entries[index] = url;
    },
    go,
    depth: () => index,
    listen(listener) {
      onMove = listener;
      return () => {
        onMove = () => {};
      };
    },
  };
}
