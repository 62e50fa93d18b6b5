import type { CallName, Input, KeyedCall, Output } from '../contract/calls.ts';
import { ApiError, asApiError, reportRefusal } from './api-error.ts';
import { config } from './config.ts';
import { caller, onClearPerson, personVersion } from './person.ts';
import { dropNulls } from './read-data.ts';
import type { CallOptions } from './send.ts';

type KeyFor<C extends CallName> = C extends KeyedCall ? { key: string } : { key?: never };
type Options<C extends CallName> = KeyFor<C> & Omit<CallOptions, 'key'>;
type Rest<C extends CallName> = C extends KeyedCall ? [Options<C>] : [Options<C>?];

onClearPerson(() => config.preloaded.clear());

/**
 * Sends one call of the contract. Returns its output, or throws ApiError.
 * @example const { list } = await call('POST /v1/order/list', { status: 'shipped' });
 */
export async function call<C extends CallName>(
  name: C,
  input: Input<C>,
  ...rest: Rest<C>
): Promise<Output<C>> {
  const options: CallOptions = rest[0] ?? {};
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

type Fields = Record<string, unknown>;

/** Returns the loader's answer to the same call with the same fields, once only. */
function takePreloaded(name: CallName, input: object): Promise<Response> | undefined {
  const key = Object.keys(input).length > 0 ? name + JSON.stringify(input) : name;
  const preloaded = config.preloaded.get(key);
  config.preloaded.delete(key);
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
