import redaxios from 'redaxios';
import type { CallName, Calls, Input, Output } from '../contract/calls.ts';
import type { FeatureName } from '../contract/features.ts';
import { ApiError } from './api-error.ts';
import { asContract, readAnswer } from './envelope.ts';
import { timedFetch } from './timed-fetch.ts';

export type Fetch = (url: string, init?: RequestInit) => Response | Promise<Response>;

export interface ApiConfig {
  /** `/api`, or an absolute address where the calls go elsewhere. */
  base: string;
  fetch: Fetch;
  lang(): string;
  token(): string | null;
  /** What the server named in /v1/me; empty for one that knows the specification only. */
  features(): readonly FeatureName[];
  /** Whose token it is, once known: a call is never repeated for somebody else. */
  subject(): string | undefined;
  /** Gets a new token after 408. False when nobody can give one. */
  renew(): Promise<boolean>;
  timeoutMs: number;
  /** Answers that the page's loader asked for; each is used once. */
  preloaded: Map<CallName, Promise<Response>>;
}

type KeyFor<C extends CallName> = Calls[C] extends { keyed: true } ? { key: string } : { key?: never };
export type CallOptions<C extends CallName> = KeyFor<C> & {
  /** Ends the call when the screen no longer wants it; it then fails as `cancelled`. */
  signal?: AbortSignal;
  /** No toast: a poll that nobody asked for, or an error that stands beside its form. */
  quiet?: true;
  /** For the renewal itself, which cannot wait for a renewal. */
  renew?: false;
};
type Rest<C extends CallName> = Calls[C] extends { keyed: true } ? [CallOptions<C>] : [CallOptions<C>?];
type AnyOptions = { key?: string; signal?: AbortSignal; quiet?: true; renew?: false };

export interface Refused {
  readonly call: CallName;
  readonly error: ApiError;
  readonly quiet: boolean;
}

const initial = (): ApiConfig => ({
  base: '/api',
  fetch: (url, init) => fetch(url, init),
  lang: () => 'en',
  token: () => null,
  features: () => [],
  subject: () => undefined,
  renew: () => Promise.resolve(false),
  timeoutMs: 15_000,
  preloaded: new Map(),
});

let config = initial();
const listeners = new Set<(refused: Refused) => void>();
/** What was refused before anybody listened; told to the first who does. */
const unheard: Refused[] = [];
let renewing: Promise<boolean> | undefined;

export function configureApi(given: Partial<ApiConfig>) {
  config = { ...initial(), ...config, ...given };
}

/** The shell hears every refusal here: this file knows no screen and no toast. */
export function onRefused(listener: (refused: Refused) => void): () => void {
  listeners.add(listener);
  for (const refused of unheard.splice(0)) listener(refused);
  return () => listeners.delete(listener);
}

const client = redaxios.create({ responseType: 'text', validateStatus: () => true });

/**
 * One call of the contract. Returns its output, or throws ApiError.
 * @example const { list } = await call('POST /v1/order/list', { status: 'shipped' });
 */
export async function call<C extends CallName>(
  name: C,
  input: Input<C>,
  ...rest: Rest<C>
): Promise<Output<C>> {
  const options: AnyOptions = rest[0] ?? {};
  try {
    return (await withRenewal(name, input as Fields, options)) as Output<C>;
  } catch (error) {
    if (error instanceof ApiError) tell({ call: name, error, quiet: Boolean(options.quiet) });
    throw error;
  }
}

function tell(refused: Refused) {
  if (listeners.size === 0) unheard.push(refused);
  for (const listener of listeners) listener(refused);
}

type Fields = Record<string, unknown>;

/** 408 gets one renewal for all calls that wait, then one more try where sending twice cannot move money twice. */
async function withRenewal(name: CallName, input: Fields, options: AnyOptions) {
  const token = config.token();
  const subject = config.subject();
  try {
    return await send(name, input, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 408 || options.renew === false) throw error;
    const renewed = await renewal(token);
    if (subject !== undefined && config.subject() !== subject) throw new ApiError('cancelled');
    if (!renewed || !mayRepeat(options)) throw error;
    return send(name, input, options);
  }
}

function renewal(before: string | null): Promise<boolean> {
  if (config.token() !== before && !renewing) return Promise.resolve(config.token() !== null);
  renewing ??= config.renew().finally(() => {
    renewing = undefined;
  });
  return renewing;
}

const mayRepeat = ({ key }: AnyOptions) => !key || config.features().includes('idempotency');

const isSameOrigin = () => new URL(config.base, location.href).origin === location.origin;

/** A server that names the feature gets the key; another one only at home, where no CORS rule can refuse it. */
const keyHeader = ({ key }: AnyOptions): Fields =>
  key && (config.features().includes('idempotency') || isSameOrigin()) ? { 'idempotency-key': key } : {};

async function send(name: CallName, input: Fields, options: AnyOptions): Promise<unknown> {
  const [method = 'GET', pattern = ''] = name.split(' ');
  const url = pattern.replace(/{(\w+)}/g, (_, field) => encodeURIComponent(String(input[field])));
  const token = config.token();
  const headers = {
    ...(token ? { authorization: token } : {}),
    'accept-language': config.lang(),
    ...keyHeader(options),
  } as unknown as Headers;
  const common = { baseURL: config.base, headers, fetch: fetchWithin(name, input, options.signal) };
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

/** redaxios knows no time-out and drops `signal`: its fetch option is where both live. */
const fetchWithin = (name: CallName, input: Fields, signal: AbortSignal | undefined) =>
  (async (url: string, init?: RequestInit) => {
    const direct = (stop: AbortSignal) => config.fetch(url, { ...init, signal: stop });
    const open = (stop: AbortSignal) => take(name, input)?.catch(() => direct(stop)) ?? direct(stop);
    const { status, text } = await timedFetch(open, config.timeoutMs, signal);
    return { ok: true, status, text: async () => asContract(text) };
  }) as unknown as typeof fetch;

/** The loader's answer, if it asked the same: once only, and never for a call that carries fields. */
function take(name: CallName, input: Fields): Promise<Response> | undefined {
  if (Object.keys(input).length > 0) return undefined;
  const early = config.preloaded.get(name);
  config.preloaded.delete(name);
  return early;
}
