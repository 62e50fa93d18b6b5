import { call } from './api.ts';
import { currentGuest } from './guest.ts';
import { acceptUser, currentToken, isEmptyMe, type Me, setToken, watchToken } from './session.ts';

/** Renews a token once after 407 or 408, by the host; /v1/me then names its owner. False where no new token came. */
export async function renew(): Promise<boolean> {
  const token = await requestHostToken();
  const before = currentToken();
  if (!token || token === before) return false;
  setToken(token, 'host');
  const isUnchanged = watchToken();
  const answer: Me | undefined = await call('GET /v1/me', {}, { quiet: true, renew: false }).catch(
    () => undefined,
  );
  // Another token was accepted in between, and its owner is asked for there.
  if (!isUnchanged()) return true;
  if (!answer || isEmptyMe(answer)) {
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
