import { call } from './api.ts';
import { currentGuest } from './guest.ts';
import { currentToken, isEmpty, type Me, setToken, welcome } from './session.ts';

/** One renewal after 408: the host is asked for a new token, and /v1/me whose it is. False when nobody can help. */
export async function renew(): Promise<boolean> {
  const given = await askHost().catch(() => undefined);
  const before = currentToken();
  if (!given || given === before) return false;
  setToken(given, 'host');
  const answer: Me | undefined = await call('GET /v1/me', {}, { quiet: true, renew: false }).catch(
    () => undefined,
  );
  // Another one was handed over meanwhile, and is asked about by itself.
  if (currentToken() !== given) return true;
  if (!answer || isEmpty(answer)) {
    setToken(before);
    return false;
  }
  welcome(answer);
  return true;
}

async function askHost() {
  const guest = await currentGuest();
  return (await guest?.request('token', { force: true }))?.token;
}
