import type { Wire } from '../bridge/harness/wire.ts';

/** A page of a real engine. */
export interface ShownPage {
  /** Loads an address; settles once its document is the one that is here. */
  go(url: string): Promise<void>;
  /** Runs a function in the page. It takes and answers JSON, and knows nothing that stands outside of it. */
  run<T, Args extends readonly unknown[]>(act: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>;
  /** Runs an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** What the page and its engine have written so far. */
  log(): string;
  close(): Promise<void>;
}

/** A page that a native app shows, and the app's end of the channel into it. */
export interface View extends ShownPage, Wire {
  reload(): Promise<void>;
  /** Every address in the page's history. */
  addresses(): Promise<string[]>;
}

export interface ViewOptions {
  /** The origin of the main frame that the channel is for; every other one is refused. */
  origin: string;
  /** Scripts that run in each document before its own. */
  scripts?: readonly string[];
}

export interface Engine {
  readonly says: string;
  open(channel: string, options: ViewOptions): Promise<View>;
  close(): Promise<void>;
}

export const expressionOf = (act: (...args: never[]) => unknown, args: readonly unknown[]): string =>
  `(${act})(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ')})`;
