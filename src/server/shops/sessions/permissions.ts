import { codes } from '../../../contract/errors.ts';
import type { Permission } from '../../../contract/status.ts';
import type { Caller } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';

/** Returns whether a user has a permission; null is granted to everyone. */
export const isPermitted = (
  { permissions }: Pick<Caller, 'permissions'>,
  required: Permission | null,
): boolean => required === null || permissions.includes(required);

/** Refuses with 409 and the permission's name where the user lacks it. */
export function requirePermission(caller: Pick<Caller, 'permissions'>, required: Permission | null): void {
  if (required === null || isPermitted(caller, required)) return;
  throw refuse(codes.insufficientPermissions, {
    reason: 'permission',
    params: { permission: required },
  });
}
