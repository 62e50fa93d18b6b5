import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { anyRefusal, command } from './command.ts';
import { pages } from './pages.ts';
import { loadMe } from './session.ts';

type Page = Output<'POST /v1/user/invite/list'>;
export type Friend = Page['list'][number] & { id: string };
export type Invited = Output<'POST /v1/user/invite/add'>;

/** Friends invited so far; every page says what is left of today. */
export const friends = pages(async (input: object, signal) => {
  const page = await call('POST /v1/user/invite/list', input, { signal });
  const list: Friend[] = (page.list ?? []).map((one) => ({ ...one, id: one.friendId }));
  return { ...page, list };
});

/** The profile names the code that can be handed out now. */
const profile = { invalidate: () => void loadMe() };

/** A new code, or another one for a friend whose last one has run out. */
export const invitation = command('POST /v1/user/invite/add', {
  key: ({ friendId }) => `invite:${friendId ?? ''}`,
  invalidates: [friends, profile],
  invalidatesOn: anyRefusal,
});
