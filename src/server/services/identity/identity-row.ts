import { and, asc, eq, gt } from 'drizzle-orm';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { type IdentityReason, identities, identityEvents } from '../../schema/identity.ts';

export type IdentityRow = typeof identities.$inferSelect;
type EventKind = (typeof identityEvents.$inferSelect)['kind'];

/** The row of a shop that has not applied, also after it has withdrawn an application. */
export const unverified = {
  status: 'unverified',
  realName: null,
  idType: null,
  idNumberMasked: null,
  idNumberHash: null,
  frontFileId: null,
  backFileId: null,
  consentVersion: null,
  submittedAt: null,
  reviewBy: null,
  decidedAt: null,
  reasons: [],
  note: null,
  statementId: null,
  expiresAt: null,
  expiryNoticedAt: null,
  overdueNoticedAt: null,
} satisfies Omit<IdentityRow, 'shopId'>;

export const identityOf = async (db: Database, shopId: string): Promise<IdentityRow> => {
  const [row] = await db.select().from(identities).where(eq(identities.shopId, shopId));
  return row ?? { shopId, ...unverified };
};

/** Returns the name of the verified person behind a shop; null without one. */
export const verifiedNameOf = async (db: Database, shopId: string): Promise<string | null> => {
  const { status, realName } = await identityOf(db, shopId);
  return status === 'verified' ? realName : null;
};

/** Stores the state of an application; the caller has locked the shop's row. */
export const saveIdentity = async (
  db: Database,
  { shopId, ...before }: IdentityRow,
  change: Partial<IdentityRow>,
): Promise<IdentityRow> => {
  const row = { ...before, ...change };
  const [saved] = await db
    .insert(identities)
    .values({ shopId, ...row })
    .onConflictDoUpdate({ target: identities.shopId, set: row })
    .returning();
  if (!saved) throw new Error('the identity was not stored');
  return saved;
};

export const recordStep = async (
  { db, clock }: Deps,
  step: { shopId: string; kind: EventKind; actor: string; reasons?: IdentityReason[] },
): Promise<void> => {
  await db.insert(identityEvents).values({ ...step, at: clock.now() });
};

/** Returns when applications of the last 24 hours were made, the oldest first. */
export const recentTries = async ({ db, clock }: Deps, shopId: string): Promise<Date[]> => {
  const applications = await db
    .select({ at: identityEvents.at })
    .from(identityEvents)
    .where(
      and(
        eq(identityEvents.shopId, shopId),
        eq(identityEvents.kind, 'submitted'),
        gt(identityEvents.at, after(clock.now(), -day)),
      ),
    )
    .orderBy(asc(identityEvents.seq));
  return applications.map(({ at }) => at);
};
