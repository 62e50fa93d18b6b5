import { and, count, desc, eq, gt, gte, isNull, type SQL } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { invitations } from '../schema/invites.ts';
import type { ShopRow } from '../shop/shop-row.ts';
import { startOfDay } from '../zone.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'config'>;
export type Invitation = typeof invitations.$inferSelect;

/** Still to be used: neither used nor run out. */
const isOpen = (now: Date): SQL | undefined =>
  and(isNull(invitations.usedAt), gt(invitations.expiresAt, now));

const countOf = async ({ db }: Pick<Needs, 'db'>, where: SQL | undefined): Promise<number> => {
  const [row] = await db.select({ count: count() }).from(invitations).where(where);
  return row?.count ?? 0;
};

/** Invitations of the shop's present day, by its own clock on the wall. */
export async function inviteQuotaOf(needs: Needs, shop: ShopRow) {
  const { clock, config } = needs;
  const now = clock.now();
  const today = gte(invitations.createdAt, startOfDay(shop.timeZone, now));
  return {
    used: await countOf(needs, and(eq(invitations.shopId, shop.id), today)),
    limit: config.limits.invitationsPerDay,
    resetsAt: startOfDay(shop.timeZone, now, 1).toISOString(),
    timeZone: shop.timeZone,
  };
}

/** How many of a shop's invitations wait for somebody to use them. */
export const openInvitationsOf = (needs: Needs, shopId: string): Promise<number> =>
  countOf(needs, and(eq(invitations.shopId, shopId), isOpen(needs.clock.now())));

/** The invitation that a code stands for, while it can be used. */
export async function openInvitation(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  code: string,
): Promise<Invitation | undefined> {
  const open = and(eq(invitations.code, code), isOpen(clock.now()));
  const [found] = await db.select().from(invitations).where(open);
  return found;
}

/** Uses an invitation up; null where another was faster, or its time is over. */
export async function useInvitation(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
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

/** The code that a shop could hand out now: the latest that is still open; empty where there is none. */
export async function codeToHandOut(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  shopId: string,
): Promise<string> {
  const [found] = await db
    .select({ code: invitations.code })
    .from(invitations)
    .where(and(eq(invitations.shopId, shopId), isOpen(clock.now())))
    .orderBy(desc(invitations.createdAt), desc(invitations.code))
    .limit(1);
  return found?.code ?? '';
}
