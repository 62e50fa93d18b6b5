import type { greet } from '../bridge/guest/greet-frame.ts';

/** The page's configuration of its deployment: the data block `souk-config` in page.html, built as index.html. */
export interface PageConfig {
  /** Base of the calls, `/api` where app and server share an origin. */
  readonly api: string;
  /** The base path of Souk, `/merchant`; absent: it has the origin to itself. */
  readonly base?: string;
  /** Origins that may frame the app; absent: none. */
  readonly hosts?: readonly string[];
  /** Languages that are offered. */
  readonly langs: readonly string[];
  /** Where this build's files lie, `/app/…/`. */
  readonly files: string;
  /** The server answers the home screen in one call. */
  readonly home?: true;
  /** Where a token handed over by URL or host may be kept; absent: only in memory, so that a reload loses it. */
  readonly storage?: 'memory' | 'session';
}

/** What the page's loader has loaded, or is loading, when the app starts. */
export interface Preload {
  readonly token: string | null;
  /** The token handed over by the address or the mount, whether it is in use or not. */
  readonly handoverToken?: string | null;
  readonly lang: string;
  readonly langFrom: 'choice' | 'url' | 'storage' | 'default';
  readonly invite: string | null;
  readonly locale: Promise<{ readonly tag: string; readonly first: unknown }>;
  /** First calls that were sent while the code was loading, by their names with their inputs, if any; each is used once. */
  readonly calls: Map<string, Promise<Response>>;
  readonly config: PageConfig;
  /** Sends the first calls for a token from another source, into `calls`. */
  readonly ask: (token: string) => void;
  /** What the tab of a host's page has kept, from a build that this one replaces there. */
  readonly kept?: ReadonlyMap<string, string>;
  /** Greets the host; absent where there can be none, so that its code was not loaded. */
  readonly greet?: typeof greet;
}
