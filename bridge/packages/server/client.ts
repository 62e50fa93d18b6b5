import type { Decisions, FeedEvent, Reads } from './calls.ts';
import { type SoukServer, send, sendDecision } from './send.ts';

/** The names of decisions. */
export type DecisionName = keyof Decisions & string;
/** The names of reads. */
export type ReadName = keyof Reads & string;
/** The reads that have pages. */
export type ListName = NamesOf<{ nextCursor: string | null }>;
/** The feeds of events. */
export type FeedName = NamesOf<{ next: number }>;
type NamesOf<Output> = {
  [Name in ReadName]: Reads[Name]['output'] extends Output ? Name : never;
}[ReadName];

/** The codes by which a decision or a read may be refused. */
export type RefusalCode<Name extends DecisionName | ReadName> = Name extends DecisionName
  ? Decisions[Name]['refusal']
  : Name extends ReadName
    ? Reads[Name]['refusal']
    : never;

/** Nothing has to be given where each field of an input may be left out. */
type Given<Input, Options extends unknown[] = []> =
  Record<never, never> extends Input
    ? [input?: Input, ...options: Options]
    : [input: Input, ...options: Options];

/** How a decision is sent. */
export interface DecisionOptions {
  /** A UUID under which it is carried out once: keep one of your own where your program may end before the answer. */
  readonly key?: string;
}

/** How a feed is read. */
export interface FeedOptions {
  /** The position of the last event that you have dealt with; left out, the feed begins with the oldest. */
  readonly after?: number;
  /** The pause after which a feed without anything new is read again, in milliseconds; 1,000. */
  readonly everyMs?: number;
  /** Ends the feed. */
  readonly signal?: AbortSignal;
}

/** The machine API, each call by its name. Every function throws a `SoukServerError` where it is refused. */
export interface SoukClient {
  /** Carries out a decision, once, also where an answer is lost and it is sent again. */
  decide<Name extends DecisionName>(
    name: Name,
    ...given: Given<Decisions[Name]['input'], [options?: DecisionOptions]>
  ): Promise<Decisions[Name]['output']>;
  /** Reads one page or item. */
  read<Name extends ReadName>(
    name: Name,
    ...given: Given<Reads[Name]['input']>
  ): Promise<Reads[Name]['output']>;
  /** Reads a list to its end, a page at a time. */
  list<Name extends ListName>(
    name: Name,
    ...given: Given<Reads[Name]['input']>
  ): AsyncGenerator<Reads[Name]['output']['list'][number], void>;
  /** Waits for events, the oldest first, until its signal ends it. */
  feed<Name extends FeedName>(
    name: Name,
    options?: FeedOptions,
  ): AsyncGenerator<Reads[Name]['output']['list'][number], void>;
}

/** Longer in sum than Souk takes to start again. */
const pauses = [500, 1_000, 2_000, 4_000, 8_000];

/**
 * Returns the machine API, typed.
 * @example
 * const souk = soukClient({ origin: 'https://souk.example', key: process.env.SOUK_KEY });
 * for await (const order of souk.list('orders', { status: 'to_be_shipped' })) console.log(order.no);
 * await souk.decide('ship', { order: 'SK-1001', carrier: 'DHL', tracking: '00340434' });
 */
export function soukClient(server: SoukServer): SoukClient {
  const read = <Output>(name: string, input: object = {}) =>
    send<Output>(server, { path: `${name}?${queryOf(input)}`, pauses });
  return {
    decide: (name, ...[input = {}, { key = crypto.randomUUID() } = {}]) =>
      sendDecision(server, name, { input, key, pauses }),
    read: (name, ...[input]) => read(name, input),
    list: (name, ...[input]) => pagesOf((cursor) => read(name, { ...input, ...(cursor && { cursor }) })),
    feed: (name, options) => eventsOf((after) => read(name, { after }), options),
  };
}

const queryOf = (input: object) =>
  new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

interface Page {
  list: FeedEvent[];
  nextCursor: string | null;
}

async function* pagesOf(read: (cursor: string | null) => Promise<Page>): AsyncGenerator<FeedEvent, void> {
  let cursor: string | null = null;
  do {
    const page: Page = await read(cursor);
    yield* page.list;
    cursor = page.nextCursor;
  } while (cursor);
}

async function* eventsOf(
  read: (after: number) => Promise<{ list: FeedEvent[]; next: number }>,
  { after = 0, everyMs = 1_000, signal }: FeedOptions = {},
): AsyncGenerator<FeedEvent, void> {
  let position = after;
  while (!signal?.aborted) {
    const { list, next } = await read(position);
    yield* list;
    if (next === position) await pause(everyMs, signal);
    position = next;
  }
}

/** Waits for a time, or until the signal. */
const pause = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
