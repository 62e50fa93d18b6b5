import type { Guest, NoteName, Notes } from '../../bridge/index.ts';

/** The fields of an answer that are read here. */
export interface ResponseLike extends Pick<Response, 'status' | 'text'> {
  readonly headers: Pick<Headers, 'get'>;
}

type Fetch = (url: string, init?: RequestInit) => Response | Promise<Response>;
/** Called with the share of a request that was sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** What an entry passes to the client about its page. */
export interface ClientConfig {
  /** Base of the calls: `/api`, or an absolute address for a server elsewhere. */
  api: string;
  fetch: Fetch;
  /** Sends large requests and reports their progress; by default `XMLHttpRequest`, loaded when it is needed. */
  fetchWithProgress?: (url: string, init: RequestInit, onProgress: OnProgress) => Promise<ResponseLike>;
  timeoutMs: number;
  /** Answers that the page's loader requested; each is used once. */
  preloaded: Map<string, Promise<Response>>;
  /**
   * Where the token of a sign-in is kept: in `localStorage`, in the tab's storage where a host's page asks for that, or in
   * memory alone where page or tokens are a host's.
   */
  signInTokenStorage: 'local' | 'tab' | 'memory';
  /** Where a token of the host or the address is kept: in `sessionStorage`, which survives a reload, or in memory. */
  hostTokenStorage: 'session' | 'memory';
  /** Whether /v1/me's fields are stored under the specification's keys: on our own page only. */
  persistMe: boolean;
  /** Whether the page says that its server answers the home screen in one call. */
  hasHome?: boolean | undefined;
  /** The token from the address or the mount, whether it is in use or not. */
  handoverToken?: string | null | undefined;
  /** Loads the guest's end of the bridge; absent where there is no host, and the browser does everything. */
  guest?: (() => Promise<Guest>) | undefined;
  /** Receives the notes to a host, too, where the page's element has events for them. */
  onNote?: ((name: NoteName, params: Notes[NoteName]) => void) | undefined;
  /** Called for each call that nothing answered (`network`), or something that is no Souk. */
  onForeignAnswer?: ((code: string | number) => void) | undefined;
  /** Returns the current language. */
  lang(): string;
}

export const config: ClientConfig = {
  api: '/api',
  fetch: (url, init) => fetch(url, init),
  timeoutMs: 15_000,
  preloaded: new Map(),
  signInTokenStorage: 'local',
  hostTokenStorage: 'memory',
  persistMe: true,
  lang: () => 'en',
};

/** Configures the client: before the entry draws, and again where a host moves the calls or forbids storage. */
export const configure = (changes: Partial<ClientConfig>) => void Object.assign(config, changes);
