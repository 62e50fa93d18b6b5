import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, hour } from '../../platform/clock.ts';
import type { Caller, Deps } from '../../platform/context.ts';
import { hashPassword, hasPassword, limitPasswordWork, verifyPassword } from '../../platform/passwords.ts';
import { refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';
import { notify } from '../notices/notify.ts';

/** `first`: none was set before, so there is nothing yet that a stranger could misuse. */
type Way = 'first' | 'changed' | 'reset';

const kinds = {
  first: 'pay_password_set',
  changed: 'pay_password_changed',
  reset: 'pay_password_reset',
} as const;

interface Setting {
  caller: Caller;
  secret: string;
  /** The user's current hash, its waiting time, and the hash of the login password, read under a lock. */
  before: { hash: string | null; usableFrom: Date | null; passwordHash: string };
  way: Way;
}

async function requireOther({ config }: Deps, { caller, secret, before, way }: Setting): Promise<void> {
  // A reset may set the same password again, since the user has forgotten it.
  if (way !== 'changed' || before.hash === null) return;
  const compare = () => verifyPassword(secret, before.hash, config.passwordCost);
  if (await limitPasswordWork(caller.userId, compare))
    throw refuse(codes.operationFailed, { field: 'newPassword', reason: 'unchanged' });
}

/**
 * Returns from when the new password can withdraw: at once for a first one that the login password proves, unless an
 * operator has cleared an earlier one recently. Without a login password only the session proves it, so it waits.
 */
function usableFromOf({ clock, config }: Deps, { way, before }: Setting): Date {
  const now = clock.now();
  if (way !== 'first' || !hasPassword(before))
    return after(now, config.limits.payPasswordUsableAfterHours * hour);
  return before.usableFrom && before.usableFrom > now ? before.usableFrom : now;
}

/**
 * Stores a new payment password and resets its tries. One that replaces another, or that only the session proves, can
 * pay at once and withdraw only after a while, which gives the owner time to notice.
 * @throws Refusal 204 `unchanged` when it is the current one
 */
export async function setPayPassword(
  deps: Deps,
  setting: Setting,
): Promise<{ payPasswordSet: true; withdrawUsableFrom: string }> {
  const { db: tx, clock, config, random } = deps;
  const { caller, secret, way } = setting;
  const { userId, shopId } = caller;
  await requireOther(deps, setting);
  const at = clock.now();
  const usableFrom = usableFromOf(deps, setting);
  const payPasswordHash = await limitPasswordWork(userId, () =>
    hashPassword(secret, config.passwordCost, random),
  );
  await tx
    .update(users)
    .set({ payPasswordHash, payFailures: 0, payLockedUntil: null, payUsableFrom: usableFrom })
    .where(eq(users.id, userId));
  const withdrawUsableFrom = usableFrom.toISOString();
  const context = { shopId, at };
  if (way === 'first') await notify(tx, { ...context, kind: kinds.first, params: {} });
  else await notify(tx, { ...context, kind: kinds[way], params: { usableFrom: withdrawUsableFrom } });
  return { payPasswordSet: true, withdrawUsableFrom };
}
