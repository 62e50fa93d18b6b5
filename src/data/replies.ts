import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { command } from './command.ts';
import { resource } from './resource.ts';

type SavedReplies = Output<'POST /v1/reply/list'>;
type SavedReply = SavedReplies['list'][number];

/** The saved replies, the newest first; on a server with the feature `replies`. */
export const repliesResource = resource<void, SavedReply[]>(async (_, signal) => {
  const { list } = await call('POST /v1/reply/list', {}, { signal, quiet: true });
  return list ?? [];
});

const show = (output: SavedReplies | undefined) => output && repliesResource.set(undefined, output.list);

export const replySaving = command('POST /v1/reply/add', {
  intention: ({ text }) => `reply-add:${text}`,
  patch: show,
});
export const replyRemoval = command('POST /v1/reply/del', {
  intention: ({ id }) => `reply-del:${id}`,
  patch: show,
});
