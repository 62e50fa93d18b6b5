import type { Events, Guest, HostState, Params, WireFile } from '../../bridge/index.ts';
import { acceptToken } from '../data/accept-token.ts';
import { config, configure } from '../data/config.ts';
import { currentGuest, tellHost } from '../data/guest.ts';
import { capabilities, haptic } from '../data/host.ts';
import { maxPendingTokenMs, session } from '../data/session.ts';
import { endSession } from '../data/sign-out.ts';
import { toasts } from '../data/toast.ts';
import type { Navigator } from '../location.ts';
import { nameOfPath } from '../paths.ts';
import { hasDrafts } from '../ui/has-drafts.ts';
import { applyHostLang } from './follow-lang.ts';
import { createHostTheme } from './host-theme.ts';
import { openPath, unknownPath } from './open-path.ts';
import { reportBadge, reportDepth, reportDirty } from './reports.ts';
import { setHostVisibility } from './visibility.ts';

const canPick = () => capabilities.peek().includes('pickFile');

const asFile = ({ name, type, base64 }: WireFile) =>
  new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name, { type });

/** Lets a person choose a file by the host; undefined where none was chosen, or the transfer was incomplete. */
const pickFile = async (what: Params<'pickFile'>): Promise<File | undefined> => {
  try {
    return asFile((await (await currentGuest())?.request('pickFile', what)) as WireFile);
  } catch {
    return undefined;
  }
};

/** Lets the host choose files where it can, as a WebView may have no dialog; the field then takes the chosen file. */
function pickByHost(root: HTMLElement): () => void {
  const click = async (event: Event) => {
    const [field] = event.composedPath();
    if (!(field instanceof HTMLInputElement) || field.type !== 'file' || !canPick()) return;
    event.preventDefault();
    const { accept, capture } = field;
    const file = await pickFile({ accept, ...(capture && { capture }) });
    if (!file || !field.isConnected) return;
    const chosen = new DataTransfer();
    chosen.items.add(file);
    field.files = chosen.files;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}

/** Where our own code lies; errors of other scripts in a host's page are not reported. */
const codePath = new URL('.', import.meta.url).pathname;

/** Kinds of errors and their codes are single words; a sentence may quote what a person typed. */
const singleWord = (value: unknown) => (/^\w{1,40}$/.test(String(value)) ? String(value) : '');

/** Returns the part of an error that may be sent: its kind and where it happened, never its message. */
export function traceOf(error: unknown): string | undefined {
  const { name, code, stack = '' } = (error ?? {}) as { name?: unknown; code?: unknown; stack?: string };
  if (!stack.includes(codePath)) return undefined;
  const places = [...stack.matchAll(/([\w-]+\.[jt]sx?)[^:\n]*(:\d+:\d+)/g)].map(
    ([, file = '', at = '']) => file + at,
  );
  return [singleWord(name) || 'Error', code !== undefined && singleWord(code), ...places.slice(0, 6)]
    .filter(Boolean)
    .join(' ');
}

/** Reports every uncaught error of our own code. */
function followErrors(report: (trace: string) => void): () => void {
  const onError = (event: ErrorEvent | PromiseRejectionEvent) => {
    const trace = traceOf('reason' in event ? event.reason : event.error);
    if (trace) report(trace);
  };
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onError);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onError);
  };
}

/** Returns what changed since the greeting, while the rest of the bridge was loading and no listener was registered. */
const changesSince = (now: HostState, greeted: HostState): HostState =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== greeted[name as keyof HostState]),
  );

/** Returns undefined for an invalid address, so that the rest of the host's state still applies. */
const parseUrl = (text: string) => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** Moves to another path of the configured server; a host may not name another server. */
function moveApi(base: string): boolean {
  const known = new URL(config.api, location.href);
  const url = parseUrl(base);
  if (!url || url.origin !== known.origin || url.href === known.href) return false;
  configure({ api: base.replace(/\/+$/, '') });
  return true;
}

/**
 * Applies the state that a host publishes, at once and live; the host's events enter the app only here. Returns what
 * ends it.
 */
