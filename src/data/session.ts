import { batch, computed, signal } from '@preact/signals';
import type { Output } from '../contract/calls.ts';
import type { FeatureName } from '../contract/features.ts';
import { draftKeys, local, tab } from '../storage.ts';
import { call } from './api.ts';
import { type ApiError, asApiError, type FailureCode } from './api-error.ts';
import { config } from './config.ts';
import { caller, forgetPerson } from './person.ts';

/** A server of the specification alone sends only four of these fields. */
export type Me = Partial<Output<'GET /v1/me'>>;

export interface Session {
  /**
   * `starting`: nobody knows yet who this is. `signed-out`: sign-in is drawn in place. `signed-in`.
   * `info-failure`: a token, but no answer about its owner; `error` says why, or is absent where there was no data.
   */
  readonly status: 'starting' | 'signed-out' | 'signed-in' | 'info-failure';
  readonly me?: Me;
  readonly error?: ApiError;
  /** Sign-in ended while somebody was at work: the screen stays under the sign-in, drafts kept. */
  readonly expired?: true;
}

/** Where a token came from decides whether it may be written down: only one of a sign-in on our own page may. */
export type TokenSource = 'sign-in' | 'host' | 'url' | 'storage';

export const session = signal<Session>({ status: 'starting' });
export const me = computed<Me>(() => session.value.me ?? {});
const features = computed<readonly FeatureName[]>(() => me.value.features ?? []);
export const has = (feature: FeatureName) => features.value.includes(feature);

/** The token that the subject is known by. */
let subjectToken: string | null = null;
let version = 0;
/** Counts the tokens that came and went. */
let tokenChanges = 0;
/** Under way while it is asked whose a new token is. */
export let pendingMe: Promise<void> | undefined;

/** How long a host may announce a token before sign-in is drawn, in milliseconds. */
export const maxPendingTokenMs = 10_000;

/** True as soon as calls can be made, so that first data need not wait for /v1/me. */
export const hasToken = signal(false);
export const currentToken = () => caller.token;
/** Returns the token of the address, if any; one that a host handed over is the host's responsibility. */
export const linkToken = () => config.signInStorage === 'storage' && config.handedToken;

/** Begins to watch the token; returns whether none has come or gone since, for what waits to bring one. */
export function watchToken(): () => boolean {
  const before = tokenChanges;
  return () => before === tokenChanges;
}

/** Puts a token in place without a word on whose it is. */
export function setToken(token: string | null, source?: TokenSource) {
  tokenChanges++;
  caller.token = token;
  hasToken.value = token !== null;
  if (token && source === 'sign-in' && config.signInStorage === 'storage') local.set('token', token);
  if (token && source !== 'sign-in' && source !== 'storage' && config.hostTokenStorage === 'session')
    tab.set('token', token);
}

/** The token of an earlier visit, where one may be kept. */
export const storedToken = () =>
  (config.hostTokenStorage === 'session' ? tab.get('token') : null) ??
  (config.signInStorage === 'storage' ? local.get('token') : null);

/**
 * Accepts a token, whatever brought it: /v1/me says whose it is. The same person keeps everything; for another one all
 * is wiped first, and nothing of the old person is shown meanwhile. Null says that
 * there is none: where one was awaited, sign-in is drawn.
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
    // What a token of nobody known has brought is not for the next one.
    if (!me) forgetPerson();
  }
  setToken(token, source);
  if (me) session.value = { ...session.peek(), status: 'starting', expired: undefined };
  const asked = loadMe();
  pendingMe = asked;
  await asked;
  if (pendingMe === asked) pendingMe = undefined;
}

const meKeys = ['fileHost', 'serviceLink', 'invite', 'lang', 'id'] as const;
export const isEmpty = (answer: Me) =>
  !meKeys.some((key) => answer[key] !== undefined && answer[key] !== null);

/** Asks who this is; the retry of the info-failure screen. */
export async function loadMe(): Promise<void> {
  const request = ++version;
  try {
    const onError = ({ code }: ApiError) => {
      if (request === version && !endings.includes(code)) forgetOther();
    };
    const answer: Me = await call('GET /v1/me', {}, { quiet: true, onError });
    if (request !== version) return;
    if (isEmpty(answer)) {
      forgetOther();
      session.value = { status: 'info-failure' };
      return;
    }
    acceptUser(answer);
  } catch (thrown) {
    if (request !== version) return;
    const error = asApiError(thrown);
    // Who was here stays here while only the network is away, if it is known that the token is theirs.
    if (session.peek().me && error.retryable && caller.token === subjectToken)
      session.value = { ...session.peek(), status: 'signed-in' };
    else session.value = { status: 'info-failure', error };
  }
}

/** Codes that end a session, without a word on whose it was. */
const endings: readonly FailureCode[] = [401, 407, 408];

/** Leaves nothing of the person before to a token whose owner stays unknown. */
function forgetOther() {
  if (caller.token !== subjectToken) forgetPerson();
}

export function acceptUser(answer: Me) {
  const id = answer.id ?? answer.username;
  const before = caller.subject ?? tab.get('subject') ?? idOf(local.get('ifo'));
  batch(() => {
    if (before !== null && before !== undefined && id !== before) wipe();
    // A sign-in that was refused before this one has left its reasons.
    else if (caller.subject === undefined && session.peek().status !== 'starting') forgetPerson();
    caller.subject = id;
    subjectToken = caller.token;
    session.value = { status: 'signed-in', me: answer };
  });
  // Outlives a sign-out that keeps the drafts, so that they are nobody else's.
  if (id !== undefined) tab.set('subject', id);
  if (config.persistMe) persistMe(answer);
}

function idOf(ifo: string | null): string | undefined {
  try {
    const known = JSON.parse(ifo ?? 'null') as Me | null;
    return known?.id ?? known?.username;
  } catch {
    return undefined;
  }
}

/** Under exactly these keys; a language that a person chose here is not overwritten. */
function persistMe(answer: Me) {
  for (const key of ['fileHost', 'serviceLink', 'invite'] as const) local.set(key, answer[key] ?? '');
  if (!local.get('langChosen')) local.set('lang', answer.lang || config.lang());
  local.set('ifo', JSON.stringify(answer));
}

/**
 * Removes the token, and ignores every answer that is still on its way for it. A token that another tab has stored
 * since then stays: that session has not ended.
 */
export function dropToken() {
  if (local.get('token') === caller.token) local.remove('token');
  version++;
  setToken(null);
  tab.remove('token');
}

/** Removes the stored token, of whichever tab: the person has signed out of this browser. */
export const dropStoredToken = () => local.remove('token');

export function dropSubject() {
  caller.subject = undefined;
  local.remove('ifo');
}

/** Forgets a person whole: what memory holds, every draft, every key of a payment. */
export function wipe() {
  forgetPerson();
  for (const start of [draftKeys, 'key:']) for (const key of tab.keys(start)) tab.remove(key);
}
