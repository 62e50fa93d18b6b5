import type { Guest, HostState, Insets } from '../../bridge/index.ts';
import { currentGuest } from '../data/guest.ts';
import { takeToken } from '../data/session.ts';
import { endSession } from '../data/sign-out.ts';
import type { Place } from '../location.ts';
import { hostLang } from './follow-lang.ts';

const edges = ['top', 'right', 'bottom', 'left'] as const;

/** Styles hang on the app's own root: the page around it may be somebody else's. */
function dress(root: HTMLElement, { theme, colors, insets, keyboard }: HostState) {
  const set = (name: string, value: string | undefined) => value && root.style.setProperty(name, value);
  if (theme === 'auto') delete root.dataset.theme;
  else if (theme) root.dataset.theme = theme;
  // Text on the accent is computed from it and stays readable; other colours of a host could not promise that.
  if (colors && !colors.accent) root.style.removeProperty('--souk-accent');
  if (colors?.accent && CSS.supports('color', colors.accent)) set('--souk-accent', colors.accent);
  for (const edge of edges) set(`--souk-inset-${edge}`, px(insets, edge));
  if (keyboard === undefined) return;
  set('--souk-keyboard', `${keyboard}px`);
  if (keyboard > 0)
    (root.getRootNode() as Document | ShadowRoot).activeElement?.scrollIntoView({ block: 'nearest' });
}

const px = (insets: Insets | undefined, edge: keyof Insets) => (insets ? `${insets[edge]}px` : undefined);

/** Does what a host publishes, at once and live; the host's events enter the app here and nowhere else. */
export function followHost(root: HTMLElement, place: Place, onResume: () => void): () => void {
  let undo: (() => void)[] | undefined = [];
  currentGuest()?.then(
    (guest) => undo?.push(...listen(guest, root, place, onResume)),
    () => {}, // The next word to the host brings it.
  );
  return () => {
    for (const stop of undo ?? []) stop();
    undo = undefined;
  };
}

/** What the host has said since its greeting, while the rest of the bridge was on its way and nobody listened. */
const news = (now: HostState, greeted: HostState): HostState =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== greeted[name as keyof HostState]),
  );

function listen(guest: Guest, root: HTMLElement, place: Place, onResume: () => void) {
  const hear = (state: HostState) => {
    dress(root, state);
    if (state.lang) void hostLang(state.lang, 'changed');
    if (state.token) void takeToken(state.token, 'host');
    if (state.token === null) endSession();
  };
  void guest.ready.then(({ state }) => {
    dress(root, state);
    if (state.lang) void hostLang(state.lang, 'first');
    hear(news(guest.state(), state));
  });
  return [
    guest.on('state', hear),
    guest.on('back', () => place.back()),
    guest.on('resume', onResume),
    place.depth.subscribe((depth) => guest.note('back', { depth })),
  ];
}
