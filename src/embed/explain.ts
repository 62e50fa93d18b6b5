import type { Notes } from '../../bridge/protocol.ts';
import type { SoukEventCode } from './events.ts';

/** What the page of a merchant does about a session that is over. */
export const losses: Readonly<Record<Exclude<Notes['session-lost']['code'], 'signed-out'>, string>> = {
  401: 'The session was revoked: hand over a token of a new one by element.token, or leave Souk.',
  407: 'The server does not know the token: get one from your back end and hand it over by element.token.',
  408: 'The token has ended: get another from your back end and hand it over by element.token.',
};

/** Calls `fail` with the reason why no call of a page is answered, and the remedy; not where it is the page's own network. */
export async function explainUnanswered(
  api: URL,
  code: string | number,
  fail: (code: SoukEventCode, message: string) => void,
): Promise<void> {
  const failAsOther = () =>
    fail(
      'api',
      `Souk: what answers at ${api.href} is no Souk, or refuses this page: give the address of its calls in data-api, with https:// or http:// before it.`,
    );
  // Without its scheme, localhost:8080/api is an address that no browser asks.
  if (code !== 'network' || !/^http/.test(api.protocol)) return failAsOther();
  const script = new URL('souk.js', api).href;
  const scheme = api.protocol === 'http:' ? 'https' : 'http';
  const isThere = await isReadable(script);
  // What leads from http to https answers a script, and no call.
  if (!isThere && (await isReadable(script.replace(/^https?/, scheme))))
    return fail(
      'api',
      `Souk: the calls go to ${api.href}, and the server answers by ${scheme} alone: write ${scheme} where the page names its address.`,
    );
  if (!(await reaches(script)))
    return fail(
      'api',
      `Souk: nothing answers at ${api.href}: check the network, that the server runs, that data-api is right, and that connect-src of the page’s policy names it.`,
    );
  if (!isThere) return failAsOther();
  if (api.origin !== location.origin)
    fail(
      'origin',
      `Souk: the server at ${api.origin} does not answer this page: add ${location.origin} to its SOUK_HOSTS.`,
    );
}

/** Returns whether Souk's script, which every page may read, is at an address itself. */
const isReadable = (url: string) =>
  fetch(url, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns whether anything answers at an address; without CORS no more can be known. */
const reaches = (url: string) =>
  fetch(url, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
