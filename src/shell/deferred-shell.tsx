import { useEffect, useLayoutEffect, useRef } from 'react';
import { currentGuest, tellHost } from '../data/guest.ts';
import { downloadFile, mayFollow, openUrl } from '../data/host.ts';
import { online, watchOnline } from '../data/online.ts';
import { invalidateAll, oldestShown } from '../data/resource.ts';
import { currentToken, linkToken, me, session } from '../data/session.ts';
import { watchStoredToken } from '../data/sign-out.ts';
import { removeToast, toast, toasts } from '../data/toast.ts';
import { gap, loadTexts, lang as shownLang, t, time } from '../lang/index.ts';
import { type Navigator, useLocation } from '../location.ts';
import { paths, tabOf } from '../paths.ts';
import { InlineError } from '../ui/await.tsx';
import { Badge } from '../ui/badge.tsx';
import { headMark } from '../ui/head.tsx';
import { WifiOff } from '../ui/icons/wifi-off.ts';
import { importWithRetry, type LazyComponent, lazy, Nothing } from '../ui/lazy.tsx';
import { mayLoadAhead } from '../ui/load-ahead.ts';
import { Note } from '../ui/note.tsx';
import { isOfflineShown } from '../ui/offline.ts';
import { Toasts } from '../ui/toast.tsx';
import { usable } from '../ui/usable.ts';
import { useWide } from '../ui/wide.ts';
import { applyAccountLang, reportChoice } from './follow-lang.ts';
import { followTranslation } from './follow-translation.ts';
import { followRefusals } from './refusals.ts';
import { useRouteFocus } from './route-focus.ts';
import { leaveRevoked } from './session-lost.ts';
import { watchNotices } from './watch-notices.ts';

/** Calls `onReturn` when a person comes back to the page after a while, as the data may be old. */
function watchReturn(onReturn: () => void, awayMs = 30_000): () => void {
  let left = Date.now();
  const onVisibility = () => {
    if (document.hidden) left = Date.now();
    else if (Date.now() - left > awayMs) onReturn();
  };
  document.addEventListener('visibilitychange', onVisibility);
  return () => document.removeEventListener('visibilitychange', onVisibility);
}

/**
 * Lets the host open links that lead out of Souk or into another window, and save downloads: a frame must not become
 * another page, and a WebView has neither windows nor a place for files.
 */
export function followOutsideLinks(root: HTMLElement): () => void {
  const click = (event: MouseEvent) => {
    const link = event
      .composedPath()
      .find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    if (!link || event.defaultPrevented || !currentGuest() || !mayFollow(link.href)) return;
    const isFile = link.hasAttribute('download');
    if (!isFile && link.origin === location.origin && link.target !== '_blank') return;
    event.preventDefault();
    if (isFile) void save(link);
    else void openUrl(link.href);
  };
  root.addEventListener('click', click);
  return () => root.removeEventListener('click', click);
}

async function save({ download, href, pathname }: HTMLAnchorElement) {
  const { via } = await downloadFile(download || (pathname.split('/').at(-1) ?? ''), href);
  if (via === 'none') toast(() => t('flow.not_saved'), 'bad');
}

/** Lets iOS draw what is pressed as such: without a listener for touches it does not. */
function drawPresses(root: HTMLElement): () => void {
  const ignore = () => {};
  root.addEventListener('touchstart', ignore, { passive: true });
  return () => root.removeEventListener('touchstart', ignore);
}

/** Follows the host where there is one; only then is the code for it loaded. Returns what ends it. */
export function followHost(root: HTMLElement, nav: Navigator, onResume: () => void): () => void {
  let isOver = false;
  let undo = () => {};
  const follow = async (guest: ReturnType<typeof currentGuest>) => {
    const [found, { default: host }] = await Promise.all([
      guest,
      importWithRetry(() => import('./host-state.ts')),
    ]);
    if (found && !isOver) undo = host.applyHostEvents(found, root, nav, onResume);
  };
  const guest = currentGuest();
  if (guest) follow(guest).catch(() => {}); // The next message to the host loads it.
  return () => {
    isOver = true;
    undo();
  };
}

const RailFoot = lazy(() => import('./rail-foot.tsx'), { failed: Nothing });
const OtherAccount = lazy(() => import('./other-account.tsx'), { failed: Nothing, texts: ['rest'] });

/** What the rail of a wide window has at its foot. */
const footNames = ['notifications', 'service', 'settings'] as const;

const DemoMark = () => <Badge tone="warn">{t('shop.demo')}</Badge>;

export interface DeferredShellProps {
  nav: Navigator;
  root: HTMLElement;
  /** The address that the app was opened at. */
  firstUrl: string;
  /** The screen that is shown now. */
  screen: Pick<LazyComponent<object>, 'isLoaded' | 'isBroken'>;
}

