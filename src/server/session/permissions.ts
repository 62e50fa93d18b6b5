import { codes } from '../../contract/errors.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { Actor } from '../context.ts';
import { refuse } from '../refuse.ts';

/** Whether a user may have what wants a permission; what wants none is for everybody. */
export const isPermitted = (
  { permissions }: Pick<Actor, 'permissions'>,
  wanted: Permission | null,
): boolean => wanted === null || permissions.includes(wanted);

/** Refuses with 409 and the permission's name where the user lacks it. */
export function requirePermission(actor: Pick<Actor, 'permissions'>, wanted: Permission | null): void {
  if (isPermitted(actor, wanted)) return;
  throw refuse(codes.insufficientPermissions, {
    reason: 'permission',
    params: { permission: wanted ?? '' },
  });
}
