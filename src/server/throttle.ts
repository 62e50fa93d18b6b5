import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import { codes } from '../contract/errors.ts';
import { after, hour, minute, second } from './clock.ts';
import type { Deps } from './context.ts';
import type { Database } from './db.ts';
import { refuse } from './refuse.ts';
import { loginAttempts } from './schema/session.ts';

type Needs = Pick<Deps, 'db' | 'clock'>;

/** After this many failures each further try has to wait; nobody is locked out for good. */
const free = 3;
const remembered = 24 * hour;

// 2 s, 4 s, 8 s … up to 5 minutes: a person who mistypes hardly notices, a list of passwords gets nowhere.
const wait = (failures: number): number =>
  failures < free ? 0 : Math.min(5 * minute, 2 ** (failures - free + 1) * second);

/** Account name and address together: a stranger cannot keep the owner out by failing from elsewhere. */
export const subjectOf = (username: string, address: string): string =>
  createHash('sha256')
    .update(JSON.stringify([username.toLowerCase(), address]))
    .digest('hex');

/** Refuses with 201 and the seconds left while a subject has to wait; the same for unknown accounts. */
export const requireTurn = async ({ db, clock }: Needs, subject: string): Promise<void> => {
  const [row] = await db.select().from(loginAttempts).where(eq(loginAttempts.subject, subject));
  const left = (row?.blockedUntil?.getTime() ?? 0) - clock.now().getTime();
  if (left <= 0) return;
  throw refuse(codes.systemBusy, { reason: 'too_many_attempts', retryAfter: Math.ceil(left / second) });
};

export const countFailedTry = async ({ db, clock }: Needs, subject: string): Promise<void> => {
  const now = clock.now();
  const stale = after(now, -remembered).toISOString();
  const [row] = await db
    .insert(loginAttempts)
    .values({ subject, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: {
        failures: sql`case when ${loginAttempts.lastAt} < ${stale}::timestamptz then 1 else ${loginAttempts.failures} + 1 end`,
        lastAt: now,
      },
    })
    .returning({ failures: loginAttempts.failures });
  const pause = wait(row?.failures ?? 1);
  if (pause === 0) return;
  await db
    .update(loginAttempts)
    .set({ blockedUntil: after(now, pause) })
    .where(eq(loginAttempts.subject, subject));
};

export const forgetTries = async ({ db }: Needs, subject: string): Promise<void> => {
  await db.delete(loginAttempts).where(eq(loginAttempts.subject, subject));
};

/** Failures that no longer count; whoever makes names up would else fill the table with them. */
export const forgetOldTries = async (db: Database, now: Date): Promise<void> => {
  await db.delete(loginAttempts).where(lt(loginAttempts.lastAt, after(now, -remembered)));
};
