// How a command is sent once and asked for by its key until its result is known: its keys, its waits and its results.

import { batch } from '@preact/signals';
import type { CallName, Input, KeyedCall, Output } from '../contract/calls.ts';
import { codes, keyFreeing } from '../contract/errors.ts';
import { tab } from '../storage.ts';
import { call } from './api.ts';
import { ApiError, asApiError, type FailureCode, tokenRejecting } from './api-error.ts';
import type { OnProgress } from './config.ts';
import { online } from './online.ts';
import { personVersion, waitForOwner } from './person.ts';
import type { CallOptions } from './send.ts';
import { hasFeature } from './session.ts';

/**
 * The result of a command, as far as it is known; `error` says in general words why it is not done.
 * `refused`: by the server, or `cancelled` as another person has signed in. `not-arrived`: the server never received it,
 * so nothing happened, and the next attempt uses the same key. `unknown`: no answer came and the server cannot be asked
 * yet, so it may have happened. `forgotten`: it may have happened, and no key is left that the server would know it by.
 */
export type CommandResult<T> = { readonly state: 'done'; readonly output: T } | FailedResult;

interface FailedResult {
  readonly state: 'refused' | 'not-arrived' | 'unknown' | 'forgotten';
  readonly error: ApiError;
}

export interface SendOptions {
  /** Called when the answer is late and the result is polled by the key. */
  onChecking?: () => void;
  /** Called with the share of the request that was sent, for files. */
  onProgress?: OnProgress | undefined;
}

export interface Command<I, T> {
  /** Sends it once; refuses as `network` where the device knows that it is offline. */
  send(input: I, options?: SendOptions): Promise<CommandResult<T>>;
  /** Returns whether it was sent before a reload and its result is unknown: `resume` it before sending it again. */
  isPending(): boolean;
  /** Waits for the result where it is still being sent, and asks for it by the key where the page has been left since. */
  resume(): Promise<CommandResult<T>>;
}

interface CommandOptions<I, T> {
  /**
   * Names what is meant: it gets one idempotency key, so that it is done once. A function makes the name from the input
   * where each input is a separate intention; such a command cannot be resumed after a reload.
   */
  intention: string | ((input: I) => string);
  /** Writes the answer into the state; called without an answer where an unknown change may have happened. */
  patch?(output: T | undefined, input: I | undefined): void;
  /** Refetched after success, after an unknown result, and after a refusal that shows that data is out of date. */
  invalidates?: readonly { invalidate(): void }[];
  /** Returns whether a refusal shows that data is out of date; by default a conflict with the state does. */
  invalidatesOn?(refusal: ApiError): boolean;
  /** How long to poll for a late answer, in milliseconds; 30 s by default. */
  patienceMs?: number;
}

/** Returns whether the state on the server differs from the one on the screen, for example by another device. */
export const isStateConflict = ({ code }: ApiError) =>
  code === codes.invalidOperation || code === codes.recordNotFound;

/** For `invalidatesOn`: every refusal shows that data may be out of date. */
export const anyRefusal = () => true;

/**
 * Makes a keyed call a command: sent once, polled by its key when no answer comes, and resumable after a reload.
 * @example
 * const removal = command('POST /v1/user/bank/del', { intention: `account-del:${id}`, invalidates: [accountsResource] });
 */
export function command<C extends KeyedCall>(
  name: C,
  options: CommandOptions<Input<C>, Output<C>>,
): Command<Input<C>, Output<C>> {
  const {
    intention,
    patch,
    invalidates = [],
    invalidatesOn = isStateConflict,
    patienceMs = 30_000,
  } = options;
  const fixed = typeof intention === 'string' ? intention : undefined;

  const refresh = (output?: Output<C>, input?: Input<C>) =>
    batch(() => {
      patch?.(output, input);
      for (const one of invalidates) one.invalidate();
    });

  const refreshAfter = async (work: Promise<CommandResult<Output<C>>>, input?: Input<C>) => {
    const result = await work;
    if (result.state === 'done') refresh(result.output, input);
    else if (result.state === 'unknown' || result.state === 'forgotten' || isOutOfDate(result)) refresh();
    return result;
  };
  const isOutOfDate = ({ state, error }: FailedResult) =>
    state === 'refused' && error.code !== 'cancelled' && invalidatesOn(error);

  return {
    send: (input, options) => {
      const named = typeof intention === 'string' ? intention : intention(input);
      const canResume = fixed !== undefined;
      const sending = { intention: named, canResume, patienceMs, ...options };
      const work = refreshAfter(sendOnce<Output<C>>(name, input, sending), input);
      underWay.set(named, work as Promise<CommandResult<never>>);
      return work.finally(() => underWay.delete(named));
    },
    isPending: () => fixed !== undefined && wasSent(fixed),
    resume: async () => {
      if (fixed === undefined) return unknown();
      return underWay.get(fixed) ?? refreshAfter(pollSent(fixed, patienceMs));
    },
  };
}

