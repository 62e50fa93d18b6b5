import { canOpen } from '../can-open.ts';
import { keys, parse, report, stringify } from '../captured.ts';
import { mask } from '../mask.ts';
import type {
  EventName,
  Events,
  HostState,
  Message,
  MethodName,
  NoteName,
  Params,
  Result,
} from '../protocol.ts';
import { asText, type Untrusted } from '../read-message.ts';
import type { Timers } from '../timers.ts';
import { version } from '../version.ts';
import { type Greeting, type HostReply, readHi } from './greeting.ts';
import { type Guest, noHost, type Ready } from './guest-api.ts';
import { createPending } from './pending.ts';
import { readState } from './read-state.ts';

/** The fields of a message that differ from message to message. */
type MessageFields = Omit<Message, 'souk' | 'n'>;

const maxQueued = 100;

/** Creates the queue of messages that wait for `hi`, in order. */
const createQueue = () => {
  const waiting: MessageFields[] = [];
  return {
    /** Returns false when the queue is full. A new note replaces the oldest one: the latest value is what counts. */
    push: (message: MessageFields): boolean => {
      if (waiting.length === maxQueued && message.t === 'note') {
        const oldest = waiting.findIndex(({ t }) => t === 'note');
        if (oldest >= 0) waiting.splice(oldest, 1);
      }
      return waiting.length < maxQueued && waiting.push(message) > 0;
    },
    drain: (): readonly MessageFields[] => waiting.splice(0),
  };
};

/** Creates the filter of outgoing notes: `log` at most 20 times a minute, `log` and `track` with secrets masked. */
const createNoteFilter = (timers: Timers) => {
  let logs: number[] = [];
  return (name: NoteName, params: object, token: string | null | undefined): object | null => {
    if (name !== 'log' && name !== 'track') return params;
    if (name === 'log') {
      const now = timers.now();
      logs = logs.filter((at) => at > now - 60_000);
      if (logs.push(now) > 20) return null;
    }
    return parse(mask(stringify(params), token ? [token] : []));
  };
};

/** Creates the list of listeners. A listener that throws is reported and does not stop the others. */
const createListeners = () => {
  // Replaced and never changed, so that every listener registered when an event begins is called.
  let entries: readonly (readonly [event: string, listener: (payload: never) => void])[] = [];
  /** Where the host led before anything listened: the app may still be loading. */
  const early: object[] = [];
  return {
    on: <E extends EventName>(event: E, listener: (payload: Events[E]) => void): (() => void) => {
      const entry = [event, listener] as const;
      entries = [...entries, entry];
      if (event === 'navigate') for (const payload of early.splice(0)) listener(payload as Events[E]);
      return () => {
        entries = entries.filter((each) => each !== entry);
      };
    },
    emit: (event: string, payload: object): void => {
      if (event === 'navigate' && !entries.some(([awaited]) => awaited === event)) early.push(payload);
      for (const [awaited, listener] of entries) {
        try {
          if (awaited === event) listener(payload as never);
        } catch (error) {
          report(error);
        }
      }
    },
  };
};

/**
 * Creates the second half of a guest (events, requests, notes) from a greeting, at any time after it; messages of the
 * host that arrived since are delivered now.
 */
export const createGuest = (greeting: Greeting): Guest => {
  const { found, ready, nonce, transport, timers } = greeting;
  const pending = createPending(timers);
  const queue = createQueue();
  const listeners = createListeners();
  const filterNote = createNoteFilter(timers);

  let phase: 'greeting' | 'alone' | 'connected' | 'destroyed' = 'greeting';
  let host: Ready = noHost;
  let tokenRequest = {} as { force: boolean; id: number; answer: Promise<Result<'token'>> };

  const applyChanges = (sent: Untrusted): HostState => {
    const changes = readState(sent, host.state);
    host = { ...host, state: { ...host.state, ...changes } };
    return changes;
  };

  const send = (fields: MessageFields): void => {
    const { t, id } = fields;
    // Without a host a request is refused at once, but notes are queued for a host that answers late.
    if (phase === 'greeting' || (phase === 'alone' && t === 'note')) {
      if (!queue.push(fields)) pending.fail(id, 'overflow');
      return;
    }
    const method = pending.method(id);
    if (method && !host.capabilities.includes(method)) {
      pending.fail(id, phase === 'destroyed' ? phase : 'unsupported');
      return;
    }
    try {
      transport.send({ souk: version, n: nonce, ...fields });
    } catch {
      pending.fail(id, 'failed');
    }
  };

  /** Ends the wait for the host, by its `hi` or without it. */
  const finishGreeting = (hi: HostReply): void => {
    const wasAlone = phase === 'alone';
    phase = hi ? 'connected' : 'alone';
    if (hi) host = readHi(hi, transport.name, readState);
    for (const fields of queue.drain()) send(fields);
    if (wasAlone) listeners.emit('state', host.state);
  };

  const receive = (message: HostReply): void => {
    if (!message || phase !== 'connected') {
      finishGreeting(message);
      return;
    }
    const { t, m, p } = message;
    if (t === 'evt') {
      const payload = m === 'state' ? applyChanges(p) : m === 'navigate' ? { path: asText(p.path) } : {};
      if (m !== 'state' || keys(payload)[0]) listeners.emit(m, payload);
    }
    if (t === 'res') {
      const { token, expiresAt = null } = message.r;
      // The caller gets the new token as its answer, so no event repeats it.
      if (pending.answer(message) === 'token') applyChanges({ __proto__: null, token, expiresAt });
    }
  };

  const sendRequest = (m: MethodName, p: Params<MethodName>) => {
    const request = pending.add(m);
    const { id } = request;
    if (m === 'openUrl' && !canOpen((p as Params<'openUrl'>).url)) pending.fail(id, 'denied');
    else send({ t: 'req', id, m, p });
    return request;
  };

  // Fifty calls that find their token expired at once make one request. A request that forces a new token
  // does not share one that does not.
  const requestToken = ({ force }: Params<'token'>): Promise<Result<'token'>> => {
    if (!pending.method(tokenRequest.id) || tokenRequest.force < force)
      tokenRequest = { force, ...sendRequest('token', { force }) };
    return tokenRequest.answer;
  };

  greeting.subscribe(receive);

  return {
    found,
    ready,
    host: () => host,
    state: () => host.state,
    on: listeners.on,
    request: ((m: MethodName, params: Params<MethodName>) =>
      m === 'token'
        ? requestToken(params as Params<'token'>)
        : sendRequest(m, params).answer) as Guest['request'],
    note: (m, params) => {
      const p = phase !== 'destroyed' && filterNote(m, params, host.state.token);
      if (p) send({ t: 'note', m, p });
    },
    destroy: () => {
      phase = 'destroyed';
      pending.failAll(phase);
      host = noHost;
      greeting.end();
    },
  };
};
