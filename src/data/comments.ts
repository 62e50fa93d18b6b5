import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { type Outcome, once } from './once.ts';
import { pages } from './pages.ts';

type Page = Output<'GET /v1/order-comment'>;
export type Comment = Page['list'][number];
export type CommentSummary = Page['summary'];
export type CommentFilter = Omit<Input<'GET /v1/order-comment'>, 'cursor' | 'limit'>;
export type CommentWords = Input<'POST /v1/order-comment'>;

/** Comments on an order, or on the whole shop; counted by stars for all of them. */
export const comments = pages(async (filter: CommentFilter, signal): Promise<Page> => {
  const page = await call('GET /v1/order-comment', filter, { signal });
  return { ...page, list: page.list ?? [], nextCursor: page.nextCursor ?? null };
});

/** A signed comment on an order, or the one reply to a buyer's. Refusals are thrown, to be shown in its form. */
export async function sendComment(
  words: CommentWords,
  onChecking?: () => void,
): Promise<Outcome<{ comment: Comment }>> {
  const form = `comment:${words.parentId ?? words.orderId}`;
  try {
    const outcome = await once('POST /v1/order-comment', words, { form, onChecking });
    // The form makes room for its reply at once: on a slow line it would be sent again.
    const said = outcome.state === 'done' ? outcome.output?.comment : undefined;
    if (said)
      comments.change((page) => ({
        ...page,
        list: page.list.map((one) => (one.id === said.id ? { ...one, reply: said.reply } : one)),
      }));
    return outcome;
  } finally {
    comments.stale();
  }
}
