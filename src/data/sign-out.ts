import { batch } from '@preact/signals';
import { call } from './api.ts';
import { resetAll } from './resource.ts';
import { dropSubject, dropToken, has, session, wipe } from './session.ts';

/** Ends the session here and, where the server knows how, there. */
export async function signOut(everywhere?: 'everywhere'): Promise<void> {
  const told = has('logout')
    ? call('POST /logout', { all: everywhere === 'everywhere' }, { quiet: true })
    : undefined;
  // Whether or not the server heard it, nobody stays signed in on this device.
  await told?.catch(() => {});
  end(wipe);
}

/** 401: revoked or forged. Token and `ifo` go; drafts stay in the tab, for the same person to find. */
export const endSession = () => end(resetAll);

function end(forget: () => void) {
  dropToken();
  dropSubject();
  batch(() => {
    forget();
    session.value = { status: 'signed-out' };
  });
}

/** 407, or 408 that nobody could renew: sign-in is drawn over the screen, and what was typed stays. */
export function expire() {
  const { status, me } = session.peek();
  if (status === 'signed-out') return;
  dropToken();
  session.value = { status: 'signed-out', me, expired: true };
}
