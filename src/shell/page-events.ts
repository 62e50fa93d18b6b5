// The events of the element in a host's page, once something can be used there.
import type { NoteName, Notes } from '../../bridge/index.ts';
import { config } from '../data/config.ts';
import type { Emit, SoukEventCode } from '../embed/events.ts';
import type { Navigator } from '../location.ts';
import { openPath, unknownPath } from './open-path.ts';
import { reportBadge, reportDirty } from './reports.ts';

/** Dispatches what happens in the app on the element, and follows the element's path. Returns what ends it. */
function followPage(nav: Navigator, element: Element, emit: Emit): () => void {
  let last = nav.url.peek();
  const undo = [
    nav.url.subscribe((path) => {
      if (path !== last) emit('navigate', { path });
      last = path;
    }),
    reportBadge((params) => emit('badge', params)),
    reportDirty((params) => emit('dirty', params)),
    followPath(nav, element, emit),
  ];
  return () => {
    for (const stop of undo) stop();
  };
}

/** Emits an error, and writes it into the console. */
function fail(emit: Emit, code: SoukEventCode, message: string) {
  console.warn(message);
  emit('error', { code, message });
}

/** Shows the screen of `data-path` whenever the page sets it on a `<souk-app>`. */
function followPath(nav: Navigator, element: Element, emit: Emit): () => void {
  const watch = new MutationObserver(() => {
    const path = element.getAttribute('data-path');
    if (path && !openPath(nav, path)) fail(emit, 'unknown_path', unknownPath(path));
  });
  if (element.localName === 'souk-app') watch.observe(element, { attributeFilter: ['data-path'] });
  return () => watch.disconnect();
}

/** Emits why no call of this page is answered. */
async function explainForeignAnswer(code: string | number, emit: Emit) {
  const api = new URL(config.api, location.href);
  const here = location.origin;
  const script = new URL('souk.js', api).href;
  const secure = script.replace(/^http:/, 'https:');
  const isReached = code !== 'network' || (await reaches(script));
  // What leads from http to https answers a script, and no call.
  if (code === 'network' && secure !== script && !(await isReadable(script)) && (await isReadable(secure)))
    fail(
      emit,
      'api',
      `Souk: the calls go to ${api.href}, and the server answers by https alone: write https where the page names its address.`,
    );
  else if (!isReached)
    fail(
      emit,
      'api',
      `Souk: nothing answers at ${api.href}: check the network, that the server runs, that data-api is right, and that connect-src of the page’s policy names it.`,
    );
  else if (code !== 'network')
    fail(
      emit,
      'api',
      `Souk: what answers at ${api.href} is no Souk: give the address of its calls in data-api.`,
    );
  else if (api.origin !== here)
    fail(
      emit,
      'origin',
      `Souk: the server at ${api.origin} does not answer this page: add ${here} to its SOUK_HOSTS.`,
    );
}

/** Emits that the host is another, or older, than Souk understands. */
const explainSilentHost = (emit: Emit) =>
  fail(
    emit,
    'host',
    'Souk: the host that mount was given did not answer within 3 s: give createHostObject().host to mount and its end to createHost, both of a host.js of this server.',
  );

/** Returns whether Souk's script, which every page may read, is at an address itself. */
const isReadable = (url: string) =>
  fetch(url, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns whether anything answers at an address; without CORS no more can be known. */
const reaches = (url: string) =>
  fetch(url, { mode: 'no-cors', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

const failures: Readonly<Record<Notes['failed']['code'], string>> = {
  load: 'Souk: its files did not load: check the network and script-src of the page’s policy.',
  chunk:
    'Souk: the code of a screen did not load, and the merchant can try again: check the network, and that the server still has the files of this build.',
  fault:
    'Souk: its own code failed, and the merchant can try again: report it with the error in the console.',
};

const losses: Readonly<Record<Notes['session-lost']['code'], string>> = {
  401: 'The session was revoked: hand over a token of a new one by element.token, or leave Souk.',
  407: 'The server does not know the token: get one from your back end and hand it over by element.token.',
  408: 'The token has ended: get another from your back end and hand it over by element.token.',
  'signed-out': 'The merchant has signed out: forget the token.',
};

/** Dispatches the note of a failure, of a lost session, or of something that is not taken, which the console has already. */
function emitNote(name: NoteName, params: Notes[NoteName], emit: Emit) {
  if (name === 'log') {
    const { code, text } = params as Notes['log'];
    if (code) emit('error', { code, message: text });
    return;
  }
  if (name === 'failed') {
    const { code } = params as Notes['failed'];
    fail(emit, code, failures[code]);
    return;
  }
  const { code } = params as Notes['session-lost'];
  emit('session-lost', { code, message: losses[code] });
}

export default { followPage, emitNote, explainForeignAnswer, explainSilentHost };