/**
 * Does what the shell needs once a screen is visible: follows refusals, host and network, shows toasts, and moves focus
 * and scroll from screen to screen. None of it counts towards the first screen's weight.
 */
export default function DeferredShell({ nav, root, firstUrl, screen }: DeferredShellProps) {
  // A layout effect is undone with the app; a passive one a frame later, when another app may be in its place.
  useLayoutEffect(() => {
    const undo = [
      followRefusals(nav),
      leaveRevoked(nav),
      watchOnline(invalidateAll),
      watchReturn(invalidateAll),
      watchStoredToken(),
      watchNotices(),
      followHost(root, nav, invalidateAll),
      followOutsideLinks(root),
      drawPresses(root),
      followTranslation(root),
    ];
    return () => {
      for (const stop of undo) stop();
    };
  }, [nav, root]);

  // What says why a call failed is loaded before it is needed, as the network may be away then.
  const needsWords = mayLoadAhead() || toasts.value.length > 0;
  useEffect(() => {
    if (!needsWords) return;
    void loadTexts('main').catch(() => {});
    void InlineError.preload();
  }, [needsWords]);

  const { path } = useLocation();
  const isSignedIn = session.value.status === 'signed-in';
  const { lang, demo } = me.value;
  useEffect(() => {
    headMark.value = demo && <DemoMark />;
  }, [demo]);
  useEffect(() => {
    if (isSignedIn) void applyAccountLang({ lang });
  }, [isSignedIn, lang]);

  const shown = shownLang.value;
  const answered = useRef(shown);
  useEffect(() => {
    if (isSignedIn) void reportChoice();
    // Reasons, notices and names come from the server in the language that they were asked for in.
    if (answered.current !== shown) invalidateAll();
    answered.current = shown;
  }, [isSignedIn, shown]);

  const isReadySent = useRef(false);
  const isReady = usable.value && session.value.status !== 'starting';
  useEffect(() => {
    if (!isReady || isReadySent.current) return;
    isReadySent.current = true;
    tellHost('ready', { ms: Math.round(performance.now()) });
  }, [isReady]);

  const isBroken = screen.isBroken();
  useEffect(() => {
    if (isBroken) tellHost('failed', { code: 'chunk' });
  }, [isBroken]);

  const target = nav.target.value;
  const footName = footNames.find((name) => paths[name].path === target);
  const section = footName ? -1 : tabOf(target);
  useLayoutEffect(() => {
    root.dataset.section = String(section);
  }, [root, section]);

  useRouteFocus(nav, root, firstUrl, screen.isLoaded() && screen);
  const token = linkToken();
  const otherToken = session.value.status !== 'starting' && token !== currentToken() && token;
  const at = oldestShown();
  const isOffline = !online.value;
  const offlineAt = useRef<string | undefined>(undefined);
  if (isOffline) offlineAt.current = path;
  else if (offlineAt.current !== path) offlineAt.current = undefined;
  return (
    <>
      {useWide() && isSignedIn && <RailFoot names={footNames} current={footName} />}
      {otherToken && <OtherAccount token={otherToken} />}
      {offlineAt.current && (
        <OfflineBar
          key={String(isOffline)}
          since={at === undefined ? undefined : time(at)}
          isOffline={isOffline}
          root={root}
        />
      )}
      <Toasts
        items={toasts.value.map(({ text, ...rest }) => ({ ...rest, text: text() }))}
        onDone={removeToast}
      />
    </>
  );
}

interface OfflineBarProps {
  since: string | undefined;
  isOffline: boolean;
  /** The element that the app is drawn into: its docks stand above the bar. */
  root: HTMLElement;
}

/**
 * Shows that there is no network and how old the figures are: `<OfflineBar since={time(at)} isOffline />`, before the
 * frame and the tab bar. At the foot, so that nothing on the screen moves when it appears; once it has been shown its
 * room stays, because a list that is scrolled to its end would slide down under the finger without it.
 */
function OfflineBar({ since, isOffline, root }: OfflineBarProps) {
  useEffect(() => {
    isOfflineShown.value = isOffline;
    return () => {
      isOfflineShown.value = false;
    };
  }, [isOffline]);
  const raiseDocks = (bar: HTMLElement | null) =>
    root.style.setProperty('--strip', bar && `${bar.offsetHeight}px`);
  return (
    <div
      className="foot-bar"
      ref={raiseDocks}
      // Above the paint of a dock, which fills the room of the bar.
      style={{ visibility: isOffline ? undefined : 'hidden', zIndex: 3 }}
    >
      <Note tone="warn" icon={WifiOff} role="status">
        <strong>{t('common.offline')}</strong>
        {gap()}
        {since && t('common.offline_since', { at: since }) + gap()}
        {t('common.offline_waits')}
      </Note>
    </div>
  );
}
