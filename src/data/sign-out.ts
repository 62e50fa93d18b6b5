import { batch, effect } from '@preact/signals';
import { local } from '../storage.ts';
import { call } from './api.ts';
import { tellHost } from './guest.ts';
import { clearPerson } from './person.ts';
import {
  clearPersonAndTab,
  currentToken,
  forgetButId,
  hasFeature,
  removeStoredToken,
  removeSubject,
  removeToken,
  session,
} from './session.ts';

/**
 * Ends the session here and, where the server supports it, there. Rejects with ApiError where the sign-out of all
 * devices failed: then nothing has ended, so that it can be tried again.
 */
export async function signOut(everywhere?: 'everywhere'): Promise<void> {
  const all = everywhere === 'everywhere';
  const logout = hasFeature('logout') ? call('POST /logout', { all }, { quiet: true }) : undefined;
  // A sign-out of this device alone needs no answer: its token is removed here.
  await logout?.catch((error: unknown) => {
    if (all) throw error;
  });
  tellHost('session-lost', { code: 'signed-out' });
  removeStoredToken();
  endHere(clearPersonAndTab);
}

/** Handles 401, a revoked or forged token: removes token and `ifo`; drafts stay in the tab for the same person. */
export const endSession = () => endHere(clearPerson);

function endHere(clear: () => void) {
  removeToken();
  removeSubject();
  batch(() => {
    clear();
    session.value = { status: 'signed-out' };
  });
}

/**
 * Handles 407, or 408 without a renewal: sign-in is drawn over the screen, and typed text stays. What was stored of the
 * person goes, but for the id, by which the same person finds the text again.
 */
export function expireSession() {
  const { status, me } = session.peek();
  // A token that is handed over while signed out can have expired, too.
  if (status === 'signed-out' && currentToken() === null) return;
  removeToken();
  // The session of another tab goes on.
  if (local.get('token') === null) forgetButId();
  session.value = { status: 'signed-out', me, expired: true };
}

/**
 * Ends the session here once another tab of this browser has removed the token that both had stored. The moments at which
 * a page looks by itself make up for events that a frozen one has missed. Returns what ends it.
 */
export function watchStoredToken(): () => void {
  let stored: string | null = null;
  const look = () => {
    const now = local.get('token');
    if (stored !== null && now === null && stored === currentToken()) expireSession();
    stored = now;
  };
  const stop = effect(() => {
    if (session.value.status === 'signed-in') stored = local.get('token') ?? stored;
  });
  const moments = ['storage', 'focus', 'pageshow'];
  for (const moment of moments) addEventListener(moment, look);
  return () => {
    stop();
    for (const moment of moments) removeEventListener(moment, look);
  };
}
