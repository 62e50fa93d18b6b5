import type { HistoryAdapter } from '../location.ts';

/** What our entries add to the state that their page keeps. */
interface EntryState {
  /** The number of our steps behind the entry. */
  souk?: number;
  /** The address in Souk. */
  soukAt?: string;
}

const stateOf = (state: unknown) => (state ?? {}) as EntryState;

interface SharedHistory extends HistoryAdapter {
  /** Takes what is ours out of the current entry, and out of the page's address. */
  leave(): void;
}

interface SharedSpace {
  first: string;
  /** Returns the address in Souk that the page's own address holds; undefined where it holds none. */
  read(): string | undefined;
  /** Returns what the page's address becomes by a step inside Souk. */
  write(url: string): string;
}

/** Keeps the steps inside Souk among the entries of a host page's history, whose states stay beside ours. */
function sharedHistory({ first, read, write }: SharedSpace): SharedHistory {
  const before = location.pathname + location.search + (read() === undefined ? location.hash : '');
  let { souk: index = 0, soukAt } = stateOf(history.state);
  let url = read() ?? soukAt ?? first;
  /** Where `go` leads; an anchor of the page may lie between two entries of ours. */
  let target: number | undefined;
  const state = () => ({ ...(history.state as object | null), souk: index, soukAt: url });
  history.replaceState(state(), '');
  return {
    mode: 'embed',
    toAppUrl: (href) => (href.startsWith('#/') ? href.slice(1) : href),
    read: () => url,
    push(next) {
      target = undefined;
      index++;
      url = next;
      history.pushState(state(), '', write(url));
    },
    replace(next) {
      url = next;
      // The page's own address stands until a step is taken.
      history.replaceState(state(), '', read() === undefined ? undefined : write(url));
    },
    go(delta) {
      target = index + delta;
      history.go(delta);
    },
    depth: () => index,
    listen(onMove) {
      const onPopState = ({ state: entry }: PopStateEvent) => {
        const { souk: known, soukAt: at } = stateOf(entry);
        const shown = read();
        // A person or a link changed the fragment: to an address of ours, or to an anchor of the page.
        if (known === undefined && shown === undefined) {
          history.replaceState(state(), '');
          return;
        }
        const moved = (known ?? index + 1) - index;
        if (moved === 0 && target !== undefined && target !== index) {
          history.go(Math.sign(target - index));
          return;
        }
        target = undefined;
        index += moved;
        url = shown ?? at ?? url;
        if (known === undefined) history.replaceState(state(), '');
        onMove(moved);
      };
      addEventListener('popstate', onPopState);
      return () => removeEventListener('popstate', onPopState);
    },
    leave() {
      const { souk, soukAt: _, ...rest } = stateOf(history.state);
      // The page may have moved on before it removes Souk.
      if (souk === undefined) return;
      history.replaceState(rest, '', read() === undefined ? undefined : before);
    },
  };
}

/**
 * Keeps addresses in the fragment of a host's page, `#/orderList`. Any other fragment is an anchor of the page, and stays:
 * the address changes only by a step inside Souk.
 */
export const hashHistory = (first = '/') =>
  sharedHistory({
    first,
    read: () => (location.hash.startsWith('#/') ? location.hash.slice(1) : undefined),
    // The full address, as a `<base>` of the page would redirect a relative one.
    write: (url) => `${location.pathname}${location.search}#${url}`,
  });

/** Leaves the page's address as it is, and adds an entry to its history for each step, so that the browser's Back takes it back. */
export const pushedHistory = (first = '/') =>
  sharedHistory({ first, read: () => undefined, write: () => location.href });
