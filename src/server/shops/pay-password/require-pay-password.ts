import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after } from '../../platform/clock.ts';
import type { Caller, Deps } from '../../platform/context.ts';
import { limitPasswordWork, verifyPassword } from '../../platform/passwords.ts';
import { type Refusal, refuse } from '../../platform/refuse.ts';
import { users } from '../../schema/session.ts';

/** The code for a wrong password: 446 where it confirms something, 443 where it is changed. */
type WrongCode = typeof codes.payPasswordWrong | typeof codes.oldPasswordWrong;

const locked = (until: Date, code: WrongCode): Refusal =>
  refuse(code, {
    reason: 'locked',
    params: { attemptsLeft: 0, lockedUntil: until.toISOString() },
  });

const read = async ({ db }: Deps, caller: Caller) => {
  const [user] = await db
    .select({ hash: users.payPasswordHash, failures: users.payFailures, lockedUntil: users.payLockedUntil })
    .from(users)
    .where(eq(users.id, caller.userId));
  if (!user?.hash) throw refuse(codes.payPasswordNotSet);
  return { ...user, hash: user.hash };
};

const countFailure = async (deps: Deps, caller: Caller, code: WrongCode): Promise<Refusal> => {
  const { db, clock, config } = deps;
  const now = clock.now();
  const { tries, lock } = config.payPassword;
  // A lock that has expired restarts the count; all in one statement, so that no try is lost.
  const failures = sql<number>`case when ${users.payLockedUntil} <= ${now.toISOString()}::timestamptz then 1 else ${users.payFailures} + 1 end`;
  const [row] = await db
    .update(users)
    .set({
      payFailures: failures,
      payLockedUntil: sql`case when ${failures} >= ${tries} then ${after(now, lock).toISOString()}::timestamptz end`,
    })
    .where(and(eq(users.id, caller.userId), or(isNull(users.payLockedUntil), lte(users.payLockedUntil, now))))
    .returning({ failures: users.payFailures, lockedUntil: users.payLockedUntil });
  if (row && !row.lockedUntil) return refuse(code, { params: { attemptsLeft: tries - row.failures } });
  const until = row?.lockedUntil ?? (await read(deps, caller)).lockedUntil;
  return locked(until ?? after(now, lock), code);
};

/**
 * Checks the payment password, and that the account is not locked. `run-call.ts` calls it before the call's transaction,
 * so that a counted failure outlives the refused call.
 */
export const requirePayPassword = async (
  deps: Deps,
  caller: Caller,
  secret: string,
  code: WrongCode = codes.payPasswordWrong,
): Promise<void> => {
  const isLocked = (until: Date | null): until is Date => until !== null && until > deps.clock.now();
  const before = await read(deps, caller);
  if (isLocked(before.lockedUntil)) throw locked(before.lockedUntil, code);
  const compare = () => verifyPassword(secret, before.hash, deps.config.passwordCost);
  if (!(await limitPasswordWork(caller.userId, compare))) throw await countFailure(deps, caller, code);

  // Read again after the slow comparison: of many guesses sent at once, only those before the lock count.
  const now = await read(deps, caller);
  if (isLocked(now.lockedUntil)) throw locked(now.lockedUntil, code);
  if (now.failures === 0) return;
  await deps.db
    .update(users)
    .set({ payFailures: 0, payLockedUntil: null })
    .where(eq(users.id, caller.userId));
};
