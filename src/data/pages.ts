import type { ReadonlySignal } from '@preact/signals';
import { PAGE_MAX } from '../contract/counts.ts';
import { onClearPerson } from './person.ts';
import { type Loaded, type Resource, type ResourceOptions, resource } from './resource.ts';

interface Page<Row> {
  readonly list: readonly Row[];
  readonly nextCursor: string | null;
}

export interface Pages<I, P extends Page<unknown>> extends Resource<I, P> {
  ask(input: I): ReadonlySignal<Loaded<P>>;
  /** Loads the next page and appends it; does nothing at the end, or while one is loading. */
  more(input: I): Promise<void>;
}

/**
 * The rows of a first page: what a phone shows, and beyond it so much that the next page loads only where a person scrolls.
 * Even, so that no column of two ends early.
 */
const firstRows = 16;

/** Of a longer list only so many rows are refetched, ten pages one after another. */
const maxRefetched = 10 * PAGE_MAX;

/** Returns a list with one page more; what only a first page says stays. */
function appended<P extends Page<{ readonly id: string }>>(whole: P, page: P): P {
  const known = new Set(whole.list.map((row) => row.id));
  const added = page.list.filter((row) => !known.has(row.id));
  return { ...whole, ...page, list: [...whole.list, ...added] };
}

interface PagesOptions<I, P> extends ResourceOptions<I, P> {
  /** The rows of the first page, where several are drawn as one. */
  readonly firstRows?: number;
}

type Fetch<I, P> = (input: I & { cursor?: string; limit?: number }, signal?: AbortSignal) => Promise<P>;

/**
 * Makes a list that grows by cursor: counts and totals are those of the newest page, the rows are those of all pages.
 * @example const orderListResource = pages((input, signal) => call('POST /v1/order/list', input, { signal }));
 */
export function pages<I extends object, P extends Page<{ readonly id: string }>>(
  fetch: Fetch<I, P>,
  options?: PagesOptions<I, P>,
): Pages<I, P> {
  const first = resource<I, P>(async (input, signal, before) => {
    // A refetch loads the rows that were there, so that none moves under the thumb, and Back finds the row that was left.
    const rows = Math.min(Math.max(options?.firstRows ?? firstRows, before?.list.length ?? 0), maxRefetched);
    let whole = await fetch({ ...input, limit: Math.min(rows, PAGE_MAX) }, signal);
    while (whole.nextCursor && whole.list.length < rows) {
      const limit = Math.min(rows - whole.list.length, PAGE_MAX);
      whole = appended(whole, await fetch({ ...input, cursor: whole.nextCursor, limit }, signal));
    }
    if (!before || before.list.length <= rows) return whole;
    // What comes after these stays as it was: Back finds its row there, too.
    const end = before.list.findIndex(({ id }) => id === whole.list.at(-1)?.id);
    const nextCursor = before.nextCursor ?? whole.nextCursor;
    return appended(whole, { ...whole, nextCursor, list: before.list.slice(end + 1) });
  }, options);
  const inFlight = new Map<string, Promise<void>>();
  onClearPerson(() => inFlight.clear());

  const fetchNextPage = async (input: I): Promise<void> => {
    const before = first.peek(input);
    const cursor = before.data?.nextCursor;
    if (!before.data || !cursor || before.loading) return;
    const page = await fetch({ ...input, cursor });
    // A refresh or an action in between has replaced the list.
    const now = first.peek(input).data;
    if (now !== before.data) return;
    first.set(input, appended(now, page));
  };

  return {
    ...first,
    more(input) {
      const key = JSON.stringify(input);
      const running = inFlight.get(key) ?? fetchNextPage(input).finally(() => inFlight.delete(key));
      inFlight.set(key, running);
      return running;
    },
  };
}
