// One file: the address, the guards that are asked before it is left, and the moves of the browser, which share their state.

import { signal } from '@preact/signals';
import { LocationProvider } from 'preact-iso/router';
import { createElement, type FC, type PropsWithChildren, useLayoutEffect, useMemo } from 'react';
import { pause } from './retry.ts';
import type { LeaveGuard } from './ui/leave-guard.ts';
import { nextPaint } from './ui/usable.ts';

export { useLocation } from 'preact-iso/router';

/** Where addresses are kept: in the path of our own page, in the fragment of a host's page, or in memory. */
export interface AddressSpace {
  /** The owner of the page: in a host's page (`embed`) it must not see clicks on our links. */
  readonly mode: 'page' | 'embed';
  /** Converts a link's `href` to an address of the app. */
  toAppUrl(href: string): string;
  /** Returns path and query. */
  read(): string;
}

/** The steps taken inside Souk. */
export interface HistoryAdapter extends AddressSpace {
  push(url: string): void;
  replace(url: string): void;
  go(delta: number): void;
  /** Returns the number of our steps behind the current entry. */
  depth(): number;
  /** Listens to moves that this adapter did not make, with their distance. */
  listen(onMove: (delta: number) => void): () => void;
}

export interface NavigatorOptions {
  /** Where addresses are kept. */
  history: HistoryAdapter;
  /** Where link clicks are handled: the app's own root, so that a host page's links stay its own. */
  root: HTMLElement | ShadowRoot;
  /** Returns the address to show in place of another, such as the first tab for `/`, in the same history entry. */
  redirect?: (path: string) => string | undefined;
  /** Awaited for 150 ms at most before a new address is drawn, so the old screen stays while the next one's code loads. */
  preloadScreen?: (path: string) => Promise<unknown> | undefined;
}

/** The one object that knows the current address. */
export type Navigator = ReturnType<typeof createNavigator>;

