/** Where addresses live: in the path of our own page, in the fragment of somebody else's, or nowhere but here. */
interface Where {
  /** Whose page it is: a click on a link of ours is none of a host page's business. */
  readonly around: 'our page' | 'a host page';
  /** What a link's `href` says as an address of ours. */
  addressIn(href: string): string;
  /** Path and query, wherever they live. */
  read(): string;
}

/** The steps taken inside Souk. */
export interface Trail extends Where {
  push(url: string): void;
  replace(url: string): void;
  travel(by: number): void;
  /** Steps behind us that are ours. */
  depth(): number;
  /** Hears moves that nobody of ours made, with how far they went. */
  listen(moved: (by: number) => void): () => void;
}

/** Our number of an entry stands in its state, beside whatever a host page keeps there. */
const numberOf = (state: unknown) => (state as { souk?: number } | null)?.souk;

/** A trail in the browser's own history, wherever in the address it is written. */
export function browserTrail({ write, ...place }: Where & { write(url: string): string }): Trail {
  const entry = (souk: number) => ({ ...(history.state as object | null), souk });
  let at = numberOf(history.state) ?? 0;
  history.replaceState(entry(at), '');
  return {
    ...place,
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

/** Addresses in the path of our own page. The other two kinds are files of their own, as it needs neither. */
export const historyTrail = () =>
  browserTrail({
    around: 'our page',
    addressIn: (href) => href,
    read: () => location.pathname + location.search + location.hash,
    write: (url) => url,
  });
