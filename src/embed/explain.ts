import type { Notes } from '../../bridge/protocol.ts';
import type { SoukEventCode } from './events.ts';

/** What the page of a merchant does about a session that is over. */
export const losses: Readonly<Record<Notes['session-lost']['code'], string>> = {
  401: 'The session was revoked: hand over a token of a new one by element.token, or leave Souk.',
  407: 'The server does not know the token: get one from your back end and hand it over by element.token.',
  408: 'The token has ended: get another from your back end and hand it over by element.token.',
  'signed-out': 'The merchant has signed out: forget the token.',
};

/** Returns why no call of a page is answered, with the remedy; undefined where the reason is the page's own network. */
export async function explainUnanswered(
  api: URL,
  code: string | number,
): Promise<{ code: SoukEventCode; message: string } | undefined> {
  const here = location.origin;
  const script = new URL('souk.js', api).href;
  const secure = script.replace(/^http:/, 'https:');
  const isReached = code !== 'network' || (await reaches(script));
  // What leads from http to https answers a script, and no call.
  if (code === 'network' && secure !== script && !(await isReadable(script)) && (await isReadable(secure)))
    return {
      code: 'api',
      message: `Souk: the calls go to ${api.href}, and the server answers by https alone: write https where the page names its address.`,
    };
  if (!isReached)
    return {
      code: 'api',
      message: `Souk: nothing answers at ${api.href}: check the network, that the server runs, that data-api is right, and that connect-src of the page’s policy names it.`,
    };
  if (code !== 'network')
    return {
      code: 'api',
      message: `Souk: what answers at ${api.href} is no Souk: give the address of its calls in data-api.`,
    };
  if (api.origin === here) return undefined;
  return {
    code: 'origin',
    message: `Souk: the server at ${api.origin} does not answer this page: add ${here} to its SOUK_HOSTS.`,
  };
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
