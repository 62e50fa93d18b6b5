import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { pendingOrdersResource } from './pending-orders.ts';
import { personal } from './person.ts';
import { resource } from './resource.ts';

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
  // The orders to pay are shown beside this count, and may have changed by what is new.
  if (before?.latestId !== undefined && latestNotice(before) !== latestNotice(answer))
    pendingOrdersResource.invalidate();
  return { ...answer, ordersAfter };
});
