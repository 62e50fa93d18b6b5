import { call } from './api.ts';
import { currentToken, isEmpty, type Me, sessionOptions, setToken, welcome } from './session.ts';

/** One renewal after 408: the host is asked for a new token, and /v1/me whose it is. False when nobody can help. */
export async function renew(): Promise<boolean> {
  const given = await sessionOptions()
    .askHost?.()
    .catch(() => null);
  if (!given || given === currentToken()) return false;
  setToken(given, 'host');
  const answer: Me | undefined = await call('GET /v1/me', {}, { quiet: true, renew: false }).catch(
    () => undefined,
  );
  if (!answer || isEmpty(answer)) return false;
  welcome(answer);
  return true;
}
