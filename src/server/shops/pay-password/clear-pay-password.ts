import { and, desc, eq, gt } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, day, hour } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { statements } from '../../schema/restrictions.ts';
import { users } from '../../schema/session.ts';
import { notify } from '../notices/notify.ts';
import { issueStatement } from '../restrictions/statements.ts';

interface Clearing {
  userId: string;
  shopId: string;
  /** What happened, as a text for the merchant. */
  reason: string;
  actor: string;
}

const kind = 'pay_password_cleared' as const;

/**
 * The least time between two clearings: each starts a waiting time, so frequent ones would block withdrawals most of
 * the time.
 */
const clearingInterval = 30 * day;

// Repeated clearings would block withdrawals for ever.
async function requireNoRecentClearing({ db, clock }: Deps, shopId: string): Promise<void> {
  const recent = gt(statements.at, after(clock.now(), -clearingInterval));
  const [last] = await db
    .select({ at: statements.at })
    .from(statements)
    .where(and(eq(statements.shopId, shopId), eq(statements.kind, kind), recent))
    .orderBy(desc(statements.at))
    .limit(1);
  if (!last) return;
  const from = after(last.at, clearingInterval).toISOString();
  throw refuse(codes.invalidOperation, {
    reason: 'cleared_already',
    params: { from },
    message: `The payment password was taken away less than 30 days ago, and can be again from ${from} on. The merchant can set a new one in the app now.`,
  });
}

/**
 * Clears a lost payment password and notifies its merchant, with a statement of reasons. The next password can pay at
 * once and withdraw only after the wait; a second clearing within 30 days is refused.
 * @throws Refusal 203 `cleared_already`
 */
export async function clearPayPassword(
  deps: Deps,
  { userId, shopId, reason, actor }: Clearing,
): Promise<{ usableFrom: Date; statementId: string }> {
  const { db, clock, config } = deps;
  const at = clock.now();
  const wait = config.limits.payPasswordUsableAfterHours * hour;
  // The lock comes first, so that a concurrent second call finds the statement of the first.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  await requireNoRecentClearing(deps, shopId);
  const usableFrom = after(at, wait);
  const cleared = { payPasswordHash: null, payFailures: 0, payLockedUntil: null, payUsableFrom: usableFrom };
  await db.update(users).set(cleared).where(eq(users.id, userId));
  const statementId = await issueStatement(deps, {
    shopId,
    kind,
    facts: reason,
    rule: 'pay_password_cleared_rule',
    actor,
    subject: userId,
    until: usableFrom,
  });
  const params = { usableFrom: usableFrom.toISOString() };
  await notify(db, { kind, params, shopId, statementId, at });
  return { usableFrom, statementId };
}