export function createNavigator({ history, root, redirect, preloadScreen }: NavigatorOptions) {
  const guards: LeaveGuard[] = [];
  const applyRedirect = () => {
    const { path, search } = splitUrl(history.read());
    const url = (redirect?.(path) ?? path) + search;
    if (url !== history.read()) history.replace(url);
  };
  applyRedirect();
  const url = signal(history.read());
  /** The path that was asked for last: the tab bar shows its tab before its screen is drawn. */
  const target = signal(splitUrl(url.peek()).path);
  /** The number of steps Back has inside Souk; an open sheet or unsaved form counts as one. At 0 the host's Back leaves. */
  const depth = signal(history.depth());
  /** Counts what asks for an address, of which the last wins. */
  let version = 0;
  /**
   * On the first screen, Back belongs to the browser. Where a guard must be asked there, a second entry of the same
   * address is pushed, which Back consumes; it does not count as a step.
   */
  let hasGuardEntry = false;
  const steps = () => history.depth() - (hasGuardEntry ? 1 : 0);
  const updateDepth = () => {
    depth.value = steps() + Math.min(guards.length, 1);
  };
  const pushGuardEntry = () => {
    if (!guards.length || history.depth()) return;
    hasGuardEntry = true;
    history.push(history.read());
  };
  /** The next move was already confirmed, or undoes a refused one: guards are not asked. */
  let skipGuard = false;
  const goUnguarded = (delta: number) => {
    skipGuard = true;
    history.go(delta);
  };

  /** Shows the current address of the history; the last of several calls wins. */
  const showCurrent = async () => {
    applyRedirect();
    const ownVersion = ++version;
    const next = history.read();
    target.value = splitUrl(next).path;
    updateDepth();
    const code = preloadScreen?.(target.peek());
    if (code) await Promise.race([code, pause(150)]);
    if (ownVersion === version) url.value = next;
  };

  const isBlocked = (leave: () => void): boolean => {
    const guard = guards.at(-1);
    return guard?.(leave) ?? false;
  };

  /** Runs when the guard entry is removed: the browser would undo a step taken before. */
  let pending: (() => void) | undefined;
  const navigate = (to: string, how: 'push' | 'replace') => {
    if (hasGuardEntry && !guards.length) {
      pending = () => navigate(to, how);
      return;
    }
    history[hasGuardEntry ? 'replace' : how](to);
    hasGuardEntry = false;
    void showCurrent();
  };

  /** Goes to an address of the app; asks the newest guard first. */
  const route = (to: string, replace = false): void => {
    const next = to.replace(/^#/, '');
    const leave = () => navigate(next, replace || next === history.read() ? 'replace' : 'push');
    if (!isBlocked(leave)) leave();
  };

  /** Goes to an address without asking: the session does not allow the current one. */
  const forceRoute = (to: string): void => navigate(to.replace(/^#/, ''), 'push');

  /** Shows an address as the first entry, without asking and with no step behind it. */
  const home = (to: string): void => {
    const steps = history.depth();
    const show = () => navigate(to, 'replace');
    if (steps === 0) show();
    else {
      pending = show;
      goUnguarded(-steps);
    }
  };

  /** Goes one step back inside Souk; from the first screen, replaces it by `fallback`, or calls `out`. */
  const back = (fallback?: string, out?: () => void): void => {
    const leave = () => {
      if (steps() > 0) goUnguarded(-1);
      else if (fallback) navigate(fallback, 'replace');
      else out?.();
    };
    if (!isBlocked(leave)) leave();
  };

  /** Handles a move of the browser, which has happened already: a guard that refuses has it undone. */
  const onMove = (by: number) => {
    const ask = !skipGuard && by !== 0;
    const hadGuardEntry = hasGuardEntry;
    skipGuard = false;
    hasGuardEntry &&= history.depth() > 0;
    const leftGuardEntry = hadGuardEntry && !hasGuardEntry;
    const isRefused = ask && isBlocked(() => goUnguarded(leftGuardEntry ? by - 1 : by));
    if (isRefused && !leftGuardEntry) return goUnguarded(-by);
    void showCurrent();
    pending?.();
    pending = undefined;
    pushGuardEntry();
  };

  /** Goes where a tapped link leads; to another screen once a frame has shown its tab, as it may take many to draw. */
  const follow = async (link: HTMLAnchorElement) => {
    const to = history.toAppUrl(link.getAttribute('href') ?? '');
    // An arrow back undoes the step that led here, whatever screen it came from.
    const go = link.rel === 'prev' ? back : route;
    const { path } = splitUrl(to);
    if (guards.length) return go(to);
    const ownVersion = ++version;
    if (path === target.peek()) return go(to);
    target.value = path;
    void preloadScreen?.(path);
    await nextPaint();
    if (ownVersion !== version) return;
    // What refuses to be left now keeps its tab.
    void showCurrent();
    go(to);
  };

  const onClick = (event: Event) => {
    const link = findAppLink(event as MouseEvent, history);
    if (!link) return;
    event.preventDefault();
    // A router of the host page would handle this click too, and ignore that it was prevented.
    if (history.mode !== 'page') event.stopPropagation();
    void follow(link);
  };

  return {
    url,
    target,
    depth,
    route,
    forceRoute,
    home,
    back,
    /** Registers a guard; the newest one is asked. Returns what removes it. */
    guard(guard: LeaveGuard) {
      guards.push(guard);
      pushGuardEntry();
      updateDepth();
      return () => {
        const at = guards.indexOf(guard);
        if (at >= 0) guards.splice(at, 1);
        updateDepth();
        // A step that is under way removes the entry already; a second one would leave the first screen.
        if (hasGuardEntry && !(guards.length || skipGuard)) goUnguarded(-1);
      };
    },
    /** Returns the current address; its screen may still be loading. */
    currentUrl: () => history.read(),
    /** Returns the number of the current history entry, under which its scroll position is kept. */
    entryIndex: () => history.depth(),
    start() {
      const stop = history.listen(onMove);
      root.addEventListener('click', onClick);
      return () => {
        version++;
        stop();
        root.removeEventListener('click', onClick);
      };
    },
  };
}

/** Splits an address behind its path, which gets one slash before it, as two would begin another origin, and none after. */
export const splitUrl = (url: string) => {
  const at = url.search(/[?#]|$/);
  return { path: `/${url.slice(0, at).replace(/^\/+|\/+$/g, '')}`, search: url.slice(at) };
};

/** Returns the app's link that was plainly clicked; undefined for all clicks that the browser should handle itself. */
function findAppLink(event: MouseEvent, history: HistoryAdapter): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event
    .composedPath()
    .find((node): node is HTMLAnchorElement => (node as Element).nodeName === 'A');
  const href = history.toAppUrl(link?.getAttribute('href') ?? '');
  if (!link || link.hasAttribute('download') || /^_?(blank|top|parent)$/.test(link.target)) return undefined;
  return /^\/(?!\/|api\/|ops\/)/.test(href) ? link : undefined;
}

/** Provides the router with the location: preact-iso's own provider has no hash or memory mode and no guards. */
export const NavigatorProvider: FC<PropsWithChildren<{ nav: Navigator }>> = ({ nav, children }) => {
  useLayoutEffect(() => nav.start(), [nav]);
  const url = nav.url.value;
  const value = useMemo(() => {
    const { path, search } = splitUrl(url);
    const query = Object.fromEntries(new URLSearchParams(search.split('#')[0]));
    const { back } = nav;
    /** A screen that is left replaces no address: its search may have waited for a pause, in which a link was tapped. */
    const route: typeof nav.route = (to, replace) => {
      if (!replace || nav.target.peek() === path) nav.route(to, replace);
    };
    return { url, path, query, route, back: () => back(), forward: () => history.forward(), wasPush: false };
  }, [url, nav]);
  return createElement(LocationProvider.ctx.Provider, { value }, children);
};
