import type { CallName } from '../contract/calls.ts';
import type { Preload } from '../preload.ts';

/** The call for who is signed in, which every screen needs, and the two more that the first screen shows. */
const names: readonly CallName[] = ['GET /v1/me', 'POST /v1/store/info', 'POST /v1/home/stat'];

/** Sends the first calls of a visit without the code that sends all others: one call, or all three. */
export function firstCalls(api: string, lang: string, count: 1 | 3): Pick<Preload, 'calls' | 'ask'> {
  const calls: Preload['calls'] = new Map();
  const ask = (authorization: string) => {
    for (const name of names.slice(0, count)) {
      const [method, path] = name.split(' ') as [string, string];
      const headers = { authorization, 'accept-language': lang, 'content-type': 'application/json' };
      const answer = fetch(api + path, { method, headers, body: method === 'GET' ? undefined : '{}' });
      answer.catch(() => {}); // The app asks again and reports the error.
      calls.set(name, answer);
    }
  };
  return { calls, ask };
}
