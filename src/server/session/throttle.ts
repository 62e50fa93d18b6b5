import { createHash } from 'node:crypto';
import { and, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, day, minute, second } from '../clock.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { loginAttempts } from '../schema/session.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

/** After this many tries that came to nothing each further one has to wait; nobody is locked out for good. */
export interface Allowance {
  free: number;
  /** The longest wait, in milliseconds. */
  longest: number;
}

export const passwordTries: Allowance = { free: 3, longest: 5 * minute };
export const inviteTries: Allowance = { free: 5, longest: 5 * minute };
/** Names that somebody with a good invitation tries out. */
export const registrations: Allowance = { free: 5, longest: 5 * minute };
/** Codes that somebody with the login password tries out, as many codes as they may have asked for. */
export const resetTries: Allowance = { free: 10, longest: 60 * minute };
/** Codes that an address has sent: each costs the operator a message. */
export const sendings: Allowance = { free: 10, longest: 60 * minute };

const remembered = day;

/** What is counted together, unreadable in the table: `subjectOf('sign_in', name, address)`. */
export const subjectOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const isStale = (now: Date): SQL =>
  sql`${loginAttempts.lastAt} < ${after(now, -remembered).toISOString()}::timestamptz`;
const counted = (now: Date): SQL<number> =>
  sql<number>`case when ${isStale(now)} then 1 else ${loginAttempts.failures} + 1 end`;

// 2 s, 4 s, 8 s … up to the longest: a person who mistypes hardly notices, a list of passwords gets nowhere.
const pause = (tries: SQL, { free, longest }: Allowance): SQL =>
  sql`least(${longest / second}, power(2, least(${tries} - ${free} + 1, 30))) * interval '1 second'`;

/**
 * Counts a try before it is looked at, and refuses it with 201 and the seconds left where it has to wait. Asking and
 * counting are one statement, so of many tries sent at once, to many processes, no more get through than one by one.
 */
export async function claimTry({ db, clock }: Needs, subject: string, allowance: Allowance): Promise<void> {
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  const tries = counted(now);
  const [claimed] = await db
    .insert(loginAttempts)
    .values({ subject, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: {
        failures: tries,
        lastAt: now,
        blockedUntil: sql`case when ${tries} >= ${allowance.free} then ${at} + ${pause(tries, allowance)} end`,
      },
      setWhere: or(isNull(loginAttempts.blockedUntil), lte(loginAttempts.blockedUntil, now)),
    })
    .returning({ failures: loginAttempts.failures });
  if (claimed) return;
  const [row] = await db.select().from(loginAttempts).where(eq(loginAttempts.subject, subject));
  const left = (row?.blockedUntil?.getTime() ?? now.getTime()) - now.getTime();
  const retryAfter = Math.max(1, Math.ceil(left / second));
  throw refuse(codes.systemBusy, { reason: 'too_many_attempts', retryAfter });
}

/** Counts a try unless there were `most` already, and says whether it did: all in one statement. */
export async function countUpTo({ db, clock }: Needs, subject: string, most: number): Promise<boolean> {
  const now = clock.now();
  const claimed = await db
    .insert(loginAttempts)
    .values({ subject, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: { failures: counted(now), lastAt: now },
      setWhere: or(lt(loginAttempts.failures, most), isStale(now)),
    })
    .returning({ failures: loginAttempts.failures });
  return claimed.length > 0;
}

/** What has succeeded was no guess: the count begins anew. */
export const forgetTries = async ({ db }: Pick<Needs, 'db'>, subject: string): Promise<void> => {
  await db.delete(loginAttempts).where(eq(loginAttempts.subject, subject));
};

/** Takes back the count of one try that was right, and leaves those before it. */
export const takeBackTry = async ({ db }: Pick<Needs, 'db'>, subject: string): Promise<void> => {
  await db
    .update(loginAttempts)
    .set({ failures: sql`${loginAttempts.failures} - 1`, blockedUntil: null })
    .where(and(eq(loginAttempts.subject, subject), sql`${loginAttempts.failures} > 0`));
};

/** Tries that no longer count; whoever makes names up would else fill the table with them. */
export const forgetOldTries = async (db: Database, now: Date): Promise<void> => {
  await db.delete(loginAttempts).where(lt(loginAttempts.lastAt, after(now, -remembered)));
};
