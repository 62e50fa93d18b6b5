// What @souk/server publishes: sessions for the users of a back end. It runs on the server alone, since it has the key.

import { trimSlashes } from '../../trim-slashes.ts';

/** Where Souk's server answers, and the key that it knows as `SOUK_SESSION_KEY`. */
export interface SoukServer {
  readonly origin: string;
  readonly key: string | undefined;
}

/** A session, to be handed to the page of its user. */
export interface SoukSession {
  readonly token: string;
  /** ISO 8601 time at which it ends. */
  readonly expiresAt: string;
}

/** A refusal: `code` as the API of Souk has it, such as 406, or `unreachable`, where no answer came. */
export class SoukServerError extends Error {
  override readonly name = 'SoukServerError';
  declare readonly code: number | 'unreachable';

  constructor(code: number | 'unreachable', message: string) {
    super(message);
    this.code = code;
  }
}

/** What only the first session of a user needs, which opens the shop. */
export interface NewShop {
  /** What the shop is called until its merchant changes it, 3 to 64 characters; left out, `merchant-` and some letters. */
  readonly name?: string;
}

/**
 * Opens a session for a user of yours, and a shop before it where the user has none.
 * @param user your own id of the user, the same one for ever
 * @throws SoukServerError
 * @example
 * const souk = { origin: 'https://souk.example', key: process.env.SOUK_SESSION_KEY };
 * const { token } = await openSession(user.id, souk, { name: user.company });
 */
export const openSession = (user: string, server: SoukServer, { name }: NewShop = {}): Promise<SoukSession> =>
  decide<SoukSession>('merchant-open', { user, name: name || undefined }, server);

/**
 * Ends all sessions of a user, who signed out with you or lost the phone; returns how many there were.
 * @throws SoukServerError
 */
export const endSessions = async (user: string, server: SoukServer): Promise<number> =>
  (await decide<{ ended: number }>('session-end', { user }, server)).ended;

/** How long an answer may take, in milliseconds. */
const maxWaitMs = 10_000;

async function decide<T>(decision: string, flags: object, { origin, key = '' }: SoukServer): Promise<T> {
  const url = `${trimSlashes(origin)}/ops/${decision}`;
  const headers = {
    'content-type': 'application/json',
    'x-ops-key': key,
    // The same for both attempts: a shop is opened once.
    'idempotency-key': crypto.randomUUID(),
  };
  const body = JSON.stringify(flags);
  const ask = async () => {
    // What leads elsewhere would be followed without the body.
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: timeout() });
    const next = answer.headers.get('location');
    if (next) throw new Error(`it leads to ${next}`);
    return (await answer.json()) as { code: number; msg: string; data: T };
  };
  const { code, msg, data } = await ask()
    .catch(ask)
    .catch(async (error: Error) => {
      const reason = error instanceof SyntaxError ? 'what answers there is no Souk' : (error.cause ?? error);
      throw new SoukServerError(
        'unreachable',
        `No answer came from ${url}: ${reason}. ${await remedyAt(url)}`,
      );
    });
  if (code !== 200) throw new SoukServerError(code, msg);
  return data;
}

const timeout = () => AbortSignal.timeout(maxWaitMs);

/** Returns what to do where no answer came. */
async function remedyAt(url: string): Promise<string> {
  const [scheme, other] = url.startsWith('https:') ? ['https', 'http'] : ['http', 'https'];
  const isOther = await fetch(url.replace(scheme, other), { redirect: 'manual', signal: timeout() }).then(
    () => true,
    () => false,
  );
  return isOther ? `Write ${other} in place of ${scheme}.` : 'See that Souk answers there.';
}
