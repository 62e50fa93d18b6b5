import { call } from './api.ts';
import { type ApiError, asApiError, tokenRejecting } from './api-error.ts';
import { config } from './config.ts';
import { caller, clearPerson } from './person.ts';
import {
  acceptUser,
  beginOwnerRequest,
  clearOtherPerson,
  isEmptyMe,
  isSubjectToken,
  type Me,
  session,
  setToken,
  type TokenSource,
} from './session.ts';

/**
 * Accepts a token from any source and asks /v1/me for its owner. The same person keeps all state; for another person it
 * is cleared first, and nothing of the former one is shown in between. Null means that there is none: where one was
 * awaited, sign-in is drawn.
 */
export async function acceptToken(token: string | null, source: TokenSource): Promise<void> {
  const { me, status } = session.peek();
  if (!token) {
    if (caller.token !== null || status !== 'starting') return;
    setToken(null);
    session.value = { status: 'signed-out' };
    return;
  }
  if (caller.token && token !== caller.token) {
    config.preloaded.clear();
    // State that was loaded by a token without a known owner must not pass to the next owner.
    if (!me) clearPerson();
  }
  setToken(token, source);
  if (me) session.value = { ...session.peek(), status: 'starting', expired: undefined };
  const ownerRequest = loadMe();
  caller.ownerRequest = ownerRequest;
  await ownerRequest;
  if (caller.ownerRequest === ownerRequest) caller.ownerRequest = undefined;
}

/** Asks for the owner of the token; also the retry of the info-failure screen. */
export async function loadMe(): Promise<void> {
  const isNewest = beginOwnerRequest();
  try {
    const onError = (error: ApiError) => {
      if (isNewest() && !endsSession(error)) clearOtherPerson();
    };
    const answer: Me = await call('GET /v1/me', {}, { quiet: true, onError });
    if (!isNewest()) return;
    if (isEmptyMe(answer)) {
      clearOtherPerson();
      session.value = { status: 'info-failure' };
      return;
    }
    acceptUser(answer);
  } catch (thrown) {
    if (!isNewest()) return;
    const error = asApiError(thrown);
    // While only the network is away the known person stays signed in, if this is still that person's token.
    if (session.peek().me && error.retryable && isSubjectToken())
      session.value = { ...session.peek(), status: 'signed-in' };
    else session.value = { status: 'info-failure', error };
  }
}

/** Returns whether a refusal ends the session without naming its owner. */
const endsSession = ({ code }: ApiError) => code === 401 || tokenRejecting.includes(code);
