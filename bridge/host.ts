import { canOpen } from './can-open.ts';
import { isArray, keys } from './captured.ts';
import { BridgeError, type HostCode, hostCodes } from './errors.ts';
import { frameEnd } from './host-end/frame-end.ts';
import type { HostEnd } from './host-end/host-end.ts';
import type { HostState, Message, MethodName, NoteName, Notes, Params, Result } from './protocol.ts';
import { type Incoming, readMessage } from './read-message.ts';
import { version } from './version.ts';

/** Methods of a host. Throw a BridgeError to answer `denied` or `unsupported`; any other error answers `failed`. */
export type HostMethods = {
  readonly [M in MethodName]?: (params: Params<M>) => Result<M> | Promise<Result<M>>;
};

/** What a host is and does; `state` is what every guest is greeted with. */
export interface HostOptions {
  /** The host's name, sent to the guest. */
  readonly platform: string;
  readonly methods: HostMethods;
  readonly state?: HostState;
  readonly onNote?: <N extends NoteName>(name: N, params: Notes[N]) => void;
}

/** The host's end of the bridge. */
export interface Host {
  /** Publishes changes of the state. */
  update(changes: HostState): void;
  /** Handles a press of the host's back. Returns false where Souk has no screen to go back to: then the host leaves. */
  back(): boolean;
  pause(): void;
  resume(): void;
  /** Shows a screen of Souk's, such as `/order?id=…` behind a push notification. */
  navigate(path: string): void;
  destroy(): void;
}

/** Creates a host that answers one guest at a time over an end; a guest with a new nonce replaces the one before. */
export const createHost = (end: HostEnd, options: HostOptions): Host => {
  const { platform, methods } = options;
  let state: HostState = { ...options.state };
  let nonce = '';
  let depth = 0;

  const mergeState = (changes: HostState): void => {
    // Any news of a token ends the wait for a pending one.
    state = {
      ...state,
      ...(state.tokenPending && 'token' in changes && { tokenPending: false }),
      ...changes,
    };
  };

  const send = (n: string, fields: Omit<Message, 'souk' | 'n'>): void => {
    // An answer may come after its guest has gone.
    if (!nonce || n !== nonce) return;
    end.send({ souk: version, n, ...fields });
  };

  const greet = ({ n, p }: Incoming): void => {
    if (!isArray(p.versions) || !p.versions.includes(version)) return;
    if (n !== nonce) {
      nonce = n;
      depth = 0;
    }
    send(n, { t: 'hi', p: { version, platform, capabilities: keys(methods), state } });
  };

  const answer = async ({ n, id: asked, m, p }: Incoming): Promise<void> => {
    const id = asked as number;
    try {
      if (!Object.hasOwn(methods, m)) throw new BridgeError('unsupported');
      if (m === 'openUrl' && !canOpen(p.url)) throw new BridgeError('denied');
      const method = methods[m as MethodName] as (params: object) => unknown;
      const r = ((await method(p)) ?? {}) as object;
      // A guest that reloads is given the current token, not the one it started with.
      if (m === 'token') mergeState({ expiresAt: null, ...r });
      send(n, { t: 'res', id, r });
    } catch (error) {
      // A method may reject with nothing at all.
      const { code, message } = (error ?? {}) as { code: HostCode; message: string };
      send(n, { t: 'res', id, e: { code: hostCodes.includes(code) ? code : 'failed', message } });
    }
  };

  end.open((data) => {
    const message = readMessage(data);
    if (!message) return;
    const { t, n, m, p } = message;
    if (t !== 'hello' && n !== nonce) return;
    if (t === 'hello') greet(message);
    if (t === 'req') void answer(message);
    if (t !== 'note') return;
    if (m === 'back') depth = Number(p.depth) || 0;
    // A guest that reloads must not be given a token that has ended.
    if (m === 'session-lost') mergeState({ token: null });
    options.onNote?.(m as NoteName, p as never);
  });

  const emit = (m: string, p: object = {}): void => send(nonce, { t: 'evt', m, p });
  return {
    update: (changes) => {
      mergeState(changes);
      emit('state', changes);
    },
    back: () => {
      if (depth > 0) emit('back');
      return depth > 0;
    },
    pause: () => emit('pause'),
    resume: () => emit('resume'),
    navigate: (path) => emit('navigate', { path }),
    destroy: () => {
      nonce = '';
      end.close();
    },
  };
};

/**
 * Creates the web host: shows Souk in an iframe and answers it.
 * @example
 * const host = hostFrame(frame, 'https://souk.example', {
 *   platform: 'superapp-web',
 *   state: { token, lang: 'ar', theme: 'dark' },
 *   methods: { token: async ({ force }) => ({ token: await session.token(force) }) },
 * });
 */
export const hostFrame = (frame: HTMLIFrameElement, origin: string, options: HostOptions): Host =>
  createHost(frameEnd(frame, origin), options);

export type { BridgeCode, HostCode } from './errors.ts';
export { BridgeError } from './errors.ts';
export type { HostEnd } from './host-end/host-end.ts';
export { createHostObject } from './host-end/object-end.ts';
export type * from './protocol.ts';
export type { HostObject } from './transport/mount.ts';
export type { Receive } from './transport/transport.ts';
