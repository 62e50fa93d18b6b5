import { batch, computed, signal } from '@preact/signals';
import type { Output } from '../contract/calls.ts';
import type { FeatureName } from '../contract/features.ts';
import { draftKeys, local, tab } from '../storage.ts';
import type { ApiError } from './api-error.ts';
import { config } from './config.ts';
import { caller, clearPerson } from './person.ts';

/** A server of the specification alone sends only four of these fields. */
export type Me = Partial<Output<'GET /v1/me'>>;

export interface Session {
  /**
   * `starting`: the owner of the token is not known yet. `signed-out`: sign-in is drawn in place. `signed-in`.
   * `info-failure`: a token without an answer about its owner; `error` has the reason, absent where the data was empty.
   */
  readonly status: 'starting' | 'signed-out' | 'signed-in' | 'info-failure';
  readonly me?: Me;
  readonly error?: ApiError;
  /** The session ended during use: the screen stays below the sign-in, and drafts are kept. */
  readonly expired?: true;
}

/**
 * The source of a token decides whether it may be stored: only one of a sign-in on our own page may. `handover` is the
 * address or `mount`, `storage` an earlier visit.
 */
export type TokenSource = 'sign-in' | 'host' | 'handover' | 'storage';

export const session = signal<Session>({ status: 'starting' });
export const me = computed<Me>(() => session.value.me ?? {});
const features = computed<readonly FeatureName[]>(() => me.value.features ?? []);
export const hasFeature = (feature: FeatureName) => features.value.includes(feature);

/** The token of the known subject. */
let subjectToken: string | null = null;
/** Counts the requests for /v1/me: only the answer to the newest counts. */
let meRequests = 0;
/** Counts changes of the token. */
let tokenChanges = 0;

/** Where a tab keeps the token of a sign-in in a host's page, apart from one that was handed over. */
const ownToken = 'own.token';

/** How long a host may announce a token before sign-in is drawn, in milliseconds. */
export const maxPendingTokenMs = 10_000;

/** True as soon as calls can be made, so that first data need not wait for /v1/me. */
export const hasToken = signal(false);
export const currentToken = () => caller.token;
/** Returns the token of the address, if any; one that a host handed over is the host's responsibility. */
export const linkToken = () => config.signInTokenStorage === 'local' && config.handoverToken;

/** Begins to watch the token; returns a function that answers whether it is unchanged since. */
export function watchToken(): () => boolean {
  const before = tokenChanges;
  return () => before === tokenChanges;
}

/** Begins a request for /v1/me; returns a function that answers whether it is still the newest. */
export function beginOwnerRequest(): () => boolean {
  const request = ++meRequests;
  return () => request === meRequests;
}

/** Sets the token without asking for its owner. */
export function setToken(token: string | null, source?: TokenSource) {
  tokenChanges++;
  caller.token = token;
  hasToken.value = token !== null;
  if (token && source === 'sign-in' && config.signInTokenStorage === 'local') local.set('token', token);
  if (token && source === 'sign-in' && config.signInTokenStorage === 'tab') tab.set(ownToken, token);
  if (token && source !== 'sign-in' && source !== 'storage' && config.hostTokenStorage === 'session')
    tab.set('token', token);
}

/** Returns the token of an earlier visit, where one may be stored. */
export const storedToken = () =>
  (config.hostTokenStorage === 'session' ? tab.get('token') : null) ??
  (config.signInTokenStorage === 'tab' ? tab.get(ownToken) : null) ??
  (config.signInTokenStorage === 'local' ? local.get('token') : null);

const meKeys = ['fileHost', 'serviceLink', 'invite', 'lang', 'id'] as const;
export const isEmptyMe = (answer: Me) =>
  !meKeys.some((key) => answer[key] !== undefined && answer[key] !== null);

export const isSubjectToken = () => caller.token === subjectToken;

/** Clears the former person's state when the owner of the new token stays unknown. */
export function clearOtherPerson() {
  if (!isSubjectToken()) clearPerson();
}

export function acceptUser(answer: Me) {
  const id = answer.id ?? answer.username;
  const before = caller.subject ?? tab.get('subject') ?? storedId();
  batch(() => {
    if (before !== null && before !== undefined && id !== before) clearPersonAndTab();
    // An earlier sign-in that was refused has left its reasons in the state.
    else if (caller.subject === undefined && session.peek().status !== 'starting') clearPerson();
    caller.subject = id;
    subjectToken = caller.token;
    session.value = { status: 'signed-in', me: answer };
  });
  // Kept after a sign-out that keeps the drafts, so that no other person gets them.
  if (id !== undefined) tab.set('subject', id);
  if (config.persistMe) persistMe(answer);
}

function storedId() {
  const known = local.parse<Me>('ifo');
  return known?.id ?? known?.username;
}

/** Stores the fields under exactly the specification's keys; a language that a person chose is not overwritten. */
function persistMe(answer: Me) {
  for (const key of ['fileHost', 'serviceLink', 'invite'] as const) local.set(key, answer[key] ?? '');
  if (!local.get('langChosen')) local.set('lang', answer.lang || config.lang());
  local.set('ifo', JSON.stringify(answer));
}

/**
 * Removes the token and ignores its pending answers. A token that another tab has stored since then stays, as that
 * session has not ended.
 */
export function removeToken() {
  if (local.get('token') === caller.token) local.remove('token');
  tab.remove(ownToken);
  forgetToken();
}

/** Removes the token but for that of a sign-in which the tab keeps, and ignores its pending answers. */
export function forgetToken() {
  meRequests++;
  setToken(null);
  tab.remove('token');
}

/** Removes the stored token, even if another tab stored it: the person has signed out of this browser. */
export const removeStoredToken = () => local.remove('token');

/** Removes what is stored of the person but the id. */
export function forgetButId() {
  for (const key of ['store', 'homeStat', 'today'] as const) local.remove(key);
  const id = storedId();
  if (id === undefined) local.remove('ifo');
  else local.set('ifo', JSON.stringify({ id }));
}

export function removeSubject() {
  caller.subject = undefined;
  local.remove('ifo');
}

/** Clears all of a person: state in memory, drafts, and keys of commands. */
export function clearPersonAndTab() {
  clearPerson();
  for (const start of [draftKeys, 'key:']) for (const key of tab.keys(start)) tab.remove(key);
}
