// How a call is sent and its answer read: its token and the renewal of one, its time-out, its envelope.

import redaxios from 'redaxios';
import type { CallName } from '../contract/calls.ts';
import { requestOf } from '../contract/request.ts';
import { ApiError, asApiError, type RefusalData, reportRefusal, tokenRejecting } from './api-error.ts';
import { config, type OnProgress, type ResponseLike } from './config.ts';
import { currentGuest } from './guest.ts';
import { online } from './online.ts';
import { caller, waitForOwner } from './person.ts';
import { isObject, readData } from './read-data.ts';
import { acceptUser, currentToken, hasFeature, isEmptyMe, type Me, setToken, watchToken } from './session.ts';

export interface CallOptions {
  /** Its idempotency key. */
  key?: string;
  /** Aborts the call; it then fails as `cancelled`. */
  signal?: AbortSignal;
  /** Shows no toast: for a poll, or an error that is shown beside its form. */
  quiet?: true;
  /** Called with the share of the request that was sent, for files. */
  onProgress?: OnProgress;
  /** Called with a refusal before the shell is. */
  onError?: (error: ApiError) => void;
}

export interface CallRequest {
  name: CallName;
  input: Record<string, unknown>;
  options: CallOptions;
  /** The person who called: nothing is sent for another one. */
  subject: string | undefined;
  /** The answer to the loader's own request. */
  preloaded?: Promise<Response> | undefined;
}

let renewing: Promise<boolean> | undefined;
/** The token that could not be renewed: calls that were under way with it do not ask once more. */
let unrenewable: string | null = null;

/** Builds the address and parses JSON; answers of every status go to `readAnswer`, as a refusal may be an envelope. */
const client = redaxios.create({ validateStatus: () => true });

const isTokenRejected = (error: unknown) => error instanceof ApiError && tokenRejecting.includes(error.code);

/**
 * Sends a call and reads its answer.
 * 407 and 408 get one renewal for all calls that wait, then one more try where sending twice cannot move money twice.
 */
export async function send(request: CallRequest): Promise<unknown> {
  const { name, options, subject } = request;
  const isMeCall = name === ownerCall;
  /** Waits until the owner of a new token is known, and cancels what was meant for another person. */
  const checkSubject = async () => {
    if (subject === undefined || isMeCall) return;
    await waitForOwner();
    if (caller.subject !== subject) throw new ApiError('cancelled');
  };
  if (!isMeCall) await renewing;
  await checkSubject();
  const { token } = caller;
  try {
    return await sendAs(token, request);
  } catch (error) {
    if (!isTokenRejected(error) || name === 'POST /login') throw error;
    const renewed = await renewOnce(token);
    await checkSubject();
    if (!renewed || !mayRepeat(options)) throw error;
    return sendAs(caller.token, { ...request, preloaded: undefined });
  }
}

