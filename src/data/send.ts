import redaxios from 'redaxios';
import { requestOf } from '../contract/request.ts';
import type { AnyOptions, CallRequest } from './api.ts';
import { ApiError } from './api-error.ts';
import { config } from './config.ts';
import { type ResponseLike, readAnswer, readText } from './envelope.ts';
import { online } from './online.ts';
import { caller } from './person.ts';
import { renew } from './renew.ts';
import { hasFeature, pendingMe } from './session.ts';

let renewing: Promise<boolean> | undefined;
/** The token that could not be renewed: calls that were under way with it do not ask once more. */
let unrenewable: string | null = null;

/** Builds the address and parses JSON; answers of every status go to `readAnswer`, as a refusal may be an envelope. */
const client = redaxios.create({ validateStatus: () => true });

/** Unknown (407), as a server forgets old sessions, or expired (408): a host may have a newer token. */
const isTokenRejected = (error: unknown) =>
  error instanceof ApiError && (error.code === 407 || error.code === 408);

/**
 * Sends a call and reads its answer.
 * 407 and 408 get one renewal for all calls that wait, then one more try where sending twice cannot move money twice.
 */
export async function send(request: CallRequest): Promise<unknown> {
  const { name, options, subject } = request;
  const isMeCall = name === 'GET /v1/me';
  /** Waits until the owner of a new token is known, and cancels what was meant for another person. */
  const checkSubject = async () => {
    if (subject === undefined || isMeCall) return;
    while (pendingMe) await pendingMe;
    if (caller.subject !== subject) throw new ApiError('cancelled');
  };
  if (!isMeCall) await renewing;
  await checkSubject();
  const { token } = caller;
  try {
    return await sendAs(token, request);
  } catch (error) {
    if (!isTokenRejected(error) || name === 'POST /login' || options.renew === false) throw error;
    const renewed = await renewal(token);
    await checkSubject();
    if (!renewed || !mayRepeat(options)) throw error;
    return sendAs(caller.token, { ...request, preloaded: undefined });
  }
}

function renewal(before: string | null): Promise<boolean> {
  const now = caller.token;
  if (now !== before && !renewing) return Promise.resolve(now !== null);
  if (before !== null && before === unrenewable) return Promise.resolve(false);
  renewing ??= renewOf(before).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewOf(before: string | null): Promise<boolean> {
  const renewed = await renew();
  if (!renewed) unrenewable = before;
  return renewed;
}

const supportsIdempotency = () => hasFeature('idempotency');

const mayRepeat = ({ key }: AnyOptions) => !key || supportsIdempotency();

const isSameOrigin = () => new URL(config.api, location.href).origin === location.origin;

/** A server that names the feature gets the key; any other only on our own origin, where CORS cannot refuse it. */
const keyHeader = ({ key }: AnyOptions): Record<string, string> =>
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
