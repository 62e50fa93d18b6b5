import { computed, effect } from '@preact/signals';
import { acceptToken } from '../data/accept-token.ts';
import { tellHost } from '../data/guest.ts';
import { requestHostToken } from '../data/send.ts';
import { currentToken, session, watchToken } from '../data/session.ts';
import type { Navigator } from '../location.ts';
import { paths } from '../paths.ts';

/** Where a revoked session (401) leads, and the sign-in that is pressed there. */
const revoked = [paths.notFound.href({ code: 401 }), paths.login.href({ again: 1 })];

/** A host with only short-lived tokens is not asked in a loop. */
const minGapMs = 5_000;

/**
 * Ends sessions and notifies the host, once for each token. For 407 and 408 the host was asked for another one before;
 * after 401 it is asked now, once, until a token was valid.
 */
export function createSessionEnd() {
  let lastToken: string | null = null;
  let hasAsked = false;
  let askedAt = 0;

  const askHost = async (lost: string) => {
    if (hasAsked || Date.now() - askedAt < minGapMs) return;
    hasAsked = true;
    askedAt = Date.now();
    const isUnchanged = watchToken();
    const token = await requestHostToken();
    // A person may have signed in meanwhile, or the host has only the token that has just ended.
    if (token && token !== lost && isUnchanged()) await acceptToken(token, 'host');
  };

  return (code: 401 | 407 | 408, end: () => void) => {
    const token = currentToken();
    if (session.peek().status === 'signed-in') hasAsked = false;
    end();
    if (token === null || token === lastToken) return;
    lastToken = token;
    tellHost('session-lost', { code });
    if (code === 401) void askHost(token);
  };
}

/**
 * Leaves /404?code=401, or its sign-in, after the next sign-in, for the screen before it, which finds its drafts again.
 * Returns what ends it.
 */
export function leaveRevoked(nav: Navigator): () => void {
  const isOver = computed(() => {
    const { status } = session.value;
    const isIn = status === 'signed-in' || status === 'info-failure';
    return isIn && revoked.some((url) => nav.url.value.startsWith(url));
  });
  return effect(() => {
    if (isOver.value) nav.back(paths.shopCentre.href());
  });
}
