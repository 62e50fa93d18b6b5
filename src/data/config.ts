import type { Guest } from '../../bridge/index.ts';
import type { CallName } from '../contract/calls.ts';
import type { ResponseLike } from './envelope.ts';

type Fetch = (url: string, init?: RequestInit) => Response | Promise<Response>;
/** Receives the share of a request that has left, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** What an entry tells the client about the page it runs in. */
export interface ClientConfig {
  /** Base of the calls: `/api`, or an absolute address where they go elsewhere. */
  api: string;
  fetch: Fetch;
  /** Sends what is large and reports how far it is; by default the browser's own way, loaded when it is needed. */
  fetchWithProgress?: (url: string, init: RequestInit, onProgress: OnProgress) => Promise<ResponseLike>;
  timeoutMs: number;
  /** Answers that the page's loader asked for; each is used once. */
  preloaded: Map<CallName, Promise<Response>>;
  /** Where the token of a sign-in is stored: in memory only in a page that is not ours, or where a host supplies tokens. */
  signInStorage: 'storage' | 'memory';
  /** Where a token of the host or the address is stored: `session` survives a reload, `memory` does not. */
  hostTokenStorage: 'memory' | 'session';
  /** Whether /v1/me's fields are stored under the specification's keys: on our own page only. */
  persistMe: boolean;
  /** The token that came with the address or the mount, whether it is in use or not. */
  handedToken?: string | null | undefined;
  /** Loads the guest's end of the bridge; absent where there is no host, and everything is done by the browser. */
  host?: (() => Promise<Guest>) | undefined;
  /** Returns the language in use. */
  lang(): string;
}

export const config: ClientConfig = {
  api: '/api',
  fetch: (url, init) => fetch(url, init),
  timeoutMs: 15_000,
  preloaded: new Map(),
  signInStorage: 'storage',
  hostTokenStorage: 'memory',
  persistMe: true,
  lang: () => 'en',
};

/** Configures the client: by each entry before it draws, and later where a host moves the calls or forbids storage. */
export const configure = (changes: Partial<ClientConfig>) => void Object.assign(config, changes);
