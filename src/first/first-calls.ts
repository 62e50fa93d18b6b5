import type { CallName } from '../contract/calls.ts';
import type { Preload } from '../preload.ts';

/** Who is signed in, which every screen asks for, and the two that the first one shows beside. */
const names: readonly CallName[] = ['GET /v1/me', 'POST /v1/store/info', 'POST /v1/home/stat'];

/** Asks for what a visit begins with, without the code that sends all other calls: one call, or all three. */
export function firstCalls(api: string, lang: string, count: 1 | 3): Pick<Preload, 'calls' | 'ask'> {
  const calls: Preload['calls'] = new Map();
  const ask = (authorization: string) => {
    for (const name of names.slice(0, count)) {
      const [method, path] = name.split(' ') as [string, string];
      const headers = { authorization, 'accept-language': lang, 'content-type': 'application/json' };
      const answer = fetch(api + path, { method, headers, body: method === 'GET' ? undefined : '{}' });
      answer.catch(() => {}); // The app asks again and says what is wrong.
      calls.set(name, answer);
    }
  };
  return { calls, ask };
}
