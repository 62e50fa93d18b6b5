/** Where addresses live: in the path of our own page, in the fragment of somebody else's, or nowhere but here. */
export type Mode = 'history' | 'hash' | 'memory';

/** The steps taken inside Souk. `read()` is always path and query, whatever the mode. */
export interface Trail {
  read(): string;
  push(url: string): void;
  replace(url: string): void;
  travel(by: number): void;
  /** Steps behind us that are ours. */
  depth(): number;
  /** Hears moves that nobody of ours made, with how far they went. */
  listen(moved: (by: number) => void): () => void;
}

export const createTrail = (mode: Mode): Trail => (mode === 'memory' ? memory() : browser(mode));

function memory(): Trail {
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

/** Our number of an entry stands in its state, beside whatever a host page keeps there. */
const numberOf = (state: unknown) => (state as { souk?: number } | null)?.souk;

function browser(mode: 'history' | 'hash'): Trail {
  const write = (url: string) => (mode === 'hash' ? `#${url}` : url);
  const entry = (souk: number) => ({ ...(history.state as object | null), souk });
  let at = numberOf(history.state) ?? 0;
  history.replaceState(entry(at), '');
  return {
    read() {
      if (mode === 'hash') return location.hash.startsWith('#/') ? location.hash.slice(1) : '/';
      return location.pathname + location.search + location.hash;
    },
    push(url) {
      at++;
      history.pushState(entry(at), '', write(url));
    },
    replace(url) {
      history.replaceState(entry(at), '', write(url));
    },
    travel: (by) => history.go(by),
    depth: () => at,
    listen(moved) {
      const hear = (event: PopStateEvent) => {
        // An entry without a number was made by the browser, from a fragment that a person or a link changed.
        const known = numberOf(event.state);
        const gone = (known ?? at + 1) - at;
        at += gone;
        if (known === undefined) history.replaceState(entry(at), '');
        moved(gone);
      };
      addEventListener('popstate', hear);
      return () => removeEventListener('popstate', hear);
    },
  };
}
