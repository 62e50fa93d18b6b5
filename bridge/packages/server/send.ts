import { trimSlashes } from '../../trim-slashes.ts';

/** Where Souk's server answers, and a key of its machine API: its `SOUK_SESSION_KEY`, or one that `key-create` has made. */
export interface SoukServer {
  readonly origin: string;
  readonly key: string | undefined;
}

/** A refusal, or an answer that did not come. */
export class SoukServerError extends Error {
  override readonly name = 'SoukServerError';
  /** As the API of Souk has it, such as 406; `unreachable` where no answer came, `not_signed` for an event of another sender. */
  declare readonly code: number | 'unreachable' | 'not_signed';
  /** The field that was refused. */
  declare readonly field: string | undefined;
  /** What is wrong, as a word, where the code says less. */
  declare readonly reason: string | undefined;

  constructor(code: SoukServerError['code'], message: string, about: Refused | null = null) {
    super(message);
    this.code = code;
    this.field = about?.field;
    this.reason = about?.reason;
  }
}

interface Refused {
  readonly field?: string;
  readonly reason?: string;
}

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

interface Request {
  /** The name of a decision, or of a read with its query. */
  readonly path: string;
  readonly init?: RequestInit;
  /** The pauses in milliseconds after which the same is sent again, where no answer came or Souk was busy. */
  readonly pauses: readonly number[];
}

/** How long an answer may take, in milliseconds. */
const maxWaitMs = 10_000;
const timeout = () => AbortSignal.timeout(maxWaitMs);

/**
 * Sends a request that may be sent twice: a read, or a decision with its key.
 * @throws SoukServerError
 */
export async function send<Data>(server: SoukServer, { path, init, pauses }: Request): Promise<Data> {
  const url = `${trimSlashes(server.origin)}/ops/${path}`;
  const headers = { ...init?.headers, 'x-ops-key': server.key ?? '' };
  const { code, msg, data } = await attempt(url, { ...init, headers }, pauses);
  if (code !== 200) throw new SoukServerError(code, msg, data as Refused | null);
  return data as Data;
}

const isBusy = ({ code }: Answer) => code === 201 || code === 202;

async function attempt(url: string, init: RequestInit, [ms, ...later]: readonly number[]): Promise<Answer> {
  try {
    const answer = await ask(url, init);
    if (!isBusy(answer) || ms === undefined) return answer;
  } catch (error) {
    if (error instanceof SoukServerError) throw error;
    if (ms === undefined) throw await unreachable(url, error as Error);
  }
  await new Promise((resolve) => setTimeout(resolve, ms));
  return attempt(url, init, later);
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  // What leads elsewhere would be followed without the body.
  const answer = await fetch(url, { ...init, redirect: 'manual', signal: timeout() });
  const next = answer.headers.get('location');
  if (next) throw await unreachable(url, new Error(`it leads to ${next}`));
  return (await answer.json()) as Answer;
}

async function unreachable(url: string, error: Error): Promise<SoukServerError> {
  const reason = error instanceof SyntaxError ? 'what answers there is no Souk' : (error.cause ?? error);
  return new SoukServerError('unreachable', `No answer came from ${url}: ${reason}. ${await remedyAt(url)}`);
}

/** Returns what to do where no answer came. */
async function remedyAt(url: string): Promise<string> {
  const [scheme, other] = url.startsWith('https:') ? ['https', 'http'] : ['http', 'https'];
  const isOther = await fetch(url.replace(scheme, other), { redirect: 'manual', signal: timeout() }).then(
    () => true,
    () => false,
  );
  return isOther ? `Write ${other} in place of ${scheme}.` : 'See that Souk answers there.';
}

/** Carries out a decision, once under its key, a UUID, however often it is sent. */
export const sendDecision = <Data>(
  server: SoukServer,
  name: string,
  { input, key, pauses }: { input: object; key: string; pauses: readonly number[] },
): Promise<Data> =>
  send<Data>(server, {
    path: name,
    pauses,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(input),
    },
  });