/** Renews a token once for all calls that found it rejected. Resolves to false where no new one came. */
function renewOnce(before: string | null): Promise<boolean> {
  const now = caller.token;
  if (now !== before && !renewing) return Promise.resolve(now !== null);
  if (before !== null && before === unrenewable) return Promise.resolve(false);
  renewing ??= renewByHost()
    .then((renewed) => {
      if (!renewed) unrenewable = before;
      return renewed;
    })
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

/** Asks the host for a new token; undefined where there is no host, or it has none. */
export async function requestHostToken(): Promise<string | undefined> {
  try {
    const guest = await currentGuest();
    return (await guest?.request('token', { force: true }))?.token;
  } catch {
    return undefined;
  }
}

const ownerCall = 'GET /v1/me';

/** Takes a new token from the host and asks /v1/me for its owner. Resolves to false where none came. */
async function renewByHost(): Promise<boolean> {
  const token = await requestHostToken();
  const before = currentToken();
  if (!token || token === before) return false;
  setToken(token, 'host');
  const isUnchanged = watchToken();
  const answer: Me | undefined = await sendAs(token, { name: ownerCall, input: {}, options: {} }).catch(
    (thrown) => {
      if (isUnchanged()) reportRefusal({ call: ownerCall, error: asApiError(thrown), quiet: true });
      return undefined;
    },
  );
  // Another token was accepted in between, and its owner is asked for there.
  if (!isUnchanged()) return true;
  if (!answer || isEmptyMe(answer)) {
    setToken(before);
    return false;
  }
  acceptUser(answer);
  return true;
}

const supportsIdempotency = () => hasFeature('idempotency');

const mayRepeat = ({ key }: CallOptions) => !key || supportsIdempotency();

const isSameOrigin = () => new URL(config.api, location.href).origin === location.origin;

/** A server that names the feature gets the key; any other only on our own origin, where CORS cannot refuse it. */
const keyHeader = ({ key }: CallOptions): Record<string, string> =>
  key && (supportsIdempotency() || isSameOrigin()) ? { 'idempotency-key': key } : {};

/** Sends a call with the given token, not the current one, and reads its answer. */
export async function sendAs(
  token: string | null,
  { name, input, options, preloaded }: Omit<CallRequest, 'subject'>,
): Promise<Record<string, unknown>> {
  const { method, path, headers: typed, body } = requestOf(name, input);
  const { signal, onProgress } = options;
  const headers = {
    ...typed,
    ...(token ? { authorization: token } : {}),
    'accept-language': config.lang(),
    ...keyHeader(options),
  };
  // redaxios has no time-out and passes no `signal` on, so its `fetch` has both. It would take `auth` from Object.prototype,
  // where a page around us may have put one, in place of our token: the headers are set here.
  const fetch = async (url: string, init?: RequestInit) => {
    const direct = async (stop: AbortSignal, keepAlive: () => void) => {
      const request = { ...init, headers, signal: stop };
      if (!onProgress) return config.fetch(url, request);
      const { fetchWithProgress = (await import('./fetch-with-progress.ts')).fetchWithProgress } = config;
      return fetchWithProgress(url, request, (share) => {
        keepAlive();
        onProgress(share);
      });
    };
    const open = (stop: AbortSignal, keepAlive: () => void) =>
      preloaded?.catch(() => direct(stop, keepAlive)) ?? direct(stop, keepAlive);
    const { status, text } = await timedFetch(open, config.timeoutMs, signal).catch((error: ApiError) => {
      throw error.code === 'network' && !isHttpUrl(url) ? new ApiError('protocol', error.message) : error;
    });
    return { status, text: async () => text };
  };
  const isOffline = !online.peek();
  const answer = await client({
    baseURL: config.api,
    url: path,
    method,
    data: body,
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  // The device was wrong about its network, and may stay so: no form would ever be sent.
  if (isOffline) online.value = true;
  return readAnswer(answer.status, answer.data);
}

/** Returns whether a browser can send to an address; for any other it reports only a network error. */
const isHttpUrl = (url: string) => /^https?:$/.test(new URL(url, location.href).protocol);

const stopped = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')), { once: true });
  });

/**
 * Reads a response completely within a time; a stalled body counts as no answer. Calling `keepAlive`, as an upload
 * in progress does, restarts the time.
 * Fails as timeout, cancelled (the caller's signal), aborted or network; as network also where the time is over and the
 * device has none.
 */
export async function timedFetch(
  open: (signal: AbortSignal, keepAlive: () => void) => ResponseLike | Promise<ResponseLike>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<{ status: number; text: string }> {
  if (signal?.aborted) throw new ApiError('cancelled');
  const controller = new AbortController();
  let late = false;
  const giveUp = () => {
    late = true;
    controller.abort();
  };
  let timer = setTimeout(giveUp, timeoutMs);
  const keepAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, timeoutMs);
  };
  const cancel = () => controller.abort();
  signal?.addEventListener('abort', cancel);
  const stop = stopped(controller.signal);
  stop.catch(() => {});
  try {
    const response = await Promise.race([open(controller.signal, keepAlive), stop]);
    return { status: response.status, text: await Promise.race([readText(response), stop]) };
  } catch (thrown) {
    throw late ? new ApiError(navigator.onLine === false ? 'network' : 'timeout') : reasonOf(thrown, signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}

function reasonOf(thrown: unknown, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted) return new ApiError('cancelled');
  if (thrown instanceof ApiError) return thrown;
  const { name = '', message = '' } = thrown instanceof Error ? thrown : {};
  if (name === 'AbortError') return new ApiError('aborted');
  return new ApiError('network', message);
}

/**
 * Parses the text of an answer. Unless the server declares by its header that it follows the contract, its fields are
 * converted to the contract's form.
 */
async function readText(answer: ResponseLike): Promise<string> {
  const text = await answer.text();
  if (answer.headers.get('souk-contract') || !/^\s*[[{]/.test(text)) return text;
  return (await import('./lenient.ts')).asContract(text);
}

interface Envelope {
  code?: unknown;
  msg?: unknown;
  message?: unknown;
  data?: unknown;
}

/** Codes for HTTP statuses without an envelope; any other status becomes the client error `status`. */
const isCatalogued = (status: number) => (status >= 400 && status <= 454) || status === 500 || status === 501;

/** Statuses of a web server, without an envelope, for a call that it does not know. */
const unknownCallStatuses = [404, 405];

/** Returns the data of a successful answer; throws anything else as an ApiError. */
export function readAnswer(status: number, body: unknown): Record<string, unknown> {
  const envelope: Envelope = isObject(body) ? body : {};
  const code = envelope.code === undefined || envelope.code === '' ? Number.NaN : Number(envelope.code);
  const message = String(envelope.msg ?? envelope.message ?? '');
  const isOk = status >= 200 && status < 300;
  if (code === 200 && isOk) return readData(envelope.data);
  if (Number.isInteger(code) && code !== 200)
    throw new ApiError(code, message, readData(envelope.data) as RefusalData);
  const data = unknownCallStatuses.includes(status) ? { reason: 'absent' } : {};
  throw new ApiError(!isOk && isCatalogued(status) ? status : 'status', message, data);
}
