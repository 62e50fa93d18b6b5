import type { Trail } from './trail.ts';

/** Addresses that stand nowhere but here: for a page that should not notice. */
export function memoryTrail(): Trail {
  const entries = ['/'];
  let at = 0;
  let hear: (by: number) => void = () => {};
  const travel = (by: number) => {
    const to = Math.min(Math.max(at + by, 0), entries.length - 1);
    const gone = to - at;
    at = to;
    hear(gone);
  };
  return {
    around: 'a host page',
    addressIn: (href) => (href.startsWith('#/') ? href.slice(1) : href),
    read: () => entries[at] ?? '/',
    push(url) {
      entries.splice(++at, entries.length, url);
    },
    replace(url) {
      entries[at] = url;
    },
    travel,
    depth: () => at,
    listen(moved) {
      hear = moved;
      return () => {
        hear = () => {};
      };
    },
  };
}
