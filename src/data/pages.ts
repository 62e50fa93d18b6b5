import type { ReadonlySignal } from '@preact/signals';
import { PAGE_DEFAULT, PAGE_MAX } from '../contract/page-rows.ts';
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

type Fetch<I, P> = (input: I & { cursor?: string; limit?: number }, signal?: AbortSignal) => Promise<P>;

/**
 * Makes a list that grows by cursor: counts and totals are those of the newest page, the rows are those of all pages.
 * @example const orderListResource = pages((input, signal) => call('POST /v1/order/list', input, { signal }));
 */
export function pages<I extends object, P extends Page<{ readonly id: string }>>(
  fetch: Fetch<I, P>,
  options?: ResourceOptions<I, P>,
): Pages<I, P> {
  // A refetch loads as many rows as a page may have, so that little moves under the thumb.
  const refetchLimit = (rows: number) => (rows > PAGE_DEFAULT ? { limit: Math.min(rows, PAGE_MAX) } : {});
  const first = resource<I, P>(
    (input, signal, before) => fetch({ ...input, ...refetchLimit(before?.list.length ?? 0) }, signal),
    options,
  );
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
    const known = new Set(now.list.map((row) => row.id));
    const added = page.list.filter((row) => !known.has(row.id));
    first.set(input, { ...page, list: [...now.list, ...added] });
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
