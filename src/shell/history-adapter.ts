import type { AddressSpace, HistoryAdapter } from '../location.ts';

/** Reads our number of an entry from its state, which may also hold a host page's own. */
const entryIndexOf = (state: unknown) => (state as { souk?: number } | null)?.souk;

/** Creates an adapter of the browser's own history, wherever in the address it is written. */
export function browserHistory({
  write,
  ...space
}: AddressSpace & { write(url: string): string }): HistoryAdapter {
  const entry = (souk: number) => ({ ...(history.state as object | null), souk });
  let index = entryIndexOf(history.state) ?? 0;
  history.replaceState(entry(index), '');
  return {
    ...space,
    push(url) {
      index++;
      history.pushState(entry(index), '', write(url));
    },
    replace(url) {
      history.replaceState(entry(index), '', write(url));
    },
    go: (delta) => history.go(delta),
    depth: () => index,
    listen(onMove) {
      const onPopState = (event: PopStateEvent) => {
        // An entry without a number was made by the browser, from a fragment that a person or a link changed.
        const known = entryIndexOf(event.state);
        const moved = (known ?? index + 1) - index;
        index += moved;
        if (known === undefined) history.replaceState(entry(index), '');
        onMove(moved);
      };
      addEventListener('popstate', onPopState);
      return () => removeEventListener('popstate', onPopState);
    },
  };
}

/** Keeps addresses in the path of our own page. The other two kinds are separate files, as it needs neither. */
export const pathHistory = () =>
  browserHistory({
    mode: 'page',
    toAppUrl: (href) => href,
    read: () => location.pathname + location.search + location.hash,
    write: (url) => url,
  });
