import { effect } from '@preact/signals';
import { online } from '../data/online.ts';
import { todayScreens } from '../data/today.ts';
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
 * becomes visible or has the focus: one small call, and only where a screen shows its answer. A screen that shows what
 * waits hears of a new order within half a minute.
 */
export function watchNotices(firstMs = 25_000): () => void {
  let wait = firstMs;
  let known = noticeState();
  let timer = setTimeout(poll, wait);
  function poll() {
    const now = noticeState();
    wait =
      now === known && todayScreens.peek() === 0
        ? Math.min(wait * backoff.factor, firstMs * backoff.maxFactor)
        : firstMs;
    known = now;
    check();
    timer = setTimeout(poll, wait);
  }
  const restart = () => {
    clearTimeout(timer);
    wait = firstMs;
    timer = setTimeout(poll, wait);
  };
  const onVisible = () => {
    if (document.hidden) return;
    restart();
    // After a longer absence everything on the screen is asked for already.
    if (!unreadResource.peek().loading) check();
  };
  const stopWatching = effect(() => {
    if (todayScreens.value > 0) restart();
  });
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('focus', onVisible);
  return () => {
    clearTimeout(timer);
    stopWatching();
    removeEventListener('focus', onVisible);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
