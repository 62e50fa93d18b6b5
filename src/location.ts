import { signal } from '@preact/signals';
import { LocationProvider } from 'preact-iso/router';
import { createElement, type FC, type PropsWithChildren, useLayoutEffect, useMemo } from 'react';
import type { Trail } from './shell/trail.ts';
import type { LeaveGuard } from './ui/leave.ts';

export { useLocation } from 'preact-iso/router';

export interface PlaceOptions {
  /** Where addresses live. */
  trail: Trail;
  /** Where a link click is looked for: the app's own root, so that a host page's links stay its own. */
  root: HTMLElement | ShadowRoot;
  /** An address that stands for another, such as `/` for the first tab; the other takes its history entry. */
  redirect?: (path: string) => string | undefined;
  /** Awaited for a moment before a new address is drawn, so the old screen stays while the next one's code comes. */
  hold?: (path: string) => Promise<unknown> | undefined;
  holdMs?: number;
}

/** The one place that knows where we are. */
export type Place = ReturnType<typeof createPlace>;

export function createPlace({ trail, root, redirect, hold, holdMs = 150 }: PlaceOptions) {
  const guards: LeaveGuard[] = [];
  const settle = () => {
    const { path, search } = split(trail.read());
    const other = redirect?.(path);
    if (other) trail.replace(other + search);
  };
  settle();
  const url = signal(trail.read());
  /** How many steps Back has inside Souk, an open sheet or unsaved form counted as one; 0: the host's Back leaves. */
  const depth = signal(trail.depth());
  let turn = 0;
  /**
   * On the first screen, Back is the browser's alone. Where a guard wants a say there, a second entry of the same
   * address is what Back takes; it is no step of ours.
   */
  let padded = false;
  const steps = () => trail.depth() - (padded ? 1 : 0);
  const count = () => {
    depth.value = steps() + Math.min(guards.length, 1);
  };
  const pad = () => {
    if (!guards.length || trail.depth()) return;
    padded = true;
    trail.push(trail.read());
  };
  /** The next move was asked about already, or takes a refused one back: no guard hears of it. */
  let decided = false;
  const travel = (by: number) => {
    decided = true;
    trail.travel(by);
  };

  /** Shows where the trail is; the last of several calls wins. */
  const show = async () => {
    settle();
    const mine = ++turn;
    const next = trail.read();
    count();
    const code = hold?.(split(next).path);
    if (code) await Promise.race([code, new Promise((resolve) => setTimeout(resolve, holdMs))]);
    if (mine === turn) url.value = next;
  };

  const guarded = (leave: () => void): boolean => {
    const guard = guards.at(-1);
    return guard?.(leave) ?? false;
  };

  /** Waits for a second entry that is being taken back: the browser would take the step along. */
  let held: (() => void) | undefined;
  const go = (to: string, how: 'push' | 'replace') => {
    if (padded && !guards.length) {
      held = () => go(to, how);
      return;
    }
    trail[padded ? 'replace' : how](to);
    padded = false;
    void show();
  };

  /** Goes to an address of ours; asks first where something would be lost. */
  const route = (to: string, replace = false): void => {
    const target = to.replace(/^#/, '');
    const leave = () => go(target, replace || target === trail.read() ? 'replace' : 'push');
    if (!guarded(leave)) leave();
  };

  /** Goes without asking: the session no longer allows to stay. */
  const jump = (to: string): void => go(to.replace(/^#/, ''), 'push');

  /** One step back inside Souk; from the first screen, to `otherwise` in its place, or `out` of it. */
  const back = (otherwise?: string, out?: () => void): void => {
    const leave = () => {
      if (steps() > 0) travel(-1);
      else if (otherwise) go(otherwise, 'replace');
      else out?.();
    };
    if (!guarded(leave)) leave();
  };

  /** The browser has moved already: a guard that says "stay" has the step taken back. */
  const moved = (by: number) => {
    const ask = !decided && by !== 0;
    const wasPadded = padded;
    decided = false;
    padded &&= trail.depth() > 0;
    const tookPad = wasPadded && !padded;
    const isRefused = ask && guarded(() => travel(tookPad ? by - 1 : by));
    if (isRefused && !tookPad) return travel(-by);
    void show();
    pad();
    held?.();
    held = undefined;
  };

  const click = (event: Event) => {
    const link = ownLink(event as MouseEvent, trail);
    if (!link) return;
    event.preventDefault();
    // A router of the host page would look at this click too, and ignores that it was prevented.
    if (trail.around !== 'our page') event.stopPropagation();
    // An arrow back undoes the step that led here, wherever it came from.
    (link.rel === 'prev' ? back : route)(trail.addressIn(link.getAttribute('href') ?? ''));
  };

  return {
    url,
    depth,
    route,
    jump,
    back,
    /** Registers a guard; the newest one is asked. Returns what takes it away. */
    guard(guard: LeaveGuard) {
      guards.push(guard);
      pad();
      count();
      return () => {
        const at = guards.indexOf(guard);
        if (at >= 0) guards.splice(at, 1);
        count();
        if (padded && !guards.length) travel(-1);
      };
    },
    /** Where one is already, while the screen of it may still be on its way. */
    here: () => trail.read(),
    /** The number of the history entry we are on; what is kept of an entry (its scroll) is kept by it. */
    entry: () => trail.depth(),
    start() {
      const stop = trail.listen(moved);
      root.addEventListener('click', click);
      return () => {
        stop();
        root.removeEventListener('click', click);
      };
    },
  };
}

const split = (url: string) => {
  const at = url.search(/[?#]/);
  const path = (at < 0 ? url : url.slice(0, at)).replace(/\/+$/, '') || '/';
  return { path, search: at < 0 ? '' : url.slice(at) };
};

/** The link of ours that was plainly clicked; undefined for all that the browser should do itself. */
function ownLink(event: MouseEvent, trail: Trail): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event
    .composedPath()
    .find((node): node is HTMLAnchorElement => (node as Element).nodeName === 'A');
  const href = trail.addressIn(link?.getAttribute('href') ?? '');
  if (!link || link.hasAttribute('download') || /^_?(blank|top|parent)$/.test(link.target)) return undefined;
  return /^\/(?!\/|api\/|ops\/)/.test(href) ? link : undefined;
}

/** Gives the router its place: preact-iso's own provider knows neither hash, memory nor a veto. */
export const PlaceProvider: FC<PropsWithChildren<{ place: Place }>> = ({ place, children }) => {
  useLayoutEffect(() => place.start(), [place]);
  const url = place.url.value;
  const value = useMemo(() => {
    const { path, search } = split(url);
    const query = Object.fromEntries(new URLSearchParams(search.split('#')[0]));
    const { route, back } = place;
    return { url, path, query, route, back: () => back(), forward: () => history.forward(), wasPush: false };
  }, [url, place]);
  return createElement(LocationProvider.ctx.Provider, { value }, children);
};
