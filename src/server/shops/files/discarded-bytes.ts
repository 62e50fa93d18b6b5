import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { startOfDay } from '../../platform/zone.ts';
import { loginAttempts } from '../../schema/session.ts';
import { subjectOf } from '../sessions/throttle.ts';
import type { ShopRow } from '../shop-row.ts';

const subject = ({ clock }: Deps, { id, timeZone }: ShopRow): string =>
  subjectOf('discarded_bytes', id, startOfDay(timeZone, clock.now()).toISOString());

/** Counts bytes that were received and discarded against the shop's daily quota: they cost as much as stored ones. */
export const countDiscarded = async (deps: Deps, shop: ShopRow, bytes: number): Promise<void> => {
  const kilobytes = Math.ceil(bytes / 1_000);
  const lastAt = deps.clock.now();
  await deps.db
    .insert(loginAttempts)
    .values({ subject: subject(deps, shop), failures: kilobytes, lastAt })
    .onConflictDoUpdate({
      target: loginAttempts.subject,
      set: { failures: sql`${loginAttempts.failures} + ${kilobytes}`, lastAt },
    });
};

/** Returns how many bytes of the shop were discarded today. */
export const discardedBytes = async (deps: Deps, shop: ShopRow): Promise<number> => {
  const [row] = await deps.db
    .select({ kilobytes: loginAttempts.failures })
    .from(loginAttempts)
    .where(eq(loginAttempts.subject, subject(deps, shop)));
  return (row?.kilobytes ?? 0) * 1_000;
};
