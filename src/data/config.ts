import type { Guest } from '../../bridge/index.ts';
import type { CallName } from '../contract/calls.ts';
import type { Read } from './envelope.ts';

type Fetch = (url: string, init?: RequestInit) => Response | Promise<Response>;
/** Receives the share of a request that has left, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** What an entry tells the client about the page it runs in. */
export interface ClientConfig {
  /** Base of the calls: `/api`, or an absolute address where they go elsewhere. */
  api: string;
  fetch: Fetch;
  /** Sends what is large and reports how far it is; by default the browser's own way, loaded when it is needed. */
  fetchWithProgress?: (url: string, init: RequestInit, onProgress: OnProgress) => Promise<Read>;
  timeoutMs: number;
  /** Answers that the page's loader asked for; each is used once. */
  preloaded: Map<CallName, Promise<Response>>;
  /** Where a sign-in is kept: `memory` where the page is somebody else's, or a host hands tokens over. */
  keepSignIn: 'storage' | 'memory';
  /** Where a token of host or address is kept: `session` survives a reload, `memory` does not. */
  handedOver: 'memory' | 'session';
  /** Writes /v1/me's fields under the specification's keys: on our own page only. */
  keepMe: boolean;
  /** The token that came with the address or the mount, whether it is in use or waits to be looked at. */
  offered?: string | null | undefined;
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
  keepSignIn: 'storage',
  handedOver: 'memory',
  keepMe: true,
  lang: () => 'en',
};

/** Configures the client: by each entry before it draws, and later where a host moves the calls or forbids storage. */
export const configure = (changes: Partial<ClientConfig>) => void Object.assign(config, changes);
