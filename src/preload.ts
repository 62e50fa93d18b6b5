import type { greet } from '../bridge/guest/greet-frame.ts';
import type { CallName } from './contract/calls.ts';

/** What the page says of its deployment: the data block `souk-config` in index.html. */
export interface PageConfig {
  /** Base of the calls, `/api` where app and server share an origin. */
  readonly api: string;
  /** Origins that may frame the app; absent: none. */
  readonly hosts?: readonly string[];
  /** Languages that are offered. */
  readonly langs: readonly string[];
  /** Where this build's files lie, `/app/…/`. */
  readonly files: string;
  /** Where a token handed over by URL or host may be kept; absent: nowhere, a reload forgets it. */
  readonly storage?: 'memory' | 'session';
}

/** What the page's loader has in hand, or on its way, when the app starts. */
export interface Preload {
  readonly token: string | null;
  /** The token that the address or the mount handed over, whether it is in use or not. */
  readonly offered?: string | null;
  readonly lang: string;
  readonly langFrom: 'choice' | 'url' | 'storage' | 'default';
  readonly invite: string | null;
  readonly locale: Promise<{ readonly tag: string; readonly first: unknown }>;
  /** First calls that were sent beside the code, each answered once. */
  readonly calls: Map<CallName, Promise<Response>>;
  readonly config: PageConfig;
  /** Sends the first calls for a token that came from elsewhere, into `calls`. */
  readonly ask: (token: string) => void;
  /** Greets the host; absent where there can be none, and its code was not fetched. */
  readonly greet?: typeof greet;
}
