import { useEffect, useLayoutEffect, useRef } from 'react';
import { tellHost } from '../data/guest.ts';
import { onClearPerson } from '../data/person.ts';
import { lang } from '../lang/first.ts';
import type { Navigator } from '../location.ts';
import { searchOf, tabs } from '../paths.ts';
import { prefersReducedMotion } from '../ui/reduced-motion.ts';

/** The scroll position of each history entry, with the address it showed then. */
const scrolled = new Map<number, { url: string; top: number }>();

/** The scroll position at which each tab was left. */
const tabTops = new Map<string, number>();
const tabPaths: readonly (string | undefined)[] = tabs.map(({ path }) => path);

// The next merchant begins at the top.
onClearPerson(() => {
  scrolled.clear();
  tabTops.clear();
});

const pathOf = (url: string) => url.split(/[?#]/)[0];

/** Returns which screen an address shows: its path, and what the screen is about. The rest of the query only filters it. */
const screenOf = (url: string) => `${pathOf(url)} ${new URLSearchParams(searchOf(url)).get('id')}`;

/** The heading of the screen; the first one of a host's part, which has no `h1`. */
const headingOf = (root: HTMLElement) =>
  root.querySelector<HTMLElement>('h1') ?? root.querySelector<HTMLElement>('h2');

/** The row of a list that leads to an address. */
const rowTo = (root: HTMLElement, url: string) =>
  [...root.querySelectorAll<HTMLElement>('.item .cover')].find((link) =>
    link.getAttribute('href')?.endsWith(url),
  );

/** Returns whether nothing has the focus, in Souk or in a page around it, as what had it is gone. */
const isFocusLost = () => (document.activeElement ?? document.body) === document.body;

/** Calls `act` whenever something is added to the app or taken out of it. Returns what stops that. */
function onChange(root: HTMLElement, act: () => void): () => void {
  const watch = new MutationObserver(act);
  watch.observe(root, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/**
 * Gives the focus to the heading of the screen, or of the sheet over it, where what had it was taken away, such as the button
 * of an undo, and nothing has taken it since. Returns what stops that.
 */
function recoverFocus(root: HTMLElement): () => void {
  let focused: Element | undefined;
  let frame = 0;
  const noteFocus = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  const recover = () => {
    if (focused?.isConnected !== false) return;
    const sheet = [...root.querySelectorAll<HTMLElement>('dialog[open]')].at(-1);
    const heading = headingOf(sheet ?? root);
    // What comes in its place is loading.
    if (!heading) return;
    focused = undefined;
    if (isFocusLost()) heading.focus({ preventScroll: true });
  };
  const stop = onChange(root, () => {
    if (focused?.isConnected !== false) return;
    // In the frame, after a new screen has given the focus to its row or its heading.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(recover);
  });
  root.addEventListener('focusin', noteFocus);
  return () => {
    stop();
    cancelAnimationFrame(frame);
    root.removeEventListener('focusin', noteFocus);
  };
}

/**
 * Restores scroll and focus when a screen's code is here: the scroll position of its entry or of its tab, which a press
 * on the current tab takes back to the top; the focus on the row that one comes back from, else on its heading, so that a
 * screen reader announces it, and its title sent to the host. `firstUrl` is what the app was opened at: a merchant may have gone on before this code was loaded.
 * `loadedScreen` is false until the code of the screen is here, and another object while sign-in is over the screen.
 */
export function useRouteFocus(
  nav: Navigator,
  root: HTMLElement,
  firstUrl: string,
  loadedScreen: object | false,
) {
  const url = nav.url.value;
  const words = lang.value;
  const shown = useRef(firstUrl);

  // In a shadow tree, page and scroll bar belong to the host page, which restores them itself.
  const isOurs = root.getRootNode() === document;

  useEffect(() => {
    if (isOurs) history.scrollRestoration = 'manual';
    const saveScroll = () => {
      const shownUrl = nav.url.peek();
      const path = pathOf(shownUrl);
      scrolled.set(nav.entryIndex(), { url: shownUrl, top: scrollY });
      if (path && tabPaths.includes(path)) tabTops.set(path, scrollY);
    };
    addEventListener('scroll', saveScroll, { passive: true });
    return () => removeEventListener('scroll', saveScroll);
  }, [nav, isOurs]);

  useLayoutEffect(() => {
    if (!loadedScreen) return;
    // Both before the frame, which begins with the scrolling of the screen that is left.
    const kept = scrolled.get(nav.entryIndex());
    const tabTop = isOurs ? tabTops.get(pathOf(url) ?? '') : undefined;
    const show = () => {
      const before = shown.current;
      shown.current = url;
      // A filter that changed in the address is no new screen, nor is sign-in in its place: scroll and focus stay.
      if (screenOf(before) === screenOf(url)) return;
      if (kept?.url === url) scrollTo(0, kept.top);
      else if (tabTop) scrollTo(0, tabTop);
      else if (root.getBoundingClientRect().top < 0) root.scrollIntoView();
      // Beside its list one order follows the other: only what was left for the list leads back to its row. The rail, which
      // has the focus still, leads on.
      const row = isFocusLost() && pathOf(before) !== pathOf(url) && rowTo(root, before);
      (row || headingOf(root))?.focus({ preventScroll: true });
    };
    // Focus and scroll need the layout, which the frame works out in any case. Asked for here, it would be part of the long
    // task that draws the screen, and the next press would wait for both.
    let frame = 0;
    const look = () => {
      if (!headingOf(root)) return;
      stop();
      frame = requestAnimationFrame(show);
    };
    // Its code may come late.
    const stop = onChange(root, look);
    look();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [url, loadedScreen, nav, root, isOurs]);

  useEffect(() => recoverFocus(root), [root]);

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest('.tabs > [aria-current]');
      // A tab that was tapped a moment ago is the current one before its screen is here.
      if (link && pathOf(nav.url.peek()) === nav.target.peek())
        root.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
    };
    // Before the press is followed: then it is the current tab in any case.
    root.addEventListener('click', click, true);
    return () => root.removeEventListener('click', click, true);
  }, [nav, root]);

  // The screen's head sets the title in its own effect, which runs with this one.
  useEffect(() => {
    if (!loadedScreen) return;
    const timer = setTimeout(() => {
      const heading = headingOf(root)?.textContent ?? '';
      tellHost('title', { text: isOurs ? document.title : heading });
    });
    return () => clearTimeout(timer);
  }, [url, words, loadedScreen, isOurs, root]);
}
