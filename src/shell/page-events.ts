// The events of the element in a host's page, once something can be used there.
import type { NoteName, Notes } from '../../bridge/index.ts';
import { config } from '../data/config.ts';
import type { Emit, SoukEventCode } from '../embed/events.ts';
import { explainUnanswered, losses } from '../embed/explain.ts';
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
const explainForeignAnswer = (code: string | number, emit: Emit) =>
  explainUnanswered(new URL(config.api, location.href), code, (reason, message) =>
    fail(emit, reason, message),
  );

/** Emits that the host is another, or older, than Souk understands. */
const explainSilentHost = (emit: Emit) =>
  fail(
    emit,
    'host',
    'Souk: the host that mount was given did not answer within 3 s: give createHostObject().host to mount and its end to createHost, both of a host.js of this server.',
  );

const failures: Readonly<Record<Notes['failed']['code'], string>> = {
  load: 'Souk: its files did not load: check the network and script-src of the page’s policy.',
  chunk:
    'Souk: the code of a screen did not load, and the merchant can try again: check the network, and that the server still has the files of this build.',
  fault:
    'Souk: its own code failed, and the merchant can try again: report it with the error in the console.',
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
  const message = code === 'signed-out' ? 'The merchant has signed out: forget the token.' : losses[code];
  emit('session-lost', { code, message });
}

export default { followPage, emitNote, explainForeignAnswer, explainSilentHost };