export function applyHostEvents(
  guest: Guest,
  root: HTMLElement,
  nav: Navigator,
  onResume: () => void,
): () => void {
  const theme = createHostTheme(root);
  let langChange: Parameters<typeof applyHostLang>[1] = 'first';
  /** Applies what may come with the greeting or at any time after it. */
  const applyState = (state: HostState) => {
    const { platform, capabilities: known } = guest.host();
    capabilities.value = known;
    theme.apply(state);
    if (state.lang) void applyHostLang(state.lang, langChange);
    if (platform !== 'none') {
      langChange = 'changed';
      // Also when the host answers after Souk had gone on alone: from now on a sign-in is no longer stored.
      configure({ signInTokenStorage: 'memory' });
    }
    if (state.api && moveApi(state.api)) onResume();
  };
  const onState = (state: HostState) => {
    applyState(state);
    if (state.token) void acceptHostToken(state.token);
    if (state.token === null) signOutByHost();
    if (state.tokenPending === false) drawSignIn();
  };
  let pendingTimer: ReturnType<typeof setTimeout> | undefined;
  const drawSignIn = () => {
    clearTimeout(pendingTimer);
    void acceptToken(null, 'host');
  };
  /** Signs out. Another token may be pending; a sign-in that is shown already stays, as a person may be typing. */
  const signOutByHost = () => {
    const wasSignedOut = session.peek().status === 'signed-out';
    endSession();
    if (wasSignedOut || !guest.state().tokenPending) return;
    session.value = { status: 'starting' };
    pendingTimer = setTimeout(drawSignIn, maxPendingTokenMs);
  };
  const navigate = ({ path }: Events['navigate']) => {
    if (openPath(nav, path)) return;
    const text = unknownPath(path);
    console.warn(text);
    tellHost('log', { level: 'warn', text, code: 'unknown_path' });
  };
  /** Signs in by a token; calls that were refused before are sent again. */
  const acceptHostToken = async (token: string) => {
    const wasSignedOut = session.peek().status === 'signed-out';
    await acceptToken(token, 'host');
    if (wasSignedOut && session.peek().status === 'signed-in') onResume();
  };
  const close = () => void guest.request('close', { dirty: hasDrafts() }).catch(() => {});
  void guest.ready.then(({ state }) => {
    applyState(state);
    onState(changesSince(guest.state(), state));
  });
  const undo = [
    theme.reset,
    pickByHost(root),
    guest.on('state', onState),
    // A sheet first, then the screen before; from the first one Souk is left, if the person agrees.
    guest.on('back', () => nav.back(undefined, close)),
    guest.on('navigate', navigate),
    guest.on('pause', () => setHostVisibility('hidden')),
    guest.on('resume', () => {
      setHostVisibility('visible');
      onResume();
    }),
    reportDirty((params) => guest.note('dirty', params)),
    reportDepth(nav, (params) => guest.note('back', params)),
    reportScreens(guest, nav),
    reportHeight(guest, root),
    reportBadge((params) => guest.note('badge', params)),
    vibrateOnToasts(),
    followErrors((text) => guest.note('log', { level: 'error', text })),
  ];
  return () => {
    clearTimeout(pendingTimer);
    capabilities.value = [];
    setHostVisibility('visible');
    for (const stop of undo) stop();
  };
}

/** Reports the name of the current screen, and nothing of its address. */
function reportScreens(guest: Guest, nav: Navigator): () => void {
  let last: string | undefined;
  return nav.url.subscribe((url) => {
    const screen = nameOfPath(url.replace(/[?#].*/s, '')) ?? 'notFound';
    if (screen !== last) guest.note('track', { name: 'screen', props: { screen } });
    last = screen;
  });
}

/** Reports the height of the content, for a host that sizes its frame by it. */
function reportHeight(guest: Guest, root: HTMLElement): () => void {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const px = Math.ceil(root.scrollHeight);
    if (px !== last) guest.note('height', { px });
    last = px;
  });
  observer.observe(root);
  return () => observer.disconnect();
}

/** Vibrates once for each new toast. */
function vibrateOnToasts(): () => void {
  let last = 0;
  return toasts.subscribe((shown) => {
    const newest = shown.at(-1);
    if (!newest || newest.id <= last) return;
    last = newest.id;
    haptic(newest.tone === 'bad' ? 'error' : 'success');
  });
}

export default { applyHostEvents };
