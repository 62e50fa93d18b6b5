import { useEffect, useLayoutEffect, useRef } from 'react';
import { tellHost } from '../data/guest.ts';
import { lang } from '../lang/texts.ts';
import type { Navigator } from '../location.ts';

/** The scroll position of each history entry, with the address it showed then. */
const scrolled = new Map<number, { url: string; top: number }>();

const pathOf = (url: string) => url.split(/[?#]/)[0];

/**
 * Restores scroll and focus when a screen's code is here: the scroll position of its entry, the focus on its heading,
 * so that a screen reader announces it, and its title sent to the host. `firstUrl` is what the app was opened at: a
 * merchant may have gone on before this code was loaded.
 */
export function useRouteFocus(nav: Navigator, root: HTMLElement, firstUrl: string, isLoaded: boolean) {
  const url = nav.url.value;
  const words = lang.value;
  const shown = useRef(firstUrl);

  // In a shadow tree, page and scroll bar belong to the host page, which restores them itself.
  const isOurs = root.getRootNode() === document;

  useEffect(() => {
    if (isOurs) history.scrollRestoration = 'manual';
    const saveScroll = () => {
      scrolled.set(nav.entryIndex(), { url: nav.url.peek(), top: scrollY });
    };
    addEventListener('scroll', saveScroll, { passive: true });
    return () => removeEventListener('scroll', saveScroll);
  }, [nav, isOurs]);

  useLayoutEffect(() => {
    if (!isLoaded || shown.current === url) return;
    const before = shown.current;
    shown.current = url;
    const kept = scrolled.get(nav.entryIndex());
    // A filter that changed in the address is no new screen: scroll and focus stay.
    if (pathOf(before) === pathOf(url)) return;
    if (kept?.url === url) scrollTo(0, kept.top);
    else if (root.getBoundingClientRect().top < 0) root.scrollIntoView();
    root.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
  }, [url, isLoaded, nav, root]);

  // The screen's head sets the title in its own effect, which runs with this one.
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => {
      const heading = root.querySelector('h1, h2')?.textContent ?? '';
      tellHost('title', { text: isOurs ? document.title : heading });
    });
    return () => clearTimeout(timer);
  }, [url, words, isLoaded, isOurs, root]);
}