/** What this page is sending, by intention: its screen may be left and opened again meanwhile, in a long upload. */
const underWay = new Map<string, Promise<CommandResult<never>>>();

const unanswered: readonly FailureCode[] = ['timeout', 'network', 'status', 'aborted', codes.operationBusy];

export const refused = (error: ApiError): FailedResult => ({ state: 'refused', error });
const notArrived = (): FailedResult => ({ state: 'not-arrived', error: new ApiError(codes.operationFailed) });
const unknown = (): FailedResult => ({ state: 'unknown', error: new ApiError('timeout') });
const forgotten = (): FailedResult => ({
  state: 'forgotten',
  error: new ApiError('timeout', '', { reason: 'forgotten' }),
});

type Send = (name: CallName, input: unknown, options: CallOptions) => Promise<unknown>;

/** Sends a call once. When no answer comes, polls for the result by the key. */
async function sendOnce<T>(
  name: CallName,
  input: unknown,
  {
    intention,
    canResume,
    patienceMs,
    onChecking,
    onProgress,
  }: SendOptions & { intention: string; canResume: boolean; patienceMs: number },
): Promise<CommandResult<T>> {
  // What was sent before may have arrived.
  if (!online.peek()) return wasSent(intention) ? unknown() : refused(new ApiError('network'));
  if (isOld(sentKey(intention))) {
    onChecking?.();
    return pollSent(intention, patienceMs);
  }
  const sent = markSent(intention);
  try {
    // A refusal is shown beside its form, where the person can correct the input.
    const output = await (call as Send)(name, input, { key: sent.key, quiet: true, onProgress });
    return finish(intention, 200, output);
  } catch (thrown) {
    const error = asApiError(thrown);
    // An earlier attempt with other details arrived after all: it is looked up before anything can be sent again.
    if (canResume && error.data.reason === 'key_reused') return unknown();
    if (unanswered.includes(error.code)) {
      onChecking?.();
      const maxDenials = error.code === 'network' ? denialsUntilLost : Number.POSITIVE_INFINITY;
      return poll(intention, sent, patienceMs, maxDenials);
    }
    // The session ended while it was on its way: it may have arrived, and a sign-out has removed its key.
    if (error.code === 'cancelled') return refused(error);
    // A revoked session takes the screen away. After the next sign-in its key is asked about there, as after a reload, so
    // that the screen shows what became of it.
    if (error.code === codes.illegalRequest && canResume) return refused(error);
    if (keyKeeping.includes(error.code)) markUnsent(intention);
    else removeKey(intention);
    return refused(error);
  }
}

/** Waits, but no longer than until the device is online again; returns whether it is that. */
const pause = (ms: number) =>
  new Promise<boolean>((resolve) => {
    const end = (isBack: boolean) => {
      clearTimeout(timer);
      removeEventListener('online', onBack);
      resolve(isBack);
    };
    const onBack = () => end(true);
    const timer = setTimeout(end, ms, false);
    addEventListener('online', onBack);
  });

const firstWaitMs = 500;

/**
 * A call with a broken connection, or of a page that was left, has not arrived where the server says so this often in a
 * row, over seven seconds: what lies in between may deliver it late, and it may wait for its turn in a server under load.
 */
const denialsUntilLost = 5;

/**
 * Polls for the result of a call at growing intervals, and as soon as the device is online again, until it is known or
 * the time is over. A call that may still be on its way is waited for in any case.
 */
