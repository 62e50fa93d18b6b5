import { batch } from '@preact/signals';
import type { Input, Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { pages } from './pages.ts';
import { unreadResource } from './unread.ts';

export type NoticePage = Output<'POST /v1/notify/list'>;
export type Notice = NoticePage['list'][number];
export type NoticeFilter = Pick<Input<'POST /v1/notify/list'>, 'type'>;

/** What waits comes before them, so that fewer rows than elsewhere fill a phone. */
const firstNotices = { firstRows: 14 };

export const noticesResource = pages(async (input: NoticeFilter, signal): Promise<NoticePage> => {
  const page = await call('POST /v1/notify/list', input, { signal });
  return { ...page, list: page.list ?? [] };
}, firstNotices);

/** Marks opened notices as read, 100 at most. */
export function markRead(...opened: Notice[]) {
  const ids = opened.map(({ id }) => id).slice(0, 100);
  return mark({ ids }, ({ id }) => ids.includes(id));
}

/** Marks all up to the newest one on the screen: later ones stay unread. */
export const markAllRead = (newest: Notice) =>
  mark(
    { upToId: newest.id, upToAt: newest.createdAt },
    (one) => one.id === newest.id || one.createdAt < newest.createdAt,
  );

async function mark(which: Input<'POST /v1/notify/read'>, isMeant: (one: Notice) => boolean) {
  const answer = await call('POST /v1/notify/read', which);
  const readAt = new Date().toISOString();
  batch(() => {
    noticesResource.update((page) => ({
      ...page,
      list: page.list.map((one) => (!one.readAt && isMeant(one) ? { ...one, readAt } : one)),
    }));
    if (answer?.unread === undefined) unreadResource.invalidate();
    else unreadResource.set(undefined, { ...unreadResource.peek().data, unread: answer.unread });
  });
}
