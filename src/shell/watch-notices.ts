import { online } from '../data/online.ts';
import { latestNotice, unreadResource } from '../data/unread.ts';
import { isHidden } from './visibility.ts';

/** The longest wait, as a multiple of the first one; a wait grows while nothing changes. */
const backoff = { factor: 1.5, maxFactor: 10 };

const noticeState = () => {
  const { data } = unreadResource.peek();
  return [latestNotice(data), data?.newOrders].join();
};

const check = () => {
  if (!isHidden() && online.peek()) unreadResource.invalidate();
};

/**
 * Refreshes the count of unread notices and of new orders while the page is visible and there is a network, and when it
 * becomes visible: one small call, and only where a screen shows its answer.
 */
export function watchNotices(firstMs = 30_000): () => void {
  let wait = firstMs;
  let known = noticeState();
  let timer = setTimeout(poll, wait);
  function poll() {
    const now = noticeState();
    wait = now === known ? Math.min(wait * backoff.factor, firstMs * backoff.maxFactor) : firstMs;
    known = now;
    check();
    timer = setTimeout(poll, wait);
  }
  const onVisible = () => {
    if (document.hidden) return;
    clearTimeout(timer);
    wait = firstMs;
    timer = setTimeout(poll, wait);
    // After a longer absence everything on the screen is asked for already.
    if (!unreadResource.peek().loading) check();
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
