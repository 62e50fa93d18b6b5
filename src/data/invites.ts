import type { Output } from '../contract/calls.ts';
import { loadMe } from './accept-token.ts';
import { call } from './api.ts';
import { anyRefusal, command } from './command.ts';
import { pages } from './pages.ts';

type Page = Output<'POST /v1/user/invite/list'>;
export type Friend = Page['list'][number] & { id: string };
export type Invited = Output<'POST /v1/user/invite/add'>;

/** Invited friends; every page has what is left of today's quota. */
export const friendsResource = pages(async (input: object, signal) => {
  const page = await call('POST /v1/user/invite/list', input, { signal });
  const list: Friend[] = (page.list ?? []).map((one) => ({ ...one, id: one.friendId }));
  return { ...page, list };
});

/** Refetches the profile, which names the current code. */
const profile = { invalidate: () => void loadMe() };

/** Creates a code, or a new one for a friend with an expired one. */
export const invitation = command('POST /v1/user/invite/add', {
  intention: ({ friendId }) => `invite:${friendId ?? ''}`,
  invalidates: [friendsResource, profile],
  invalidatesOn: anyRefusal,
});
