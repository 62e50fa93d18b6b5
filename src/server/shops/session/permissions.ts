import { codes } from '../../../contract/errors.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';

/** Returns whether a user has a permission; null is granted to everyone. */
export const isPermitted = (
  { permissions }: Pick<Actor, 'permissions'>,
  required: Permission | null,
): boolean => required === null || permissions.includes(required);

/** Refuses with 409 and the permission's name where the user lacks it. */
export function requirePermission(actor: Pick<Actor, 'permissions'>, required: Permission | null): void {
  if (isPermitted(actor, required)) return;
  throw refuse(codes.insufficientPermissions, {
    reason: 'permission',
    params: { permission: required ?? '' },
  });
}
