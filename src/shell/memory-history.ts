import type { HistoryAdapter } from '../location.ts';

/** Keeps addresses in memory only, for a page that must keep its address. */
export function memoryHistory(first = '/'): HistoryAdapter {
  const entries = [first];
  let index = 0;
  let hear: (by: number) => void = () => {};
  const go = (by: number) => {
    const to = Math.min(Math.max(index + by, 0), entries.length - 1);
    const gone = to - index;
    index = to;
    hear(gone);
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
    listen(moved) {
      hear = moved;
      return () => {
        hear = () => {};
      };
    },
  };
}
