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

/** A refusal: `code` as the API of Souk has it, such as 402, or `unreachable`, where no answer came. */
export class SoukServerError extends Error {
  override readonly name = 'SoukServerError';
  declare readonly code: number | 'unreachable';

  constructor(code: number | 'unreachable', message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Opens a session for a user of yours, and a shop before it where the user has none.
 * @param user your own id of the user, the same one for ever
 * @throws SoukServerError
 * @example const { token } = await openSession(user.id, { origin: 'https://souk.example', key: process.env.SOUK_SESSION_KEY });
 */
export const openSession = (user: string, server: SoukServer): Promise<SoukSession> =>
  decide<SoukSession>('merchant-open', user, server);

/**
 * Ends all sessions of a user, who signed out with you or lost the phone; returns how many there were.
 * @throws SoukServerError
 */
export const endSessions = async (user: string, server: SoukServer): Promise<number> =>
  (await decide<{ ended: number }>('session-end', user, server)).ended;

/** How long an answer may take, in milliseconds. */
const maxWaitMs = 10_000;

async function decide<T>(name: string, user: string, { origin, key = '' }: SoukServer): Promise<T> {
  const url = `${trimSlashes(origin)}/ops/${name}`;
  const headers = {
    'content-type': 'application/json',
    'x-ops-key': key,
    // The same for both attempts: a shop is opened once.
    'idempotency-key': crypto.randomUUID(),
  };
  const ask = async () => {
    const signal = AbortSignal.timeout(maxWaitMs);
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ user }), signal });
    return (await answer.json()) as { code: number; msg: string; data: T };
  };
  const { code, msg, data } = await ask()
    .catch(ask)
    .catch((error: Error) => {
      throw new SoukServerError(
        'unreachable',
        `No answer came from ${url}: ${error.cause ?? error}. See that Souk answers there.`,
      );
    });
  if (code !== 200) throw new SoukServerError(code, msg);
  return data;
}
