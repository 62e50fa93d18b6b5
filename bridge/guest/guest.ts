import { canOpen } from '../can-open.ts';
import { keys } from '../captured.ts';
import { type HostState, type MethodName, type Params, type Result, version } from '../protocol.ts';
import type { Bare } from '../read-message.ts';
import type { Greeting, Heard } from './greeting.ts';
import { type Guest, nobody, type Ready } from './guest-api.ts';
import { createListeners } from './listeners.ts';
import { createNoteFilter } from './note-filter.ts';
import { createPending } from './pending.ts';
import { createQueue, type Said } from './queue.ts';
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
  let host: Ready = nobody;
  let tokenFlight = {} as { force: boolean; id: number; answer: Promise<Result<'token'>> };

  const change = (word: Bare): HostState => {
    const changes = readState(word, host.state);
    host = { ...host, state: { ...host.state, ...changes } };
    return changes;
  };

  const say = (words: Said): void => {
    const { t, id } = words;
    // Alone, a request is refused at once, but a late host shall still hear the notes.
    if (phase === 'greeting' || (phase === 'alone' && t === 'note')) {
      if (!queue.push(words)) pending.fail(id, 'overflow');
      return;
    }
    const method = pending.method(id);
    if (method && !host.capabilities.includes(method)) {
      pending.fail(id, phase === 'destroyed' ? phase : 'unsupported');
      return;
    }
    try {
      transport.send({ souk: version, n: nonce, ...words });
    } catch {
      pending.fail(id, 'failed');
    }
  };

  /** The wait for the host is over, by its `hi` or without it. */
  const goOn = (hi: Heard): void => {
    const late = phase === 'alone';
    phase = hi ? 'connected' : 'alone';
    if (hi) host = readReady(hi, transport.name);
    for (const words of queue.drain()) say(words);
    if (late) listeners.emit('state', host.state);
  };

  const hear = (message: Heard): void => {
    if (!message || phase !== 'connected') {
      goOn(message);
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
      if (pending.answer(message) === 'token') change({ __proto__: null, token, expiresAt });
    }
  };

  const ask = (m: MethodName, p: Params<MethodName>) => {
    const request = pending.add(m);
    const { id } = request;
    if (m === 'openUrl' && !canOpen((p as Params<'openUrl'>).url)) pending.fail(id, 'denied');
    else say({ t: 'req', id, m, p });
    return request;
  };

  // Fifty calls that find their token expired at once make one request. One that insists on a new token
  // is not content with a request that does not.
  const askToken = ({ force }: Params<'token'>): Promise<Result<'token'>> => {
    if (!pending.method(tokenFlight.id) || tokenFlight.force < force)
      tokenFlight = { force, ...ask('token', { force }) };
    return tokenFlight.answer;
  };

  greeting.follow(hear);

  return {
    found,
    ready,
    host: () => host,
    state: () => host.state,
    on: listeners.on,
    request: ((m: MethodName, params: Params<MethodName>) =>
      m === 'token' ? askToken(params as Params<'token'>) : ask(m, params).answer) as Guest['request'],
    note: (m, params) => {
      const p = phase !== 'destroyed' && filterNote(m, params, host.state.token);
      if (p) say({ t: 'note', m, p });
    },
    destroy: () => {
      phase = 'destroyed';
      pending.failAll(phase);
      listeners.clear();
      host = nobody;
      greeting.end();
    },
  };
};
