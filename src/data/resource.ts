import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ApiError, asApiError } from './api-error.ts';
import { onClearPerson } from './person.ts';

/** The state of some data: the last good answer stays while a refetch is under way or fails. */
export interface Loaded<T> {
  readonly data?: T;
  readonly error?: ApiError;
  readonly loading: boolean;
  /** When `data` was answered, in milliseconds. */
  readonly at?: number;
}

type Fetcher<I, T> = (input: I, signal: AbortSignal, before: T | undefined) => Promise<T>;

interface Entry<I, T> {
  readonly input: I;
  state: Signal<Loaded<T>>;
  /** Counts requests and writes: an answer to an older version is dropped. */
  version: number;
  stale: boolean;
  watched: boolean;
  stop?: AbortController;
}

export interface Resource<I, T> {
  /** Returns the state for an input; fetches where it is missing or no longer fresh. Call it while drawing. */
  ask(input: I): ReadonlySignal<Loaded<T>>;
  /** Returns the current state without fetching. */
  peek(input: I): Loaded<T>;
  /** Fetches again now. */
  refetch(input: I): Promise<void>;
  /** Writes the answer of an action instead of fetching; answers that are still under way are dropped. */
  set(input: I, data: T): void;
  /** Updates the data of every input that has some. */
  update(edit: (data: T) => T): void;
  /** Returns the data of every input that has some. */
  all(): T[];
  /** Marks all of it stale: what is on the screen is fetched at once, the rest when it is next drawn. */
  invalidate(): void;
}

export interface ResourceOptions<I, T> {
  /** Returns what is known of an input before its first answer, such as its row of a list. */
  initial?: (input: I) => T | undefined;
  /** How long an answer is fresh for a screen that is opened again; with 0 it is dropped when the screen is left. */
  freshMs?: number;
}

const all = new Set<Pick<Resource<never, never>, 'invalidate'> & { clear(): void }>();

/** Refetches every resource on the screen: when the person or the network returns. */
export const invalidateAll = () =>
  batch(() => {
    for (const one of all) one.invalidate();
  });

/** Drops every answer: what is on the screen is drawn from nothing but the next ones. */
export const clearAll = () =>
  batch(() => {
    for (const one of all) one.clear();
  });

/** Entries that the screens on show are drawn from. */
const shown = new Set<{ readonly state: ReadonlySignal<Loaded<unknown>> }>();

/** Returns when the oldest answer came, of those that the screens on show are drawn from. */
export const oldestShown = (): number | undefined => {
  const times = [...shown].map((entry) => entry.state.peek().at).filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
};

const keyOf = (input: unknown) => JSON.stringify(input) ?? '';

/** Enough for going back and forth; more would only fill the memory. */
const maxEntries = 24;

/**
 * Makes a cache of server data by input, with one request per input at a time. Answers that come too late are dropped
 * here and nowhere else.
 * @example
 * const walletResource = resource(() => call('POST /v1/user/wallet', {}));
 * const { data, error, loading } = walletResource.ask().value;
 */
export function resource<I, T>(
  fetcher: Fetcher<I, T>,
  { initial, freshMs = 15_000 }: ResourceOptions<I, T> = {},
): Resource<I, T> {
  const entries = new Map<string, Entry<I, T>>();

  const entryOf = (input: I): Entry<I, T> => {
    const key = keyOf(input);
    const known = entries.get(key);
    if (known) return known;
    const entry: Entry<I, T> = { input, version: 0, stale: true, watched: false, state: undefined as never };
    const watched = () => {
      entry.watched = true;
      shown.add(entry);
    };
    const unwatched = () => {
      entry.watched = false;
      shown.delete(entry);
      if (freshMs === 0) entries.delete(key);
    };
    entry.state = signal<Loaded<T>>({ data: initial?.(input), loading: true }, { watched, unwatched });
    entries.set(key, entry);
    for (const [old, { watched }] of entries) {
      if (entries.size <= maxEntries) break;
      if (!watched && old !== key) entries.delete(old);
    }
    return entry;
  };

  const fetchInto = async (entry: Entry<I, T>): Promise<void> => {
    const version = ++entry.version;
    entry.stale = false;
    entry.stop?.abort();
    const stop = new AbortController();
    entry.stop = stop;
    const before = entry.state.peek();
    entry.state.value = { ...before, loading: true };
    try {
      const data = await fetcher(entry.input, stop.signal, before.data);
      if (version === entry.version) entry.state.value = { data, loading: false, at: Date.now() };
    } catch (thrown) {
      if (version !== entry.version) return;
      const { data, at } = entry.state.peek();
      entry.state.value = { data, at, error: asApiError(thrown), loading: false };
    }
  };

  const isFresh = ({ stale, state }: Entry<I, T>) => {
    const { at, loading } = state.peek();
    return !stale && (loading || (at !== undefined && Date.now() - at < freshMs));
  };

  const self: Resource<I, T> = {
    ask(input) {
      const entry = entryOf(input);
      // A screen that is opened again refetches; one on show keeps its data until it is invalidated.
      if (!entry.stale && (entry.watched || isFresh(entry))) return entry.state;
      entry.stale = false;
      // Drawing must not write, so the request follows right after it.
      const version = entry.version;
      queueMicrotask(() => version === entry.version && fetchInto(entry));
      return entry.state;
    },
    peek: (input) => entries.get(keyOf(input))?.state.peek() ?? { loading: false },
    refetch: (input) => fetchInto(entryOf(input)),
    set(input, data) {
      const entry = entryOf(input);
      entry.version++;
      entry.stale = false;
      entry.state.value = { data, loading: false, at: Date.now() };
    },
    all: () => [...entries.values()].flatMap(({ state }) => state.peek().data ?? []),
    update(edit) {
      for (const entry of entries.values()) {
        const { data } = entry.state.peek();
        if (data === undefined) continue;
        entry.version++;
        entry.state.value = { ...entry.state.peek(), data: edit(data), loading: false };
      }
    },
    invalidate() {
      for (const entry of entries.values()) {
        entry.stale = true;
        if (entry.watched) void fetchInto(entry);
      }
    },
  };
  const clear = () => {
    for (const entry of entries.values()) {
      entry.version++;
      entry.stop?.abort();
      entry.stale = true;
      // Its readers are drawn again, and fetch by that.
      entry.state.value = { loading: true };
    }
  };
  onClearPerson(clear);
  all.add({ invalidate: self.invalidate, clear });
  return self;
}
