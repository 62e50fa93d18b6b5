import { batch, computed, signal } from '@preact/signals';
import type { Output } from '../contract/calls.ts';
import type { FeatureName } from '../contract/features.ts';
import { draftKeys, local, tab } from '../storage.ts';
import { call, configureApi } from './api.ts';
import { type ApiError, asApiError, type FailureCode } from './api-error.ts';
import { forgetPerson } from './person.ts';

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

export interface SessionOptions {
  /** `memory` where the page is somebody else's, or a host hands tokens over. */
  keepSignIn: 'storage' | 'memory';
  /** Where a token of host or URL is kept: `session` survives a reload, `memory` does not. */
  handedOver: 'memory' | 'session';
  /** Writes /v1/me's fields under the specification's keys: on our own page only. */
  keepMe: boolean;
  /** The language in use, for a user whose own is not known. */
  lang(): string;
  /** The token that came with the address or the mount, whether it is in use or waits to be looked at. */
  offered?: string | null | undefined;
}

export const session = signal<Session>({ status: 'starting' });
export const me = computed<Me>(() => session.value.me ?? {});
const features = computed<readonly FeatureName[]>(() => me.value.features ?? []);
export const has = (feature: FeatureName) => features.value.includes(feature);

let token: string | null = null;
let subject: string | undefined;
/** The token that the subject is known by. */
let subjectToken: string | null = null;
let options: SessionOptions = { keepSignIn: 'storage', handedOver: 'memory', keepMe: true, lang: () => 'en' };
let version = 0;
let pendingMe: Promise<void> | undefined;

/** True as soon as calls can be made, so that first data need not wait for /v1/me. */
export const hasToken = signal(false);
export const currentToken = () => token;
/** Of an address only: what a host hands over, around a page or a part of one, is for the host to answer for. */
export const offeredToken = () => options.keepSignIn === 'storage' && options.offered;

export function setToken(value: string | null, source?: TokenSource) {
  token = value;
  hasToken.value = value !== null;
  if (value && source === 'sign-in' && options.keepSignIn === 'storage') local.set('token', value);
  if (value && source !== 'sign-in' && source !== 'storage' && options.handedOver === 'session')
    tab.set('token', value);
}

export function configureSession(given: Partial<SessionOptions>) {
  options = { ...options, ...given };
  configureApi({
    token: () => token,
    subject: () => subject,
    pendingMe: () => pendingMe,
    features: () => features.peek(),
  });
}

/** The token of an earlier visit, where one may be kept. */
export const storedToken = () =>
  (options.handedOver === 'session' ? tab.get('token') : null) ??
  (options.keepSignIn === 'storage' ? local.get('token') : null);

/** Takes the first token, or the news that there is none. */
export function start(value: string | null, source?: TokenSource): Promise<void> {
  if (!value) {
    session.value = { status: 'signed-out' };
    return Promise.resolve();
  }
  return takeToken(value, source ?? 'storage');
}

/**
 * A new token: /v1/me says whose it is. The same person keeps everything; for another one all is wiped first, and
 * nothing of the old person is shown meanwhile.
 */
export async function takeToken(value: string, source: TokenSource): Promise<void> {
  const { me } = session.peek();
  if (token && value !== token) {
    configureApi({ preloaded: new Map() });
    // What a token of nobody known has brought is not for the next one.
    if (!me) forgetPerson();
  }
  setToken(value, source);
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
  const mine = ++version;
  try {
    const onError = ({ code }: ApiError) => {
      if (mine === version && !endings.includes(code)) forgetOther();
    };
    const answer: Me = await call('GET /v1/me', {}, { quiet: true, onError });
    if (mine !== version) return;
    if (isEmpty(answer)) {
      forgetOther();
      session.value = { status: 'info-failure' };
      return;
    }
    acceptUser(answer);
  } catch (thrown) {
    if (mine !== version) return;
    const error = asApiError(thrown);
    // Who was here stays here while only the network is away, if it is known that the token is theirs.
    if (session.peek().me && error.retryable && token === subjectToken)
      session.value = { ...session.peek(), status: 'signed-in' };
    else session.value = { status: 'info-failure', error };
  }
}

/** Codes that end a session, without a word on whose it was. */
const endings: readonly FailureCode[] = [401, 407, 408];

/** Leaves nothing of the person before to a token whose owner stays unknown. */
function forgetOther() {
  if (token !== subjectToken) forgetPerson();
}

export function acceptUser(answer: Me) {
  const id = answer.id ?? answer.username;
  const before = subject ?? tab.get('subject') ?? idOf(local.get('ifo'));
  batch(() => {
    if (before !== null && before !== undefined && id !== before) wipe();
    // A sign-in that was refused before this one has left its reasons.
    else if (subject === undefined && session.peek().status !== 'starting') forgetPerson();
    subject = id;
    subjectToken = token;
    session.value = { status: 'signed-in', me: answer };
  });
  // Outlives a sign-out that keeps the drafts, so that they are nobody else's.
  if (id !== undefined) tab.set('subject', id);
  if (options.keepMe) persistMe(answer);
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
  if (!local.get('langChosen')) local.set('lang', answer.lang || options.lang());
  local.set('ifo', JSON.stringify(answer));
}

/**
 * Removes the token, and ignores every answer that is still on its way for it. A token that another tab has stored
 * since then stays: that session has not ended.
 */
export function dropToken() {
  if (local.get('token') === token) local.remove('token');
  version++;
  setToken(null);
  tab.remove('token');
}

/** Removes the stored token, of whichever tab: the person has signed out of this browser. */
export const dropStoredToken = () => local.remove('token');

export function dropSubject() {
  subject = undefined;
  local.remove('ifo');
}

/** Forgets a person whole: what memory holds, every draft, every key of a payment. */
export function wipe() {
  forgetPerson();
  for (const start of [draftKeys, 'key:']) for (const key of tab.keys(start)) tab.remove(key);
}
