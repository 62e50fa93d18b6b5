import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, day, minute, second } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { loginAttempts } from '../../schema/session.ts';

/** The failed attempts without a delay; each further one is delayed, and no user is locked out for good. */
export interface Allowance {
  free: number;
  /** The longest delay, in milliseconds. */
  maxDelay: number;
}

export const passwordAttempts: Allowance = { free: 3, maxDelay: 5 * minute };
/** Sign-ins from one network, for all names together; from a /48 ten times as many. */
export const networkAttempts: Allowance = { free: 20, maxDelay: 5 * minute };
export const wideNetworkAttempts: Allowance = { free: 200, maxDelay: 5 * minute };
/** Sign-ins of one name, from all networks together: only slowed down, as the owner may be among them. */
export const nameAttempts: Allowance = { free: 100, maxDelay: 10 * second };
export const inviteAttempts: Allowance = { free: 5, maxDelay: 5 * minute };
/** Names that the holder of a valid invitation tries to register. */
export const registrations: Allowance = { free: 5, maxDelay: 5 * minute };
/** Codes that a user with the login password tries, as many codes as may be requested. */
export const resetCodeAttempts: Allowance = { free: 10, maxDelay: 60 * minute };
/** Codes that an address requests: each costs the operator a message. From a /48 ten times as many. */
export const codeRequests: Allowance = { free: 10, maxDelay: 60 * minute };
export const wideCodeRequests: Allowance = { free: 100, maxDelay: 60 * minute };
/** Codes for one name, from all networks together: only slowed down, as the owner may be among them. */
export const nameCodeRequests: Allowance = { free: 20, maxDelay: 10 * second };

const retention = day;

/**
 * Returns the key under which attempts are counted together, hashed in the table: `subjectOf('sign_in', name,
 * address)`.
 */
export const subjectOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const isStale = (now: Date): SQL =>
  sql`${loginAttempts.lastAt} < ${after(now, -retention).toISOString()}::timestamptz`;
const counted = (now: Date): SQL<number> =>
  sql<number>`case when ${isStale(now)} then 1 else ${loginAttempts.failures} + 1 end`;

// 2 s, 4 s, 8 s … up to the maximum: hardly noticeable for a person who mistypes, and too slow for a list of passwords.
const delaySql = (attempts: SQL, { free, maxDelay }: Allowance): SQL =>
  sql`least(${maxDelay / second}, power(2, least(${attempts} - ${free} + 1, 30))) * interval '1 second'`;

/**
 * Counts an attempt before it is checked, and refuses it with 201 and the seconds left where it has to wait. Check and
 * count are one statement, so that concurrent attempts, even on several processes, are no more than sequential
 * ones.
 */
export async function consumeAttempt(
  { db, clock }: Deps,
  subject: string,
  allowance: Allowance,
): Promise<void> {
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const attempts = counted(now);
  const [claimed] = await db
    .insert(loginAttempts)
    .values({ subject, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: {
        failures: attempts,
        lastAt: now,
        blockedUntil: sql`case when ${attempts} >= ${allowance.free} then ${at} + ${delaySql(attempts, allowance)} end`,
      },
      // A delay above the maximum was set by a clock that has been put back since.
      setWhere: or(
        isNull(loginAttempts.blockedUntil),
        lte(loginAttempts.blockedUntil, now),
        gt(loginAttempts.blockedUntil, after(now, allowance.maxDelay)),
      ),
    })
    .returning({ failures: loginAttempts.failures });
  if (claimed) return;
  const [row] = await db.select().from(loginAttempts).where(eq(loginAttempts.subject, subject));
  const left = (row?.blockedUntil?.getTime() ?? now.getTime()) - now.getTime();
  const retryAfter = Math.max(1, Math.ceil(left / second));
  throw refuse(codes.systemBusy, { reason: 'too_many_attempts', retryAfter });
}

/** Counts an attempt unless the limit is reached, and returns whether it did: all in one statement. */
export async function countUpTo({ db, clock }: Deps, subject: string, limit: number): Promise<boolean> {
  const now = clock.now();
  const claimed = await db
    .insert(loginAttempts)
    .values({ subject, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: { failures: counted(now), lastAt: now },
      setWhere: or(lt(loginAttempts.failures, limit), isStale(now)),
    })
    .returning({ failures: loginAttempts.failures });
  return claimed.length > 0;
}

const knownNetworkSubject = (name: string, network: string) => subjectOf('signed_in', name, network);
/** How long a network stays known as one from which a name signs in. */
const knownNetworkPeriod = 30 * day;

/** Returns whether a name has signed in from a network recently. */
export const isKnownNetwork = async (
  { db, clock }: Deps,
  name: string,
  network: string,
): Promise<boolean> => {
  const [row] = await db
    .select({ lastAt: loginAttempts.lastAt })
    .from(loginAttempts)
    .where(eq(loginAttempts.subject, knownNetworkSubject(name, network)));
  return row !== undefined && row.lastAt > after(clock.now(), -knownNetworkPeriod);
};

/** Stores that a name has signed in from a network: such a row counts no failures. */
export const rememberSignIn = async ({ db, clock }: Deps, name: string, network: string): Promise<void> => {
  const lastAt = clock.now();
  await db
    .insert(loginAttempts)
    .values({ subject: knownNetworkSubject(name, network), failures: 0, lastAt })
    .onConflictDoUpdate({ target: loginAttempts.subject, set: { lastAt } });
};

/** Resets the count after a success. */
export const resetAttempts = async ({ db }: Deps, subject: string): Promise<void> => {
  await db.delete(loginAttempts).where(eq(loginAttempts.subject, subject));
};

/** Subtracts one successful attempt from the count, and leaves those before it. */
export const returnAttempt = async ({ db }: Deps, subject: string): Promise<void> => {
  await db
    .update(loginAttempts)
    .set({ failures: sql`${loginAttempts.failures} - 1`, blockedUntil: null })
    .where(and(eq(loginAttempts.subject, subject), sql`${loginAttempts.failures} > 0`));
};

/** Deletes attempts that no longer count, or made-up names would fill the table. */
export const deleteOldAttempts = async (db: Database, now: Date): Promise<void> => {
  const isOld = (age: number) => lt(loginAttempts.lastAt, after(now, -age));
  const isForgotten = or(isOld(knownNetworkPeriod), and(gt(loginAttempts.failures, 0), isOld(retention)));
  await db.delete(loginAttempts).where(isForgotten);
};
