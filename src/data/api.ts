import type { CallName, Input, KeyedCall, Output } from '../contract/calls.ts';
import { ApiError, asApiError } from './api-error.ts';
import { config, type OnProgress } from './config.ts';
import { dropNulls } from './drop-nulls.ts';
import { caller, onClearPerson, personVersion } from './person.ts';

type KeyFor<C extends CallName> = C extends KeyedCall ? { key: string } : { key?: never };
type CallOptions<C extends CallName> = KeyFor<C> & {
  /** Aborts the call; it then fails as `cancelled`. */
  signal?: AbortSignal;
  /** Shows no toast: for a poll, or an error that is shown beside its form. */
  quiet?: true;
  /** Called with the share of the request that was sent, for files. */
  onProgress?: OnProgress;
  /** False for the call that renews the token, which cannot wait for a renewal. */
  renew?: false;
  /** Called with a refusal before the shell is. */
  onError?: (error: ApiError) => void;
};
type Rest<C extends CallName> = C extends KeyedCall ? [CallOptions<C>] : [CallOptions<C>?];
export type AnyOptions = { key?: string } & Omit<CallOptions<'GET /v1/me'>, 'key'>;

export interface RefusedCall {
  readonly call: CallName;
  readonly error: ApiError;
  readonly quiet: boolean;
}

const listeners = new Set<(refused: RefusedCall) => void>();
/** Refusals before there was a listener; the first listener receives them. */
const queuedRefusals: RefusedCall[] = [];
onClearPerson(() => {
  config.preloaded.clear();
  queuedRefusals.length = 0;
});

/** Registers the shell's listener for refusals, as this file knows no screen and no toast. */
export function onRefused(listener: (refused: RefusedCall) => void): () => void {
  listeners.add(listener);
  for (const refused of queuedRefusals.splice(0)) listener(refused);
  return () => listeners.delete(listener);
}

/**
 * Sends one call of the contract. Returns its output, or throws ApiError.
 * @example const { list } = await call('POST /v1/order/list', { status: 'shipped' });
 */
export async function call<C extends CallName>(
  name: C,
  input: Input<C>,
  ...rest: Rest<C>
): Promise<Output<C>> {
  const options: AnyOptions = rest[0] ?? {};
  const version = caller.token === null ? undefined : personVersion.peek();
  // A person who has signed in since gets neither the answer nor the refusal.
  const isOver = () => version !== undefined && version !== personVersion.peek();
  const fields = input as Fields;
  const { subject } = caller;
  const preloaded = takePreloaded(name, fields);
  let failed: unknown;
  try {
    const plain = preloaded && (await withTimeout(readPlain(preloaded).catch(() => undefined)));
    // The first figures need no call, so the code that sends them loads after those.
    const output =
      plain || (await (await import('./send.ts')).send({ name, input: fields, options, subject, preloaded }));
    if (!isOver()) return output as Output<C>;
  } catch (thrown) {
    failed = thrown;
  }
  const error = isOver() ? new ApiError('cancelled') : asApiError(failed);
  options.onError?.(error);
  reportRefusal({ call: name, error, quiet: Boolean(options.quiet) });
  throw error;
}

function reportRefusal(refused: RefusedCall) {
  if (listeners.size === 0) queuedRefusals.push(refused);
  for (const listener of listeners) listener(refused);
}

type Fields = Record<string, unknown>;

export interface CallRequest {
  name: CallName;
  input: Fields;
  options: AnyOptions;
  /** The person who called: nothing is sent for another one. */
  subject: string | undefined;
  /** The answer to the loader's own request. */
  preloaded?: Promise<Response> | undefined;
}

/** Returns the loader's answer to the same call, once only, and never for a call that carries fields. */
function takePreloaded(name: CallName, input: object): Promise<Response> | undefined {
  if (Object.keys(input).length > 0) return undefined;
  const preloaded = config.preloaded.get(name);
  config.preloaded.delete(name);
  return preloaded;
}

/**
 * Returns the data of a successful answer of a server that follows the contract exactly, as its header says; undefined
 * for any other answer, which `send` reads.
 */
async function readPlain(preloaded: Promise<Response>): Promise<unknown> {
  const answer = await preloaded;
  if (!answer.ok || !answer.headers.get('souk-contract')) return undefined;
  const { code, data } = await answer.clone().json();
  return code === 200 ? dropNulls(data) : undefined;
}

const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new ApiError('timeout')), config.timeoutMs);
    }),
  ]);
