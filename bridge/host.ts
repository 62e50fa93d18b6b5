import { canOpen } from './can-open.ts';
import { keys } from './captured.ts';
import { BridgeError, hostCodes } from './errors.ts';
import { frameEnd } from './host-end/frame-end.ts';
import type { HostEnd } from './host-end/host-end.ts';
import type { HostState, Message, MethodName, NoteName, Notes, Params, Result } from './protocol.ts';
import { version } from './protocol.ts';
import { type Incoming, readMessage } from './read-message.ts';

/** What the host does for its guest. Throw a BridgeError to answer `denied` or `unsupported`; anything else thrown is `failed`. */
export type HostMethods = {
  readonly [M in MethodName]?: (params: Params<M>) => Result<M> | Promise<Result<M>>;
};

/** What a host says of itself and does; `state` is what every guest is greeted with. */
export interface HostOptions {
  /** The host's name, told to the guest. */
  readonly platform: string;
  readonly methods: HostMethods;
  readonly state?: HostState;
  readonly onNote?: <N extends NoteName>(name: N, params: Notes[N]) => void;
  /** A guest was greeted: the first one, or a new one after a reload. */
  readonly onGuest?: (app: string, build: string) => void;
  /** Every message that counts, for a developer's log. Mask it: it carries the token. */
  readonly onMessage?: (from: 'guest' | 'host', message: object) => void;
}

/** The host's end of the bridge. */
export interface Host {
  /** Publishes what changed. */
  update(changes: HostState): void;
  /** The host's back was pressed. False where Souk has nowhere to go back to: then the host leaves. */
  back(): boolean;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** Answers one guest at a time over an end; a guest with a new nonce takes the place of the one before. */
export const createHost = (end: HostEnd, options: HostOptions): Host => {
  const { platform, methods } = options;
  let state: HostState = { ...options.state };
  let nonce = '';
  let depth = 0;

  const send = (n: string, fields: Omit<Message, 'souk' | 'n'>): void => {
    // An answer may come after its guest has gone.
    if (!nonce || n !== nonce) return;
    const message: Message = { souk: version, n, ...fields };
    options.onMessage?.('host', message);
    end.send(message);
  };

  const greet = ({ n, p }: Incoming): void => {
    if (!Array.isArray(p.versions) || !p.versions.includes(version)) return;
    if (n !== nonce) {
      nonce = n;
      depth = 0;
      options.onGuest?.(`${p.app}`, `${p.build}`);
    }
    send(n, { t: 'hi', p: { version, platform, capabilities: keys(methods), state } });
  };

  const answer = async ({ n, id, m, p }: Incoming): Promise<void> => {
    const to = { t: 'res', id: id as number } as const;
    try {
      if (!Object.hasOwn(methods, m)) throw new BridgeError('unsupported');
      if (m === 'openUrl' && !canOpen(p.url)) throw new BridgeError('denied');
      const method = methods[m as MethodName] as (params: object) => unknown;
      const r = ((await method(p)) ?? {}) as object;
      // A guest that reloads is given the token that holds now, not the one it started with.
      if (m === 'token') state = { ...state, expiresAt: null, ...r };
      send(n, { ...to, r });
    } catch (error) {
      const { code, message } = error as BridgeError;
      send(n, { ...to, e: { code: hostCodes.find((known) => known === code) ?? 'failed', message } });
    }
  };

  end.open((data) => {
    const message = readMessage(data);
    if (!message) return;
    const { t, n, m, p } = message;
    if (t !== 'hello' && n !== nonce) return;
    if (t === 'hello' || t === 'req' || t === 'note') options.onMessage?.('guest', message);
    if (t === 'hello') greet(message);
    if (t === 'req') void answer(message);
    if (t !== 'note') return;
    if (m === 'back') depth = Number(p.depth) || 0;
    options.onNote?.(m as NoteName, p as never);
  });

  const emit = (m: string, p: object = {}): void => send(nonce, { t: 'evt', m, p });
  return {
    update: (changes) => {
      state = { ...state, ...changes };
      emit('state', changes);
    },
    back: () => {
      if (depth > 0) emit('back');
      return depth > 0;
    },
    pause: () => emit('pause'),
    resume: () => emit('resume'),
    destroy: () => {
      nonce = '';
      end.close();
    },
  };
};

/**
 * The web host: shows Souk in an iframe and answers it.
 * @example
 * const host = hostFrame(frame, 'https://souk.example', {
 *   platform: 'superapp-web',
 *   state: { token, lang: 'ar', theme: 'dark' },
 *   methods: { token: async ({ force }) => ({ token: await session.token(force) }) },
 * });
 */
export const hostFrame = (frame: HTMLIFrameElement, origin: string, options: HostOptions): Host =>
  createHost(frameEnd(frame, origin), options);

export type { HostCode } from './errors.ts';
export { BridgeError } from './errors.ts';
export type { HostEnd } from './host-end/host-end.ts';
export { createHostObject } from './host-end/object-end.ts';
export type * from './protocol.ts';
