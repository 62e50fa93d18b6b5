import { and, count, desc, eq, gt, gte, isNull, type SQL } from 'drizzle-orm';
import type { Deps } from '../../platform/context.ts';
import { startOfDay } from '../../platform/zone.ts';
import { invitations } from '../../schema/invites.ts';
import type { ShopRow } from '../../shops/shop-row.ts';

export type Invitation = typeof invitations.$inferSelect;

/** The condition for invitations that are neither used nor expired. */
export const isOpen = (now: Date): SQL | undefined =>
  and(isNull(invitations.usedAt), gt(invitations.expiresAt, now));

const countOf = async ({ db }: Deps, where: SQL | undefined): Promise<number> => {
  const [row] = await db.select({ count: count() }).from(invitations).where(where);
  return row?.count ?? 0;
};

/** Returns how many invitations of the shop's present day are left, by its own time zone. */
export async function inviteQuotaOf(deps: Deps, shop: ShopRow) {
  const { clock, config } = deps;
  const now = clock.now();
  const today = gte(invitations.createdAt, startOfDay(shop.timeZone, now));
  return {
    used: await countOf(deps, and(eq(invitations.shopId, shop.id), today)),
    limit: config.limits.invitationsPerDay,
    resetsAt: startOfDay(shop.timeZone, now, 1).toISOString(),
    timeZone: shop.timeZone,
  };
}

/** Returns how many of a shop's invitations are still open. */
export const openInvitationsOf = (deps: Deps, shopId: string): Promise<number> =>
  countOf(deps, and(eq(invitations.shopId, shopId), isOpen(deps.clock.now())));

/** Returns the invitation of a code while it can be used. */
export async function openInvitation({ db, clock }: Deps, code: string): Promise<Invitation | undefined> {
  const open = and(eq(invitations.code, code), isOpen(clock.now()));
  const [invitation] = await db.select().from(invitations).where(open);
  return invitation;
}

/** Uses an invitation up; null where it was used or expired in the meantime. */
export async function useInvitation(
  { db, clock }: Deps,
  code: string,
  userId: string,
): Promise<Invitation | null> {
  const [used] = await db
    .update(invitations)
    .set({ usedAt: clock.now(), usedBy: userId })
    .where(and(eq(invitations.code, code), isOpen(clock.now())))
    .returning();
  return used ?? null;
}

/** Returns the newest open code of a shop; empty where there is none. */
export async function codeToHandOut({ db, clock }: Deps, shopId: string): Promise<string> {
  const [invitation] = await db
    .select({ code: invitations.code })
    .from(invitations)
    .where(and(eq(invitations.shopId, shopId), isOpen(clock.now())))
    .orderBy(desc(invitations.createdAt), desc(invitations.code))
    .limit(1);
  return invitation?.code ?? '';
}
