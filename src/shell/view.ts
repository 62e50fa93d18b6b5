import type { Session } from '../data/session.ts';
import { type PathName, paths } from '../paths.ts';

/**
 * What stands in the place of the screens:
 * `covered`: kept, but not shown, until it is known whose it is; `over`: sign-in above a screen that is kept.
 */
export type View = 'screen' | 'covered' | 'over' | 'sign-in' | 'waiting' | 'info-failure';

/** Screens for people whom nobody knows. */
const open: readonly PathName[] = ['login', 'invite', 'notFound', 'settings'];

const names = Object.keys(paths) as PathName[];
export const nameOf = (path: string): PathName | undefined => names.find((name) => paths[name].path === path);

export function viewOf(
  { status, me, expired }: Session,
  hasToken: boolean,
  name: PathName | undefined,
): View {
  if (!name || open.includes(name)) return 'screen';
  if (status === 'signed-out') return expired ? 'over' : 'sign-in';
  // Whoever is shut out may still object.
  if (status === 'info-failure' && name !== 'appeal') return 'info-failure';
  if (status === 'signed-in' || status === 'info-failure') return 'screen';
  if (me) return 'covered';
  return hasToken ? 'screen' : 'waiting';
}
