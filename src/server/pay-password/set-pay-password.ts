import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, hour } from '../clock.ts';
import type { Actor, Basics } from '../context.ts';
import { notify } from '../notices/notify.ts';
import { refuse } from '../refuse.ts';
import { users } from '../schema/session.ts';
import { hashPassword, paymentGate, verifyPassword } from '../session/passwords.ts';

/** `first`: none was set before, and nothing that it could open to a stranger is there yet. */
export type Way = 'first' | 'changed' | 'reset';

const kinds = {
  first: 'pay_password_set',
  changed: 'pay_password_changed',
  reset: 'pay_password_reset',
} as const;

interface Setting {
  actor: Actor;
  secret: string;
  /** The user's present hash and its wait, read under a lock. */
  before: { hash: string | null; usableFrom: Date | null };
  way: Way;
}

async function requireOther({ config }: Basics, { actor, secret, before, way }: Setting): Promise<void> {
  // Whoever has forgotten it may well choose it again.
  if (way !== 'changed' || before.hash === null) return;
  const compare = () => verifyPassword(secret, before.hash, config.passwordCost);
  if (await paymentGate(actor.userId, compare))
    throw refuse(codes.operationFailed, { field: 'newPassword', reason: 'unchanged' });
}

/** From when on it withdraws: the first at once, unless an operator has taken another away a while ago. */
function usableFromOf({ clock, config }: Basics, { way, before }: Setting): Date {
  const now = clock.now();
  if (way !== 'first') return after(now, config.limits.payPasswordUsableAfterHours * hour);
  return before.usableFrom && before.usableFrom > now ? before.usableFrom : now;
}

/**
 * Stores a new payment password, with all its tries. One that takes the place of another pays at once and withdraws
 * only after a while: time for the owner to hear of it.
 * @throws Refusal 204 `unchanged` when it is the present one
 */
export async function setPayPassword(
  deps: Basics,
  setting: Setting,
): Promise<{ payPasswordSet: true; withdrawUsableFrom: string }> {
  const { db: tx, clock, config, random } = deps;
  const { actor, secret, way } = setting;
  const { userId, shopId } = actor;
  await requireOther(deps, setting);
  const at = clock.now();
  const usableFrom = usableFromOf(deps, setting);
  const payPasswordHash = await paymentGate(userId, () => hashPassword(secret, config.passwordCost, random));
  await tx
    .update(users)
    .set({ payPasswordHash, payFailures: 0, payLockedUntil: null, payUsableFrom: usableFrom })
    .where(eq(users.id, userId));
  const withdrawUsableFrom = usableFrom.toISOString();
  const telling = { shopId, link: '/settings', at };
  if (way === 'first') await notify(tx, { ...telling, kind: kinds.first, params: {} });
  else await notify(tx, { ...telling, kind: kinds[way], params: { usableFrom: withdrawUsableFrom } });
  return { payPasswordSet: true, withdrawUsableFrom };
}
