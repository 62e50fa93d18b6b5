import type { Preload } from '../preload.ts';

/** A call with its input, which is empty where none stands behind its name. */
type Asked = string;

/** The call for who is signed in, which every screen needs, and the two more that the first screen shows. */
const names: readonly Asked[] = ['GET /v1/me', 'POST /v1/store/info', 'POST /v1/home/stat'];

/** What the one call of the home screen answers of others, in the order of its parts by name. */
const parts: Readonly<Record<string, Asked>> = {
  me: 'GET /v1/me',
  line: 'POST /v1/home/stat_line{"range":"week","metric":"profit"}',
  store: 'POST /v1/store/info',
  stat: 'POST /v1/home/stat',
  today: 'POST /v1/today{"limit":3}',
  news: 'POST /v1/notify/check{}',
};

/**
 * Sends the first calls of a visit without the code that sends all others: the first one, or all that the first screen
 * needs, in one call where the server has that.
 */
export function firstCalls(
  api: string,
  lang: string,
  scope: 'owner' | 'screen' | 'home',
): Pick<Preload, 'calls' | 'ask'> {
  const calls: Preload['calls'] = new Map();
  const ask = (authorization: string) => {
    const send = (asked: Asked) => {
      const [, method, path, body = '{}'] = /^(\w+) ([^{]+)(.+)?/.exec(asked) as unknown as [
        string,
        string,
        string,
        string?,
      ];
      const headers = { authorization, 'accept-language': lang, 'content-type': 'application/json' };
      return fetch(api + path, { method, headers, body: method === 'GET' ? undefined : body });
    };
    const keep = (asked: Asked, answer: Promise<Response>) => {
      answer.catch(() => {}); // The app asks again and reports the error.
      calls.set(asked, answer);
    };
    if (scope !== 'home') {
      for (const asked of names.slice(0, scope === 'owner' ? 1 : 3)) keep(asked, send(asked));
      return;
    }
    const home = send('POST /v1/home').then(async (answer) => ({ answer, body: await answer.json() }));
    for (const [part, asked] of Object.entries(parts))
      keep(
        asked,
        home.then(({ answer: { headers }, body: { code, data } }) =>
          // A blocked account may ask who it is, but not for its home screen.
          code === 200 ? new Response(JSON.stringify({ code, data: data[part] }), { headers }) : send(asked),
        ),
      );
  };
  return { calls, ask };
}
