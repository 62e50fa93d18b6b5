// What the client is typed by. The package has another file in place of this one, which `tools/build/client-types.mjs` makes
// from the OpenAPI document: a row for each decision and each read. Here a call may have any name.

/** An event as the feed lists it. */
export interface FeedEvent {
  readonly position: number;
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string>>;
}

interface Call {
  input: object;
  output: { list: FeedEvent[]; nextCursor: string | null; next: number };
  refusal: number;
}

/** Every decision by its name: what it takes, what it answers, and the codes by which it may be refused. */
export type Decisions = Record<string, Call>;

/** Every read by its name. */
export type Reads = Record<string, Call>;
