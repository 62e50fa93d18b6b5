import { effect } from '@preact/signals';
import en from '../../locales/en.json';
import type { CallName } from '../../src/contract/calls.ts';
import { type ClientConfig, configure } from '../../src/data/config.ts';
import { clearPersonAndTab, session } from '../../src/data/session.ts';
import { signIn } from '../../src/data/sign-in.ts';
import { endSession } from '../../src/data/sign-out.ts';
import { addTexts, configureShop, configureTexts, lang } from '../../src/lang/index.ts';
import { tab } from '../../src/storage.ts';
import {
  password,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from './server.ts';

interface Sent {
  readonly name: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Pass = () => Promise<Response>;
/** Handles one call between client and server: passes it on, loses it, or loses its answer. */
export type Fault = (pass: Pass, signal: AbortSignal | undefined) => Response | Promise<Response>;

export interface Client {
  readonly server: TestServer;
  /** Every request that was sent, in order. */
  readonly sent: Sent[];
  /** Requests of one call. */
  of(name: CallName): Sent[];
  /** Faults for the next requests of a call, one each. */
  fault(name: CallName, ...faults: Fault[]): void;
  /** Signs in by the real call. */
  signIn(user: TestUser): Promise<void>;
  /** Signs out, clears all state and drops recorded requests, as at a first visit. */
  clear(): void;
  close(): Promise<void>;
}

export const base = `${location.origin}/api`;

/** Leaves a request without an answer; it rejects when its signal aborts. */
const silence = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
  });

export const faults = {
  /** Loses the request before it reaches the server. */
  lostRequest: ((_, signal) => silence(signal)) satisfies Fault,
  /** Lets the server do its work, and loses its answer. */
  lostAnswer: (async (pass, signal) => {
    await pass();
    return silence(signal);
  }) satisfies Fault,
  refusedConnection: (() => Promise.reject(new TypeError('Failed to fetch'))) satisfies Fault,
};

/** Connects the app's data layer to the real server in this process: no port, and nothing is simulated in between. */
export async function startClient(options: TestServerOptions & { timeoutMs?: number } = {}): Promise<Client> {
  const server = await startTestServer('pglite', options);
  const sent: Sent[] = [];
  const waiting = new Map<string, Fault[]>();
  const answering = new Set<Promise<Response>>();
  let isClosed = false;
  configureTexts({ load: () => Promise.resolve({}), langs: ['en', 'ar', 'zh-CN'] });
  addTexts('en', 'first', en);
  addTexts('en', 'main', {});
  addTexts('en', 'rest', {});
  const through: ClientConfig['fetch'] = async (url, init) => {
    const { pathname } = new URL(url);
    const name = `${init?.method} ${pathname.replace('/api', '')}`;
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    sent.push({ name, headers: new Headers(init?.headers), body });
    const { signal, ...rest } = init ?? {};
    const pass = async () => {
      if (isClosed) return silence(signal ?? undefined);
      const answer = Promise.resolve(server.app.request(url, rest));
      answering.add(answer);
      return answer.finally(() => answering.delete(answer));
    };
    return waiting.get(name)?.shift()?.(pass, signal ?? undefined) ?? pass();
  };
  configure({
    api: base,
    timeoutMs: options.timeoutMs ?? 15_000,
    lang: () => lang.peek(),
    preloaded: new Map(),
    fetch: through,
    // Half of it counts as sent when the request begins; a real network would report progress more often.
    fetchWithProgress: async (url, init, onProgress) => {
      onProgress(0.5);
      return through(url, init);
    },
  });
  // As the app does once it runs: dates are in the zone of the shop, not of the machine.
  const leaveShop = effect(() => configureShop(session.value.me ?? {}));
  const client: Client = {
    server,
    sent,
    of: (name) => sent.filter((one) => one.name === name),
    fault: (name, ...given) => waiting.set(name, [...(waiting.get(name) ?? []), ...given]),
    signIn: ({ username }) => signIn({ username, password }),
    clear() {
      configure({
        signInTokenStorage: 'local',
        hostTokenStorage: 'memory',
        persistMe: true,
        lang: () => lang.peek(),
        handoverToken: null,
        guest: undefined,
      });
      endSession();
      clearPersonAndTab();
      localStorage.clear();
      for (const key of tab.keys('')) tab.remove(key);
      waiting.clear();
      session.value = { status: 'starting' };
      sent.length = 0;
    },
    async close() {
      // A screen that is still drawn may ask: what it has asked for needs the database, and nothing new gets there.
      isClosed = true;
      leaveShop();
      await Promise.allSettled(answering);
      await server.close();
    },
  };
  client.clear();
  return client;
}
