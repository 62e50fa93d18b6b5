import { unread } from '../data/unread.ts';
import { isAway } from './presence.ts';

/** While somebody looks, the count of unread notices follows what happens elsewhere, such as on their other phone. */
export function watchNotices(everyMs = 60_000): () => void {
  const timer = setInterval(() => isAway() || unread.stale(), everyMs);
  return () => clearInterval(timer);
}
