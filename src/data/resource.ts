import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ApiError, asApiError } from './api-error.ts';
import { onForgetPerson } from './person.ts';

/** What is known of some data: the last good answer stays while a newer one comes, or fails to come. */
export interface Loaded<T> {
  readonly data?: T;
  readonly error?: ApiError;
  readonly loading: boolean;
  /** When `data` was answered, in milliseconds. */
  readonly at?: number;
}

type Fetcher<I, T> = (input: I, signal: AbortSignal, before: T | undefined) => Promise<T>;

interface Entry<T> {
  state: Signal<Loaded<T>>;
  /** Counts what was asked and written: an answer to an older version is dropped. */
  version: number;
  stale: boolean;
  watched: boolean;
  stop?: AbortController;
}

export interface Resource<I, T> {
  /** The data for an input; asks for it when there is none, or when it is no longer fresh. Call it while drawing. */
  ask(input: I): ReadonlySignal<Loaded<T>>;
  /** What is known now; asks nothing. */
  peek(input: I): Loaded<T>;
  /** Asks again now. */
  refetch(input: I): Promise<void>;
  /** Writes what an action was answered, in place of asking; answers on their way are dropped. */
  set(input: I, data: T): void;
  /** Changes what is there, for every input that has data. */
  update(edit: (data: T) => T): void;
  /** Marks all of it out of date: what is on the screen is asked for at once, the rest when it is next drawn. */
  invalidate(): void;
}

export interface ResourceOptions {
  /** How long an answer is good enough for a screen that is opened again; 0: it is forgotten when it is left. */
  freshMs?: number;
}

const all = new Set<Pick<Resource<never, never>, 'invalidate'>>();

/** Every resource is asked again where it is seen: the person is back, or the network is. */
export const invalidateAll = () =>
  batch(() => {
    for (const one of all) one.invalidate();
  });

/** The oldest answer that any of the screens on show was drawn from. */
const shown = new Set<Entry<unknown>>();
export const oldestShown = (): number | undefined => {
  const times = [...shown].map((entry) => entry.state.peek().at).filter((at) => at !== undefined);
  return times.length > 0 ? Math.min(...times) : undefined;
};

const keyOf = (input: unknown) => JSON.stringify(input) ?? '';

/** Enough for going back and forth; more would only fill the memory. */
const MAX_ENTRIES = 24;

/**
 * Data of the server by input, each asked once at a time. The only place where answers that come too late are dropped.
 * @example
 * const wallet = resource(() => call('POST /v1/user/wallet', {}));
 * const { data, error, loading } = wallet.ask().value;
 */
export function resource<I, T>(
  fetcher: Fetcher<I, T>,
  { freshMs = 15_000 }: ResourceOptions = {},
): Resource<I, T> {
  const entries = new Map<string, Entry<T>>();

  const entryOf = (input: I): Entry<T> => {
    const key = keyOf(input);
    const known = entries.get(key);
    if (known) return known;
    const entry: Entry<T> = { version: 0, stale: true, watched: false, state: undefined as never };
    const watched = () => {
      entry.watched = true;
      shown.add(entry as Entry<unknown>);
    };
    const unwatched = () => {
      entry.watched = false;
      shown.delete(entry as Entry<unknown>);
      if (freshMs === 0) entries.delete(key);
    };
    entry.state = signal<Loaded<T>>({ loading: true }, { watched, unwatched });
    entries.set(key, entry);
    for (const [old, { watched }] of entries) {
      if (entries.size <= MAX_ENTRIES) break;
      if (!watched && old !== key) entries.delete(old);
    }
    inputs.set(entry, input);
    return entry;
  };
  const inputs = new WeakMap<Entry<T>, I>();

  const fetchInto = async (entry: Entry<T>): Promise<void> => {
    const version = ++entry.version;
    entry.stale = false;
    entry.stop?.abort();
    const stop = new AbortController();
    entry.stop = stop;
    const before = entry.state.peek();
    entry.state.value = { ...before, loading: true };
    try {
      const data = await fetcher(inputs.get(entry) as I, stop.signal, before.data);
      if (version === entry.version) entry.state.value = { data, loading: false, at: Date.now() };
    } catch (thrown) {
      if (version !== entry.version) return;
      const { data, at } = entry.state.peek();
      entry.state.value = { data, at, error: asApiError(thrown), loading: false };
    }
  };

  const isFresh = ({ stale, state }: Entry<T>) => {
    const { at, loading } = state.peek();
    return !stale && (loading || (at !== undefined && Date.now() - at < freshMs));
  };

  const self: Resource<I, T> = {
    ask(input) {
      const entry = entryOf(input);
      // A screen that is drawn again asks again; one that is on show keeps what it has until it is invalidated.
      if (!entry.stale && (entry.watched || isFresh(entry))) return entry.state;
      entry.stale = false;
      // Drawing must not write: the question leaves right after.
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
  onForgetPerson(() => {
    for (const entry of entries.values()) {
      entry.version++;
      entry.stop?.abort();
      entry.stale = true;
      // What shows it is drawn again, and asks by that.
      entry.state.value = { loading: true };
    }
  });
  all.add(self);
  return self;
}
