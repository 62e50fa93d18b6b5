import type { Output } from '../contract/calls.ts';

export type Home = Output<'POST /v1/home'>;

/** What came of asking: the home screen, or the code of a refusal, or why there was no answer. */
export type HomeAnswer =
  | { readonly home: Home }
  | { readonly code: number | 'network' | 'timeout' | 'status' };

/** How long an answer may take, in milliseconds. */
const maxWaitMs = 15_000;

/** Asks for all that the card shows, in one call. */
export async function askHome(api: string, token: string, lang: string): Promise<HomeAnswer> {
  const signal = AbortSignal.timeout(maxWaitMs);
  try {
    const answer = await fetch(`${api}/v1/home`, {
      method: 'POST',
      headers: { authorization: token, 'accept-language': lang, 'content-type': 'application/json' },
      body: '{}',
      signal,
    });
    const { code, data } = await answer.json();
    if (code === 200 && data?.stat) return { home: data };
    // A server without this call is none that the card can show.
    return { code: code > 200 && code !== 404 ? code : 'status' };
  } catch (error) {
    if (signal.aborted) return { code: 'timeout' };
    return { code: error instanceof SyntaxError ? 'status' : 'network' };
  }
}
