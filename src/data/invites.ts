import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { type Outcome, once } from './once.ts';
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

/** A new code, or another one for a friend whose last one has run out. Refusals are thrown. */
export async function invite(
  friendId: string | undefined,
  onChecking: () => void,
): Promise<Outcome<Invited>> {
  const form = `invite:${friendId ?? ''}`;
  try {
    return await once('POST /v1/user/invite/add', { friendId }, { form, onChecking });
  } finally {
    friends.stale();
    // It names the code that can be handed out now.
    void loadMe();
  }
}
