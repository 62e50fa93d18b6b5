import type { Guest, HostState } from '../../bridge/index.ts';
import { apiConfig, configureApi } from '../data/api.ts';
import { currentGuest } from '../data/guest.ts';
import { capabilities } from '../data/host.ts';
import { configureSession, session, takeToken } from '../data/session.ts';
import { endSession } from '../data/sign-out.ts';
import type { Place } from '../location.ts';
import { hasDrafts } from '../ui/draft.ts';
import { hostLang } from './follow-lang.ts';
import { followErrors } from './host-errors.ts';
import { createLook } from './host-look.ts';
import { feelToasts, tellHeight, tellScreens } from './host-notes.ts';
import { pickByHost } from './host-pick.ts';
import { setAway } from './presence.ts';

/** Does what a host publishes, at once and live; the host's events enter the app here and nowhere else. */
export function followHost(root: HTMLElement, place: Place, onResume: () => void): () => void {
  let isOver = false;
  let undo = () => {};
  currentGuest()?.then(
    (guest) => {
      if (!isOver) undo = listen(guest, root, place, onResume);
    },
    () => {}, // The next word to the host brings it.
  );
  return () => {
    isOver = true;
    undo();
  };
}

/** What the host has said since its greeting, while the rest of the bridge was on its way and nobody listened. */
const news = (now: HostState, greeted: HostState): HostState =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== greeted[name as keyof HostState]),
  );

/** One mistake of a host does not cost it the rest of its word. */
const addressOf = (text: string) => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** The page's own configuration says which server is spoken to; a host may only name another path of it. */
function moveApi(base: string): boolean {
  const known = new URL(apiConfig().base, location.href);
  const given = addressOf(base);
  if (!given || given.origin !== known.origin || given.href === known.href) return false;
  configureApi({ base: base.replace(/\/+$/, '') });
  return true;
}

function listen(guest: Guest, root: HTMLElement, place: Place, onResume: () => void) {
  const look = createLook(root);
  let word: Parameters<typeof hostLang>[1] = 'first';
  /** Whatever may come first, with the greeting or long after it. */
  const meet = (state: HostState) => {
    const { platform, capabilities: known } = guest.host();
    capabilities.value = known;
    look.dress(state);
    if (state.lang) void hostLang(state.lang, word);
    if (platform !== 'none') {
      word = 'changed';
      // Also where it came so late that Souk had gone on alone: what is signed in here is no longer written down.
      configureSession({ keepSignIn: 'memory' });
    }
    if (state.api && moveApi(state.api)) onResume();
  };
  const hear = (state: HostState) => {
    meet(state);
    if (state.token) void take(state.token);
    if (state.token === null) endSession();
  };
  /** What was refused while nobody was signed in is asked for again. */
  const take = async (token: string) => {
    const wasOut = session.peek().status === 'signed-out';
    await takeToken(token, 'host');
    if (wasOut && session.peek().status === 'signed-in') onResume();
  };
  const close = () => void guest.request('close', { dirty: hasDrafts() }).catch(() => {});
  void guest.ready.then(({ state }) => {
    meet(state);
    hear(news(guest.state(), state));
  });
  const undo = [
    look.undress,
    pickByHost(root),
    guest.on('state', hear),
    // A sheet first, then the screen before; from the first one Souk is left, if whoever types agrees.
    guest.on('back', () => place.back(undefined, close)),
    guest.on('pause', () => setAway('away')),
    guest.on('resume', () => {
      setAway('here');
      onResume();
    }),
    place.depth.subscribe((depth) => guest.note('back', { depth })),
    tellScreens(guest, place),
    tellHeight(guest, root),
    feelToasts(),
    followErrors((text) => guest.note('log', { level: 'error', text })),
  ];
  return () => {
    capabilities.value = [];
    setAway('here');
    for (const stop of undo) stop();
  };
}