async function poll<T>(
  intention: string,
  sent: SentKey,
  patienceMs: number,
  maxDenials: number,
): Promise<CommandResult<T>> {
  const giveUp = (result: FailedResult) => {
    if (!isOld(sent)) return result;
    removeKey(intention);
    return forgotten();
  };
  if (!hasFeature('operation')) return giveUp(unknown());
  const version = personVersion.peek();
  let end = Date.now() + patienceMs;
  let denials = 0;
  for (let wait = firstWaitMs; ; wait = Math.min(wait * 2, 5_000)) {
    const asked = call('POST /v1/operation', { key: sent.key }, { quiet: true });
    const answer = await asked.catch(() => undefined);
    if (answer?.state === 'done') return finish<T>(intention, answer.code, answer.data);
    // The server's `unknown` is a key that it never received, or has forgotten since.
    denials = answer?.state === 'unknown' ? denials + 1 : 0;
    if (denials >= maxDenials || Date.now() + wait > end) break;
    if (await pause(wait)) {
      denials = 0;
      wait = firstWaitMs / 2;
      end = Date.now() + patienceMs;
    }
    if (version !== personVersion.peek()) return refused(new ApiError('cancelled'));
  }
  if (denials === 0) return unknown();
  const result = giveUp(notArrived());
  markUnsent(intention);
  return result;
}

/** Polls for what was sent before a reload. */
const pollSent = async (intention: string, patienceMs: number) => {
  // Only with the owner of a token is it known whether the server can be asked.
  await waitForOwner();
  const sent = sentKey(intention);
  // Only the key that was sent may be asked about: of any other the server knows nothing.
  return sent ? poll<never>(intention, sent, patienceMs, denialsUntilLost) : forgotten();
};

function finish<T>(intention: string, code: number | null, data: unknown): CommandResult<T> {
  removeKey(intention);
  if (code !== 200) return refused(new ApiError(code ?? 'status', '', (data ?? {}) as ApiError['data']));
  return { state: 'done', output: data as T };
}

/** Refusals that do not use up the key: the next attempt sends the same one. After any other it is dropped. */
const keyKeeping: readonly FailureCode[] = [
  codes.systemBusy,
  codes.unknownError,
  codes.systemError,
  ...tokenRejecting,
  ...keyFreeing,
];

/**
 * Returns the key of an intention: made at the first attempt, kept over retries and a reload.
 * @example const key = keyFor(`pay:${orderIds.join()}`);
 */
export function keyFor(intention: string): string {
  const [known] = storedKey(intention);
  if (known) return known;
  const made = newKey();
  tab.set(nameOf(intention), made);
  return made;
}

/** A key under which a call was sent, and when first. */
interface SentKey {
  readonly key: string;
  readonly at: number;
}

const nameOf = (intention: string) => `key:${intention}`;
/** The key and, behind a space, when it was sent where no answer has come since. */
const storedKey = (intention: string) => (tab.get(nameOf(intention)) ?? '').split(' ');

function sentKey(intention: string): SentKey | undefined {
  const [key = '', at] = storedKey(intention);
  return at ? { key, at: Number(at) } : undefined;
}

/** Records that the call may have happened from here on, even if no answer comes. */
export function markSent(intention: string): SentKey {
  const sent = sentKey(intention) ?? { key: keyFor(intention), at: Date.now() };
  tab.set(nameOf(intention), `${sent.key} ${sent.at}`);
  return sent;
}

function markUnsent(intention: string) {
  const sent = sentKey(intention);
  if (sent) tab.set(nameOf(intention), sent.key);
}

/** Returns whether a call was sent and its result is unknown: after a reload, poll before sending anything again. */
export const wasSent = (intention: string) => sentKey(intention) !== undefined;

/**
 * Servers keep keys for a day at least. After that, one that they do not know may belong to a call that has happened. The
 * difference also counts where the device's clock was put back.
 */
const maxKeyAgeMs = 20 * 3_600_000;
const isOld = (sent: SentKey | undefined) =>
  sent !== undefined && Math.abs(Date.now() - sent.at) > maxKeyAgeMs;

/** Drops the key after success, or after a refusal that is final for it. */
const removeKey = (intention: string) => tab.remove(nameOf(intention));

/** Returns a UUID v4; randomUUID is missing on pages without TLS, such as a phone on the office network. */
export function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) => {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (place === 'x' ? byte % 16 : 8 + (byte % 4)).toString(16);
  });
}
