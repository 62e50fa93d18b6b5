import { call } from './api.ts';
import { currentGuest } from './guest.ts';
import { acceptUser, currentToken, isEmpty, type Me, setToken, watchToken } from './session.ts';

/** One renewal after 407 or 408: the host is asked for a new token, and /v1/me whose it is. False when nobody can help. */
export async function renew(): Promise<boolean> {
  const token = await requestHostToken();
  const before = currentToken();
  if (!token || token === before) return false;
  setToken(token, 'host');
  const isUnchanged = watchToken();
  const answer: Me | undefined = await call('GET /v1/me', {}, { quiet: true, renew: false }).catch(
    () => undefined,
  );
  // Another one was handed over meanwhile, and is asked about by itself.
  if (!isUnchanged()) return true;
  if (!answer || isEmpty(answer)) {
    setToken(before);
    return false;
  }
  acceptUser(answer);
  return true;
}

/** Asks the host for a new token; undefined where there is no host, or it has none. */
export async function requestHostToken(): Promise<string | undefined> {
  try {
    const guest = await currentGuest();
    return (await guest?.request('token', { force: true }))?.token;
  } catch {
    return undefined;
  }
}
