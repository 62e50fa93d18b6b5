import { effect } from '@preact/signals';
import type { Guest } from '../../bridge/index.ts';
import { haptic } from '../data/host.ts';
import { session } from '../data/session.ts';
import { toasts } from '../data/toast.ts';
import { unreadResource } from '../data/unread.ts';
import type { Navigator } from '../location.ts';
import { nameOfPath } from '../paths.ts';

/** Reports the name of the current screen, and nothing of its address. */
export function reportScreens(guest: Guest, nav: Navigator): () => void {
  let last: string | undefined;
  return nav.url.subscribe((url) => {
    const screen = nameOfPath(url.replace(/[?#].*/s, '')) ?? 'notFound';
    if (screen !== last) guest.note('track', { name: 'screen', props: { screen } });
    last = screen;
  });
}

/** Reports the height of the content, for a host that sizes its frame by it. */
export function reportHeight(guest: Guest, root: HTMLElement): () => void {
  let last = 0;
  const observer = new ResizeObserver(() => {
    const px = Math.ceil(root.scrollHeight);
    if (px !== last) guest.note('height', { px });
    last = px;
  });
  observer.observe(root);
  return () => observer.disconnect();
}

/** Reports the number of unread notices for the host's own badge; 0 after signing out. */
export function reportBadge(guest: Guest): () => void {
  let last: number | undefined;
  return effect(() => {
    const isSignedIn = session.value.status === 'signed-in';
    const count = isSignedIn ? unreadResource.ask().value.data?.unread : last && 0;
    if (count === undefined || count === last) return;
    last = count;
    guest.note('badge', { count });
  });
}

/** Vibrates once for each new toast. */
export function vibrateOnToasts(): () => void {
  let last = 0;
  return toasts.subscribe((shown) => {
    const newest = shown.at(-1);
    if (!newest || newest.id <= last) return;
    last = newest.id;
    haptic(newest.tone === 'bad' ? 'error' : 'success');
  });
}
