import { batch } from '@preact/signals';
import type { CallName, Input, KeyedCall, Output } from '../contract/calls.ts';
import { codes, keyFreeing } from '../contract/errors.ts';
import { tab } from '../storage.ts';
import { type AnyOptions, call } from './api.ts';
import { ApiError, type FailureCode } from './api-error.ts';
import type { OnProgress } from './config.ts';
import { personVersion } from './person.ts';
import { has } from './session.ts';

/** How a command ended, as far as is known. Refusals are thrown as ApiError. */
export type CommandResult<T> =
  | { readonly state: 'done'; readonly output: T }
  /** The server never saw it: nothing happened, and the same key serves the next try. */
  | { readonly state: 'not-arrived' }
  /** No answer, and no way to ask: it may have happened. */
  | { readonly state: 'unknown' };

export interface SendOptions {
  /** Called when the answer is late and is being asked for by the key. */
  onChecking?: () => void;
  /** Hears how much has left, where files travel along. */
  onProgress?: OnProgress | undefined;
}

export interface Command<I, T> {
  /** Sends it once; refusals are thrown. */
  send(input: I, options?: SendOptions): Promise<CommandResult<T>>;
  /** Returns whether it was sent before a reload and its end is not known: `resume` it before it is sent again. */
  isPending(): boolean;
  /** Asks by the key how it ended. */
  resume(): Promise<CommandResult<T>>;
}

interface CommandOptions<I, T> {
  /**
   * The intention: what is sent under one key is done once. It is made of the input where each input is an intention of
   * its own; such a command cannot be resumed after a reload.
   */
  key: string | ((input: I) => string);
  /** Writes what the answer says; called without an answer where something may have changed that is not known. */
  patch?(output: T | undefined, input: I | undefined): void;
  /** What is out of date once it is done, once it may be, and after a refusal that says so. */
  invalidates?: readonly { invalidate(): void }[];
  /** Returns whether a refusal says so; by default a conflict with its state. */
  invalidatesOn?(refusal: ApiError): boolean;
  /** How long to ask for a late answer, in milliseconds; 30 s. */
  patienceMs?: number;
}

/** Returns whether something is in another state than it was shown in, perhaps by another device. */
export const isStateConflict = ({ code }: ApiError) =>
  code === codes.invalidOperation || code === codes.recordNotFound;

/** Every refusal: what was sent showed that the screen may be out of date. */
export const anyRefusal = () => true;

/**
 * Makes a keyed call a command: sent once, asked for by its key when no answer comes, found again after a reload.
 * @example
 * const removal = command('POST /v1/user/bank/del', { key: `account-del:${id}`, invalidates: [accounts] });
 */
export function command<C extends KeyedCall>(
  name: C,
  options: CommandOptions<Input<C>, Output<C>>,
): Command<Input<C>, Output<C>> {
  const { key, patch, invalidates = [], invalidatesOn = isStateConflict, patienceMs = 30_000 } = options;
  const fixedKey = typeof key === 'string' ? key : undefined;

  const refresh = (output?: Output<C>, input?: Input<C>) =>
    batch(() => {
      patch?.(output, input);
      for (const one of invalidates) one.invalidate();
    });

  const follow = async (work: Promise<CommandResult<Output<C>>>, input?: Input<C>) => {
    try {
      const result = await work;
      if (result.state === 'done') refresh(result.output, input);
      if (result.state === 'unknown') refresh();
      return result;
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.code !== 'cancelled' && invalidatesOn(thrown)) refresh();
      throw thrown;
    }
  };

  return {
    send: (input, options) => {
      const intention = typeof key === 'string' ? key : key(input);
      return follow(sendOnce<Output<C>>(name, input, { intention, patienceMs, ...options }), input);
    },
    isPending: () => fixedKey !== undefined && wasSent(fixedKey),
    resume: async () => (fixedKey === undefined ? { state: 'unknown' } : follow(poll(fixedKey, patienceMs))),
  };
}

