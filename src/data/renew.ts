import { call } from './api.ts';
import { currentGuest } from './guest.ts';
import { currentToken, isEmpty, type Me, setToken, welcome } from './session.ts';

/** One renewal after 408: the host is asked for a new token, and /v1/me whose it is. False when nobody can help. */
export async function renew(): Promise<boolean> {
  const given = await askHost().catch(() => undefined);
  if (!given || given === currentToken()) return false;
  setToken(given, 'host');
  const answer: Me | undefined = await call('GET /v1/me', {}, { quiet: true, renew: false }).catch(
    () => undefined,
  );
  if (!answer || isEmpty(answer)) return false;
  welcome(answer);
  return true;
}

async function askHost() {
  const guest = await currentGuest();
  return (await guest?.request('token', { force: true }))?.token;
}
