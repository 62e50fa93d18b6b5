import { BridgeError, type HostCode } from './errors.ts';
import { createHost, type Host, type HostMethods, type HostOptions } from './host.ts';
import { type Faults, faultyEnd } from './host-end/faulty-end.ts';
import type { HostEnd } from './host-end/host-end.ts';
import type { MethodName, Theme } from './protocol.ts';
import type { Timers } from './timers.ts';

/** Options of the mock host. Every part has a default: with none of them it answers every request at once. */
export interface MockHostOptions extends Partial<HostOptions> {
  /** Issues tokens. Called at the first need, and again for a guest that forces a new one. */
  readonly issueToken?: () => string | Promise<string>;
  readonly faults?: Partial<Faults>;
  readonly timers?: Timers;
  readonly random?: () => number;
}

/** A simulated super-app: the real host's answers, with faults, refusals and switches. */
export interface MockHost extends Host {
  readonly faults: Faults;
  /** Answers every request with this code until it is `null` again. */
  refuse(code: HostCode | null): void;
  /** Ends the token now: it is published as expired, and the next request for one gets a new one. */
  expire(): void;
  setLang(lang: string): void;
  setTheme(theme: Theme): void;
}

const done = () => ({});

/**
 * Creates a simulated super-app over any channel.
 * @example
 * const { host, end } = createHostObject();
 * const app = createMockHost(end, { faults: { latency: 200, loss: 0.1 } });
 * connect({ app: 'souk', build: 'test', host });
 */
export const createMockHost = (end: HostEnd, options: MockHostOptions = {}): MockHost => {
  const faults: Faults = { latency: 0, loss: 0, reorder: 0, ...options.faults };
  let refusal: HostCode | null = null;
  let token = options.state?.token ?? null;
  let issued = 0;
  const issueToken =
    options.issueToken ??
    (() => {
      issued += 1;
      return `mock-token-${issued}`;
    });

  const played: HostMethods = {
    token: async ({ force }) => {
      if (force || !token) token = await issueToken();
      return { token };
    },
    openUrl: done,
    share: done,
    copy: done,
    saveFile: done,
    pickFile: () => ({ name: 'note.txt', type: 'text/plain', base64: 'U291aw==' }),
    scan: () => ({ text: 'SOUK-1' }),
    haptic: done,
    close: done,
    ...options.methods,
  };
  const methods = Object.fromEntries(
    (Object.entries(played) as [MethodName, (params: never) => unknown][]).map(([name, method]) => [
      name,
      (params: never) => {
        if (refusal) throw new BridgeError(refusal, `The mock host was told to answer ${refusal}.`);
        return method(params);
      },
    ]),
  ) as HostMethods;

  const host = createHost(faultyEnd(end, faults, options), { platform: 'mock', ...options, methods });
  return {
    ...host,
    faults,
    update: (changes) => {
      if (changes.token !== undefined) token = changes.token;
      host.update(changes);
    },
    refuse: (code) => {
      refusal = code;
    },
    expire: () => {
      token = null;
      host.update({ expiresAt: new Date().toISOString() });
    },
    setLang: (lang) => host.update({ lang }),
    setTheme: (theme) => host.update({ theme }),
  };
};
