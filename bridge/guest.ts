import { canOpen } from './can-open.ts';
import { detect } from './detect.ts';
import type { ConnectOptions, Guest, Ready } from './guest-api.ts';
import { createListeners } from './listeners.ts';
import { isArray, keys, makeNonce, NativePromise, nativeTimers } from './natives.ts';
import { createNoteFilter } from './note-filter.ts';
import { createPending } from './pending.ts';
import {
  type HostState,
  type Message,
  type MethodName,
  type Params,
  type Result,
  version,
} from './protocol.ts';
import { createQueue } from './queue.ts';
import { type Bare, type Incoming, isBare, readMessage } from './read-message.ts';
import { readState } from './read-state.ts';

const readyWithin = 3_000;
/** A host that starts late, or lost the first `hello`, is greeted again: after 0.25 s, 0.5 s, 1 s … for a minute. */
const firstGap = 250;
const lastGap = 32_000;
const nobody: Ready = { platform: 'none', capabilities: [], state: {} };

/**
 * Connects to whoever shows the app. Returns at once and never throws; nothing that is drawn has to wait for it.
 * @example
 * const guest = connect({ app: 'souk', build: '1.0.0', origins: ['https://superapp.example'] });
 * guest.on('state', ({ lang }) => lang && setLang(lang));
 * const { token } = await guest.request('token', { force: true });
 */
export const connect = (options: ConnectOptions): Guest => {
  const transport = options.transport ?? detect(options.window ?? window, options);
  const timers = options.timers ?? nativeTimers;
  const { app, build } = options;
  const nonce = makeNonce();
  const pending = createPending(timers);
  const queue = createQueue();
  const listeners = createListeners();
  const filterNote = createNoteFilter(timers);
  const found = transport.name !== 'none';

  let phase: 'greeting' | 'alone' | 'connected' | 'destroyed' = 'greeting';
  let host = nobody;
  let tokenFlight: { force: boolean; id: number; answer: Promise<Result<'token'>> } | undefined;
  let greetTimer: unknown;
  let readyTimer: unknown;
  let settleReady: (ready: Ready) => void = () => {};
  const ready = new NativePromise<Ready>((resolve) => {
    settleReady = resolve;
  });

  const change = (word: Bare): HostState => {
    const changes = readState(word, host.state);
    host = { ...host, state: { ...host.state, ...changes } };
    return changes;
  };

  const send = (message: Message): void => {
    const method = pending.method(message.id);
    if (message.t === 'req' && !method) return; // Timed out while it was queued.
    if (method && !host.capabilities.includes(method)) {
      pending.fail(message.id, phase === 'destroyed' ? phase : 'unsupported');
      return;
    }
    try {
      transport.send(message);
    } catch {
      pending.fail(message.id, 'failed');
    }
  };
  const say = (message: Message): void => {
    // Alone, a request is refused at once, but a late host shall still hear the notes.
    const isEarly = phase === 'greeting' || (phase === 'alone' && message.t === 'note');
    if (!isEarly) send(message);
    else if (!queue.push(message)) pending.fail(message.id, 'overflow');
  };

  const welcome = ({ p }: Incoming): void => {
    if (p.version !== version) return;
    const late = phase === 'alone';
    phase = 'connected';
    transport.pin();
    timers.clear(greetTimer);
    timers.clear(readyTimer);
    const { platform, capabilities, state } = p;
    host = {
      platform: typeof platform === 'string' ? platform : transport.name,
      capabilities: isArray(capabilities) ? capabilities.filter((name) => typeof name === 'string') : [],
      state: {},
    };
    const changes = change(isBare(state) ? state : {});
    settleReady(host);
    for (const message of queue.drain()) send(message);
    if (late) listeners.emit('state', changes);
  };

  const receive = (data: unknown): void => {
    // Read only what can be ours: a megabyte of somebody's text is not parsed to find out.
    if (phase === 'destroyed' || (typeof data === 'string' && !data.includes(nonce))) return;
    const message = readMessage(data);
    if (message?.n !== nonce) return;
    const { t, m, p } = message;
    if (phase !== 'connected') {
      if (t === 'hi') welcome(message);
      return;
    }
    if (t === 'evt') {
      const payload = m === 'state' ? change(p) : {};
      if (m !== 'state' || keys(payload)[0]) listeners.emit(m, payload);
    }
    if (t === 'res') {
      const { token, expiresAt = null } = message.r;
      // The caller has a new token as its answer, so no event tells it again.
      if (pending.answer(message) === 'token') change({ token, expiresAt });
    }
  };

  const ask = (m: MethodName, p: Params<MethodName>): { id: number; answer: Promise<never> } => {
    let id = 0;
    const answer = new NativePromise<never>((resolve, reject) => {
      id = pending.add(m, resolve, reject);
    });
    if (m === 'openUrl' && !canOpen((p as Params<'openUrl'>).url)) pending.fail(id, 'denied');
    else say({ souk: version, t: 'req', n: nonce, id, m, p });
    return { id, answer };
  };

  // Fifty calls that find their token expired at once make one request. One that insists on a new token
  // is not content with a request that does not.
  const askToken = ({ force }: Params<'token'>): Promise<Result<'token'>> => {
    if (!tokenFlight || !pending.method(tokenFlight.id) || tokenFlight.force < force)
      tokenFlight = { force, ...ask('token', { force }) };
    return tokenFlight.answer;
  };

  const goOnAlone = (): void => {
    phase = 'alone';
    for (const message of queue.drain()) say(message);
    settleReady(host);
  };

  const greet = (gap: number): void => {
    if (gap <= lastGap) greetTimer = timers.set(() => greet(gap * 2), gap);
    try {
      transport.greet({ souk: version, t: 'hello', n: nonce, p: { versions: [version], app, build } });
    } catch {
      // The next greeting may do better, and the wait for `hi` ends by itself.
    }
  };

  try {
    if (!found) goOnAlone();
    else {
      readyTimer = timers.set(goOnAlone, readyWithin);
      transport.open(receive);
      greet(firstGap);
    }
  } catch {
    goOnAlone();
  }

  return {
    found,
    ready,
    state: () => host.state,
    on: listeners.on,
    request: ((m: MethodName, params: Params<MethodName>) =>
      m === 'token' ? askToken(params as Params<'token'>) : ask(m, params).answer) as Guest['request'],
    note: (m, params) => {
      const p = phase !== 'destroyed' && found && filterNote(m, params, host.state.token);
      if (p) say({ souk: version, t: 'note', n: nonce, m, p });
    },
    destroy: () => {
      if (phase === 'destroyed') return;
      phase = 'destroyed';
      timers.clear(greetTimer);
      timers.clear(readyTimer);
      pending.failAll('destroyed');
      listeners.clear();
      host = nobody;
      settleReady(host);
      transport.close();
    },
  };
};
