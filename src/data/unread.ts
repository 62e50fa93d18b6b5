import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { pendingOrdersResource } from './pending-orders.ts';
import { personal } from './person.ts';
import { resource } from './resource.ts';
import { actCount, todayResource } from './today.ts';

/** `ordersAfter` is the order that `newOrders` is counted from. */
export type Unread = Partial<Output<'POST /v1/notify/check'>> & { ordersAfter?: string | undefined };

/** Returns what changes with each notice that comes; undefined before the first answer. */
export const latestNotice = (unread: Unread | undefined): string | undefined =>
  unread && [unread.latestId, unread.latestAt].join();

/** The newest order on the screen, while a list is shown to which newer ones would be added. */
export const newestOrder = personal<string | undefined>(undefined);

/**
 * The number of unread notices, and of orders newer than the newest on the screen. Polled, so a failure shows no
 * message.
 */
export const unreadResource = resource<void, Unread>(async (_, signal, before) => {
  const ordersAfter = newestOrder.peek();
  const answer = await call('POST /v1/notify/check', { ordersAfter }, { signal, quiet: true });
  const { acts } = answer;
  // What waits is shown beside this count, and may have changed by what is new.
  const isNew = before?.latestId !== undefined && latestNotice(before) !== latestNotice(answer);
  if (isNew) pendingOrdersResource.invalidate();
  if (isNew || (actCount.peek() ?? acts) !== acts) todayResource.invalidate();
  actCount.value = acts;
  return { ...answer, ordersAfter };
});

/** Returns the number of the badge: what waits for the merchant, or on a server that does not count it, what is unread. */
export const badgeCount = (): number | undefined => {
  const { unread } = unreadResource.ask().value.data ?? {};
  return actCount.value ?? unread;
};
