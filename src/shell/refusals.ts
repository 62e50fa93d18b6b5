import { type ApiError, onRefused, type RefusedCall, tokenRejecting } from '../data/api-error.ts';
import { codeRefusal, showBlocked } from '../data/blocked.ts';
import { config } from '../data/config.ts';
import { endSession, expireSession } from '../data/sign-out.ts';
import { toast } from '../data/toast.ts';
import { errorText } from '../lang/index.ts';
import type { Navigator } from '../location.ts';
import { paths, searchOf } from '../paths.ts';
import { createSessionEnd } from './session-lost.ts';

/** Failures without a word of the server: the screen that asked shows them in place of its data. */
const shownByScreen = new Set<number | string>(['cancelled', 'aborted', 'network', 'timeout']);
/** Returns whether no Souk answered: nothing did, or something else. */
const isForeign = ({ code, data }: ApiError) =>
  code === 'network' || code === 'protocol' || code === 'status' || data.reason === 'absent';
const leadsToNotFound = new Set<number | string>([401, 411, 437, 440]);
const leadsToInvite = new Set<number | string>([436, 438]);

/** Handles refused calls in the shell; the screen that sent one also shows its own error. */
export function followRefusals(nav: Navigator): () => void {
  const endBy = createSessionEnd();
  return onRefused((refused) => {
    const { error, quiet } = refused;
    if (isForeign(error)) config.onForeignAnswer?.(error.code);
    if (shownByScreen.has(error.code)) return;
    // First, as the toast is meant for the person who is signed in afterwards.
    move(nav, refused, endBy);
    // Where terms must be accepted, they replace the screen that made the call.
    if (!quiet && error.data.reason !== 'terms') toast(() => errorText(error), 'bad');
  });
}

function move(nav: Navigator, refused: RefusedCall, endBy: ReturnType<typeof createSessionEnd>) {
  const { call, error } = refused;
  const { code } = error;
  const here = nav.currentUrl();
  // A closed account (410) has nothing left but its files and its appeals.
  const isShut = leadsToNotFound.has(code) || error.data.exports || error.data.appeal;
  if (tokenRejecting.includes(code) && call !== 'POST /login') endBy(code as 407 | 408, expireSession);
  if (code === 401) endBy(401, endSession);
  if (isShut) showBlocked(refused);
  if (isShut && !isAt(here, paths.notFound.path)) nav.forceRoute(paths.notFound.href({ code }));
  const isThere = isAt(here, paths.invite.path);
  // A refused code that was typed on that screen is shown beside its field.
  if (!leadsToInvite.has(code) || (isThere && call === 'POST /invite_code')) return;
  codeRefusal.value = Number(code);
  if (!isThere) nav.forceRoute(paths.invite.href() + searchOf(here));
}

const isAt = (url: string, path: string) => url === path || url.startsWith(`${path}?`);
