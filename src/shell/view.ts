import type { Session } from '../data/session.ts';
import type { PathName } from '../paths.ts';

/**
 * What is drawn in place of the screens:
 * `covered`: kept, but not shown, until it is known who is signed in; `sign-in-over`: sign-in above a kept screen.
 */
export type View = 'screen' | 'covered' | 'sign-in-over' | 'sign-in' | 'waiting' | 'info-failure';

/** Screens that need no sign-in. */
const publicScreens: readonly PathName[] = ['login', 'invite', 'notFound'];

export function viewOf(
  { status, me, expired }: Session,
  hasToken: boolean,
  name: PathName | undefined,
): View {
  // Sign-in itself goes on meanwhile, and shows no personal data.
  if (me && status === 'starting' && name !== 'login') return 'covered';
  if (!name || publicScreens.includes(name)) return 'screen';
  if (status === 'signed-out') return expired ? 'sign-in-over' : 'sign-in';
  // A merchant who is locked out may still object.
  if ((status === 'info-failure' && name !== 'appeal') || me?.agreement) return 'info-failure';
  if (status === 'signed-in' || status === 'info-failure') return 'screen';
  return hasToken ? 'screen' : 'waiting';
}
