import { canOpen } from './can-open.ts';
import type { Greeting, Heard } from './greeting.ts';
import { type Guest, nobody } from './guest-api.ts';
import { createListeners } from './listeners.ts';
import { keys, NativePromise } from './natives.ts';
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
import type { Bare, Incoming } from './read-message.ts';
import { readReady, readState } from './read-state.ts';

/**
 * The second half of a guest: events, requests and notes. Made of a greeting, at any time after it; what the host said
 * since is heard now.
 */
export const createGuest = (greeting: Greeting): Guest => {
  const { found, ready, nonce, transport, timers } = greeting;
  const pending = createPending(timers);
  const queue = createQueue();
  const listeners = createListeners();
  const filterNote = createNoteFilter(timers);

  let phase: 'greeting' | 'alone' | 'connected' | 'destroyed' = 'greeting';
  let host = nobody;
  let tokenFlight: { force: boolean; id: number; answer: Promise<Result<'token'>> } | undefined;

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

  const goOnAlone = (): void => {
    phase = 'alone';
    for (const message of queue.drain()) say(message);
  };

  const welcome = (hi: Incoming): void => {
    const late = phase === 'alone';
    phase = 'connected';
    host = readReady(hi, transport.name);
    for (const message of queue.drain()) send(message);
    if (late) listeners.emit('state', host.state);
  };

  const hear = (message: Heard): void => {
    if (!message || phase !== 'connected') {
      if (message) welcome(message);
      else goOnAlone();
      return;
    }
    const { t, m, p } = message;
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

  greeting.follow(hear);

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
      pending.failAll('destroyed');
      listeners.clear();
      host = nobody;
      greeting.end();
    },
  };
};
