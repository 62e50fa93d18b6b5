import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { anyRefusal, command } from './command.ts';
import { pages } from './pages.ts';
import { todayResource } from './today.ts';

type Page = Output<'GET /v1/order-comment'>;
export type Comment = Page['list'][number];
export type CommentSummary = Page['summary'];
export type CommentFilter = Omit<Input<'GET /v1/order-comment'>, 'cursor' | 'limit'>;

/** Comments on an order, or on the whole shop with their number by stars. */
export const commentsResource = pages(async (filter: CommentFilter, signal): Promise<Page> => {
  const page = await call('GET /v1/order-comment', filter, { signal });
  return { ...page, list: page.list ?? [], nextCursor: page.nextCursor ?? null };
});

/** Sends a signed comment on an order, or the one reply to a buyer's comment. */
export const commentPost = command('POST /v1/order-comment', {
  intention: ({ parentId, orderId }) => `comment:${parentId ?? orderId}`,
  // Replaces the form by its reply at once: on a slow line it would be sent again.
  patch(output) {
    const posted = output?.comment;
    if (posted)
      commentsResource.update((page) => ({
        ...page,
        list: page.list.map((one) => (one.id === posted.id ? { ...one, reply: posted.reply } : one)),
      }));
  },
  invalidates: [commentsResource, todayResource],
  invalidatesOn: anyRefusal,
});