const isUnanswered = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['timeout', 'network', 'status', 'aborted', 202].includes(error.code);

type Send = (name: CallName, input: unknown, options: AnyOptions) => Promise<unknown>;

/** Sends a call. When the answer does not come it is not sent again: the server is asked by the key. */
async function sendOnce<T>(
  name: CallName,
  input: unknown,
  { intention, patienceMs, onChecking, onProgress }: SendOptions & { intention: string; patienceMs: number },
): Promise<CommandResult<T>> {
  const key = keyFor(intention);
  markSent(intention);
  try {
    // A refusal stands beside its form, where it can be put right.
    const output = await (call as Send)(name, input, { key, quiet: true, onProgress });
    dropKey(intention);
    return { state: 'done', output: output as T };
  } catch (error) {
    if (!isUnanswered(error)) {
      if (error instanceof ApiError && isFinal(error)) dropKey(intention);
      else markFree(intention);
      throw error;
    }
    onChecking?.();
    return poll<T>(intention, patienceMs);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Asks how a call ended, ever more slowly, until it is known or the patience ends. */
async function poll<T>(intention: string, patienceMs: number): Promise<CommandResult<T>> {
  if (!has('operation')) return { state: 'unknown' };
  const key = keyFor(intention);
  const asker = personVersion.peek();
  const end = Date.now() + patienceMs;
  let last: 'unknown' | 'running' | 'unanswered' = 'unanswered';
  for (let wait = 500; ; wait = Math.min(wait * 2, 5_000)) {
    const answer = await call('POST /v1/operation', { key }, { quiet: true }).catch(() => undefined);
    if (answer?.state === 'done') return finish<T>(intention, answer.code, answer.data);
    last = answer?.state ?? 'unanswered';
    if (Date.now() + wait > end) break;
    await pause(wait);
    if (asker !== personVersion.peek()) throw new ApiError('cancelled');
  }
  if (last !== 'unknown') return { state: 'unknown' };
  markFree(intention);
  return { state: 'not-arrived' };
}

function finish<T>(intention: string, code: number | null, data: unknown): CommandResult<T> {
  dropKey(intention);
  if (code !== 200) throw new ApiError(code ?? 'status', '', (data ?? {}) as ApiError['data']);
  return { state: 'done', output: data as T };
}

/** The answer may exist although it did not reach us: the key must live on, to ask or try again with. */
const undecided: readonly FailureCode[] = [
  'timeout',
  'network',
  'status',
  'aborted',
  'cancelled',
  codes.systemBusy,
  codes.operationBusy,
  codes.noAuthentication,
  codes.tokenExpired,
  codes.unknownError,
  codes.systemError,
];

/**
 * Returns the key of an intention, made at its first try and kept over retries and a reload.
 * @example const key = keyFor(`pay:${orderIds.join()}`);
 */
export function keyFor(intention: string): string {
  const known = tab.get(storageKey(intention));
  if (known) return known.split(' ')[0] ?? known;
  const made = newKey();
  tab.set(storageKey(intention), made);
  return made;
}

const storageKey = (intention: string) => `key:${intention}`;
const SENT = ' sent';

/** Notes that the call may have happened from here on, even if no answer comes. */
export const markSent = (intention: string) => tab.set(storageKey(intention), keyFor(intention) + SENT);
const markFree = (intention: string) => tab.set(storageKey(intention), keyFor(intention));

/** Returns whether a call left and its end is not known: after a reload, ask before anything is sent again. */
export const wasSent = (intention: string) => tab.get(storageKey(intention))?.endsWith(SENT) ?? false;

/** After success, or a refusal that is final for this key. */
const dropKey = (intention: string) => tab.remove(storageKey(intention));

/** Codes that leave the key free, and all that decides nothing, keep it. */
const isFinal = ({ code }: ApiError) =>
  !undecided.includes(code) && !(keyFreeing as readonly FailureCode[]).includes(code);

/** UUID v4; randomUUID itself is missing on pages without TLS, such as a phone on the office network. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
