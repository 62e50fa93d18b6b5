import { canOpen } from './can-open.ts';
import { detect } from './detect.ts';
import { type BridgeCode, BridgeError } from './errors.ts';
import type { ConnectOptions, Guest, Ready } from './guest-api.ts';
import { createListeners } from './listeners.ts';
import { makeNonce, NativePromise, nativeTimers } from './natives.ts';
import { createNoteFilter } from './note-filter.ts';
import { createPending } from './pending.ts';
import type { HostState, Message, MethodName, Params, Result } from './protocol.ts';
import { version } from './protocol.ts';
import { createQueue } from './queue.ts';
import { type Bare, type Incoming, isBare, readMessage } from './read-message.ts';
import { readState } from './read-state.ts';

const readyWithin = 3_000;
/** A host that starts late, or lost the first `hello`, is greeted again: after 0.25 s, 0.5 s, 1 s … for a minute. */
const greetings = 9;

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
  const allowNote = createNoteFilter(timers);
  const found = transport.name !== 'none';

  let phase: 'greeting' | 'alone' | 'connected' | 'destroyed' = found ? 'greeting' : 'alone';
  let host: Ready = { platform: 'none', capabilities: [], state: {} };
  let lastId = 0;
  let tokenFlight: { id: number; force: boolean; answer: Promise<Result<'token'>> } | undefined;
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
    if (message.t === 'req' && !pending.has(message.id)) return;
    if (message.t === 'req' && !host.capabilities.includes(message.m ?? '')) {
      pending.fail(message.id, 'unsupported');
      return;
    }
    try {
      transport.send(message);
    } catch {
      pending.fail(message.id, 'failed');
    }
  };

  const welcome = ({ p }: Incoming): void => {
    if (p.version !== version) return;
    const late = phase === 'alone';
    phase = 'connected';
    transport.pin();
    timers.clear(greetTimer);
    timers.clear(readyTimer);
    const named = Array.isArray(p.capabilities) ? p.capabilities : [];
    host = {
      platform: typeof p.platform === 'string' ? p.platform : transport.name,
      capabilities: named.filter((name) => typeof name === 'string'),
      state: host.state,
    };
    const changes = change(isBare(p.state) ? p.state : {});
    settleReady(host);
    for (const message of queue.drain()) send(message);
    if (late) listeners.emit('state', changes);
  };

  const hearEvent = ({ m, p }: Incoming): void => {
    const payload = m === 'state' ? change(p) : {};
    if (m !== 'state' || Object.keys(payload).length > 0) listeners.emit(m, payload);
  };

  const receive = (data: unknown): void => {
    // Read only what can be ours: a megabyte of somebody's text is not parsed to find out.
    if (phase === 'destroyed' || (typeof data === 'string' && !data.includes(nonce))) return;
    const message = readMessage(data);
    if (message?.n !== nonce) return;
    if (phase !== 'connected') {
      if (message.t === 'hi') welcome(message);
      return;
    }
    if (message.t === 'evt') hearEvent(message);
    if (message.t !== 'res') return;
    // The caller has the new token as its answer, so no event tells it again.
    if (pending.answer(message) === 'token') change(message.r);
  };

  const ask = <M extends MethodName>(m: M, p: Params<M>): Promise<Result<M>> =>
    new NativePromise((resolve, reject) => {
      const refuse = (code: BridgeCode, message: string) => reject(new BridgeError(code, message));
      if (phase === 'destroyed') return refuse('destroyed', `The bridge was destroyed before "${m}".`);
      if (phase === 'alone') return refuse('unsupported', `There is no host to answer "${m}".`);
      lastId += 1;
      const id = lastId;
      pending.add(id, m, (result) => resolve(result as Result<M>), reject);
      const message: Message = { souk: version, t: 'req', n: nonce, id, m, p };
      if (phase === 'connected') return send(message);
      if (!queue.push(message)) pending.fail(id, 'overflow');
    });

  // Fifty calls that find their token expired at once make one request. One that insists on a new token
  // is not content with a request that does not.
  const askToken = (params: Params<'token'>): Promise<Result<'token'>> => {
    if (tokenFlight && pending.has(tokenFlight.id) && (tokenFlight.force || !params.force))
      return tokenFlight.answer;
    const answer = ask('token', params);
    tokenFlight = { id: lastId, force: params.force, answer };
    return answer;
  };

  const goOnAlone = (): void => {
    phase = 'alone';
    queue.dropRequests();
    pending.failAll('unsupported');
    settleReady(host);
  };

  const greet = (left: number, gap: number): void => {
    if (left === 0) return;
    greetTimer = timers.set(() => greet(left - 1, gap * 2), gap);
    try {
      transport.greet({ souk: version, t: 'hello', n: nonce, p: { versions: [version], app, build } });
    } catch {
      // The next greeting may do better, and the wait for `hi` ends by itself.
    }
  };

  if (found) {
    readyTimer = timers.set(goOnAlone, readyWithin);
    try {
      transport.open(receive);
      greet(greetings, 250);
    } catch {
      goOnAlone();
    }
  } else settleReady(host);

  return {
    found,
    ready,
    state: () => host.state,
    on: (event, listener) => (phase === 'destroyed' ? () => {} : listeners.on(event, listener)),
    request: ((m: MethodName, params: Params<MethodName>) => {
      if (m === 'token') return askToken(params as Params<'token'>);
      if (m === 'openUrl' && !canOpen((params as Params<'openUrl'>).url))
        return NativePromise.reject(new BridgeError('denied', 'Only https, mailto and tel may be opened.'));
      return ask(m, params);
    }) as Guest['request'],
    note: (name, params) => {
      if (!found || phase === 'destroyed') return;
      const p = allowNote(name, params, host.state.token);
      if (!p) return;
      const message: Message = { souk: version, t: 'note', n: nonce, m: name, p };
      if (phase === 'connected') send(message);
      else queue.push(message);
    },
    destroy: () => {
      if (phase === 'destroyed') return;
      phase = 'destroyed';
      timers.clear(greetTimer);
      timers.clear(readyTimer);
      pending.failAll('destroyed');
      queue.drain();
      listeners.clear();
      host = { platform: 'none', capabilities: [], state: {} };
      settleReady(host);
      if (found) transport.close();
    },
  };
};
