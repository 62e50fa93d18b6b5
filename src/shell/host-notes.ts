import type { Guest } from '../../bridge/index.ts';
import { haptic } from '../data/host.ts';
import { toasts } from '../data/toast.ts';
import type { Place } from '../location.ts';
import { nameOf } from './view.ts';

/** Which screen is looked at: its name in our own list, and nothing of its address. */
export function tellScreens(guest: Guest, place: Place): () => void {
  let last: string | undefined;
  return place.url.subscribe((url) => {
    const screen = nameOf(url.replace(/[?#].*/s, '')) ?? 'notFound';
    if (screen !== last) guest.note('track', { name: 'screen', props: { screen } });
    last = screen;
  });
}

/** How tall the content is, for a host that gives its frame as much room. */
export function tellHeight(guest: Guest, root: HTMLElement): () => void {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const px = Math.ceil(root.scrollHeight);
    if (px !== last) guest.note('height', { px });
    last = px;
  });
  observer.observe(root);
  return () => observer.disconnect();
}

/** How something went can be felt, too: each new toast once. */
export function feelToasts(): () => void {
  let last = 0;
  return toasts.subscribe((shown) => {
    const newest = shown.at(-1);
    if (!newest || newest.id <= last) return;
    last = newest.id;
    haptic(newest.tone === 'bad' ? 'error' : 'success');
  });
}
