// What Souk reports to the page or app around it: by notes of the bridge, or by events of the element.
import { effect } from '@preact/signals';
import { capabilities } from '../data/host.ts';
import { personVersion } from '../data/person.ts';
import { session } from '../data/session.ts';
import { badgeCount } from '../data/unread.ts';
import type { Navigator } from '../location.ts';
import { hasDrafts } from '../ui/has-drafts.ts';

/** Reports what waits for the merchant, or what is unread; 0 after signing out. */
export function reportBadge(report: (params: { count: number }) => void): () => void {
  let last: number | undefined;
  return effect(() => {
    const isSignedIn = session.value.status === 'signed-in';
    const count = isSignedIn ? badgeCount() : last && 0;
    if (count === undefined || count === last) return;
    last = count;
    report({ count });
  });
}

/**
 * Reports how many steps a host's back has inside Souk. Something typed counts as one where nothing else does and the host
 * can be asked to close: it then asks Souk before it leaves, and so the merchant.
 */
export function reportDepth(nav: Navigator, report: (params: { depth: number }) => void): () => void {
  let last: number | undefined;
  return effect(() => {
    const asksToClose = capabilities.value.includes('close') && hasDrafts();
    const depth = nav.depth.value || Number(asksToClose);
    if (depth === last) return;
    last = depth;
    report({ depth });
  });
}

/** Reports whether leaving now would lose something typed, when that changes. */
export function reportDirty(report: (params: { value: boolean }) => void): () => void {
  let last = false;
  return effect(() => {
    // Drafts go with the person who typed them.
    void [session.value, personVersion.value];
    const value = hasDrafts();
    if (value === last) return;
    last = value;
    report({ value });
  });
}
