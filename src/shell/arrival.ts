import { useEffect, useLayoutEffect, useRef } from 'react';
import { tellHost } from '../data/guest.ts';
import { lang } from '../lang/texts.ts';
import type { Place } from '../location.ts';

/** How far each history entry was scrolled, with the address it showed then. */
const scrolled = new Map<number, { url: string; top: number }>();

const pathOf = (url: string) => url.split(/[?#]/)[0];

/**
 * What arriving at a screen means once its code is here: back to where its entry was scrolled, the focus on its
 * heading, so that a screen reader says where one is, and its name told to the host.
 */
export function useArrival(place: Place, root: HTMLElement, isHere: boolean) {
  const url = place.url.value;
  const words = lang.value;
  const shown = useRef<string | undefined>(undefined);

  // In a shadow tree, page and scroll bar are somebody else's, who may go on doing as they did.
  const isOurs = root.getRootNode() === document;

  useEffect(() => {
    if (isOurs) history.scrollRestoration = 'manual';
    const keep = () => {
      scrolled.set(place.entry(), { url: place.url.peek(), top: scrollY });
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [place, isOurs]);

  useLayoutEffect(() => {
    if (!isHere || shown.current === url) return;
    const before = shown.current;
    shown.current = url;
    const kept = scrolled.get(place.entry());
    // A filter that changed in the address is no arrival: whoever types or picks stays where they are.
    if (before === undefined || pathOf(before) === pathOf(url)) return;
    if (kept?.url === url) scrollTo(0, kept.top);
    else if (root.getBoundingClientRect().top < 0) root.scrollIntoView();
    root.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
  }, [url, isHere, place, root]);

  // The screen's head names the page in an effect of its own, which runs with this one.
  useEffect(() => {
    if (!isHere) return;
    const timer = setTimeout(() => {
      const heading = root.querySelector('h1, h2')?.textContent ?? '';
      tellHost('title', { text: isOurs ? document.title : heading });
    });
    return () => clearTimeout(timer);
  }, [url, words, isHere, isOurs, root]);
}
