import redaxios from 'redaxios';
import { type AnyOptions, apiConfig, type Fields, type OnSent, type Sending } from './api.ts';
import { ApiError } from './api-error.ts';
import { asContract, readAnswer } from './envelope.ts';
import { renew } from './renew.ts';
import { timedFetch } from './timed-fetch.ts';

let renewing: Promise<boolean> | undefined;
/** The token that nobody could renew: calls that were under way with it do not ask once more. */
let lost: string | null = null;

const client = redaxios.create({ responseType: 'text', validateStatus: () => true });

/**
 * Sends a call and reads its answer.
 * 408 gets one renewal for all calls that wait, then one more try where sending twice cannot move money twice.
 */
export async function send(sending: Sending): Promise<unknown> {
  const { name, options, subject } = sending;
  const asksWho = name === 'GET /v1/me';
  /** While it is asked whose a new token is, nothing is sent for whom it may not be. */
  const stillTheirs = async () => {
    if (subject === undefined || asksWho) return;
    while (apiConfig().whose()) await apiConfig().whose();
    if (apiConfig().subject() !== subject) throw new ApiError('cancelled');
  };
  if (!asksWho) await renewing;
  await stillTheirs();
  const token = apiConfig().token();
  try {
    return await sendOnce(sending);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 408 || options.renew === false) throw error;
    const renewed = await renewal(token);
    await stillTheirs();
    if (!renewed || !mayRepeat(options)) throw error;
    return sendOnce({ ...sending, early: undefined });
  }
}

function renewal(before: string | null): Promise<boolean> {
  const now = apiConfig().token();
  if (now !== before && !renewing) return Promise.resolve(now !== null);
  if (before !== null && before === lost) return Promise.resolve(false);
  renewing ??= renewOf(before).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

async function renewOf(before: string | null): Promise<boolean> {
  const renewed = await renew();
  if (!renewed) lost = before;
  return renewed;
}

const knowsKeys = () => apiConfig().features().includes('idempotency');

const mayRepeat = ({ key }: AnyOptions) => !key || knowsKeys();

const isSameOrigin = () => new URL(apiConfig().base, location.href).origin === location.origin;

/** A server that names the feature gets the key; another one only at home, where no CORS rule can refuse it. */
const keyHeader = ({ key }: AnyOptions): Record<string, string> =>
  key && (knowsKeys() || isSameOrigin()) ? { 'idempotency-key': key } : {};

async function sendOnce({ name, input, options, early }: Sending): Promise<unknown> {
  const { base, token: tokenNow, lang } = apiConfig();
  const [method = 'GET', pattern = ''] = name.split(' ');
  const url = pattern.replace(/{(\w+)}/g, (_, field) => encodeURIComponent(String(input[field])));
  const token = tokenNow();
  const headers = {
    ...(token ? { authorization: token } : {}),
    'accept-language': lang(),
    ...keyHeader(options),
  };
  const common = { baseURL: base, fetch: fetchWithin(headers, early, options) };
  const answer =
    method === 'GET'
      ? await client.get(url, { ...common, params: query(input) })
      : await client.post(url, body(input), common);
  return readAnswer(answer.status, answer.data);
}

function query(input: Fields) {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return given.length > 0
    ? new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    : undefined;
}

/** Files travel as multipart, all else as JSON. */
function body(input: Fields) {
  const values = Object.entries(input).filter(([, value]) => value !== undefined);
  if (!values.some(([, value]) => value instanceof Blob)) return input;
  const form = new FormData();
  for (const [name, value] of values) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

/**
 * Ours, and not those that redaxios gathers: it also finds what a page around us has put on Object.prototype, and would
 * take somebody's `auth` from there before our token.
 */
const whole = (headers: Record<string, string>, { body }: RequestInit) =>
  typeof body === 'string' ? { ...headers, 'content-type': 'application/json' } : headers;

/** redaxios knows no time-out and drops `signal`: its fetch option is where both live. */
const fetchWithin = (
  headers: Record<string, string>,
  early: Promise<Response> | undefined,
  { signal, onSent }: AnyOptions,
) =>
  (async (url: string, init: RequestInit = {}) => {
    const { fetch, timeoutMs } = apiConfig();
    const direct = (stop: AbortSignal, alive: () => void) => {
      const request = { ...init, headers: whole(headers, init), signal: stop };
      if (!onSent) return fetch(url, request);
      return told(url, request, (share) => {
        alive();
        onSent(share);
      });
    };
    const open = (stop: AbortSignal, alive: () => void) =>
      early?.catch(() => direct(stop, alive)) ?? direct(stop, alive);
    const { status, text } = await timedFetch(open, timeoutMs, signal);
    return { ok: true, status, text: async () => asContract(text) };
  }) as unknown as typeof fetch;

async function told(url: string, request: RequestInit, onSent: OnSent) {
  const { fetchTold = (await import('./fetch-told.ts')).fetchTold } = apiConfig();
  return fetchTold(url, request, onSent);
}
