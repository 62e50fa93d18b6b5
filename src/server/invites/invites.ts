import { and, eq, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { after, day } from '../clock.ts';
import type { Context, Handlers } from '../context.ts';
import { newCode, newId } from '../ids.ts';
import { maskedName } from '../mask.ts';
import { behind, cut, inOrder, type Keyset, keyText } from '../page.ts';
import { refuse } from '../refuse.ts';
import { friends, invitations } from '../schema/invites.ts';
import { users } from '../schema/session.ts';
import { lockShop, type ShopRow, shopOf } from '../shop/shop-row.ts';
import { inviteQuotaOf, openInvitationsOf } from './invitations.ts';

type Friend = typeof friends.$inferSelect;
type Inviting = Context<'POST /v1/user/invite/add'>;

const keyset: Keyset = {
  key: sql`${friends.invitedAt}`,
  id: sql`${friends.id}`,
  type: 'timestamptz',
  direction: 'down',
};

const statusOf = ({ userId, expiresAt }: Friend, now: Date) => {
  if (userId !== null) return 'registered' as const;
  return expiresAt > now ? ('invited' as const) : ('expired' as const);
};

/** A friend can be invited again once the last invitation has run out without anybody coming. */
async function requireUninvited({ db, clock, actor }: Inviting, id: string): Promise<void> {
  const mine = and(eq(friends.id, id), eq(friends.shopId, actor.shopId));
  const [friend] = await db.select().from(friends).where(mine);
  if (!friend) throw refuse(codes.recordNotFound, { field: 'friendId' });
  const status = statusOf(friend, clock.now());
  if (status !== 'expired') throw refuse(codes.userActivityAdded, { field: 'friendId', reason: status });
}

async function requireRoom(context: Inviting, shop: ShopRow): Promise<void> {
  const { used, limit, resetsAt } = await inviteQuotaOf(context, shop);
  if (used >= limit) throw refuse(codes.friendSupportMaximum, { params: { used, limit, resetsAt } });
  const { openInvitations } = context.config.limits;
  if ((await openInvitationsOf(context, shop.id)) >= openInvitations)
    throw refuse(codes.addFailed, { reason: 'too_many_open', params: { max: openInvitations } });
}

export const invitesHandlers = {
  'POST /v1/user/invite/list': async (context, { cursor, limit }) => {
    const { db, clock, actor } = context;
    const found = await db
      .select({ id: friends.id, key: keyText(keyset), friend: friends, username: users.username })
      .from(friends)
      .leftJoin(users, eq(users.id, friends.userId))
      .where(and(eq(friends.shopId, actor.shopId), behind(keyset, cursor)))
      .orderBy(...inOrder(keyset))
      .limit(limit + 1);
    const { page, nextCursor } = cut(found, limit);
    const list = page.map(({ friend, username }) => ({
      friendId: friend.id,
      usernameMasked: username === null ? '' : maskedName(username),
      invitedAt: friend.invitedAt.toISOString(),
      status: statusOf(friend, clock.now()),
    }));
    return { list, nextCursor, today: await inviteQuotaOf(context, await shopOf(db, actor.shopId)) };
  },

  'POST /v1/user/invite/add': async (context, { friendId }) => {
    const { db: tx, clock, config, random, actor } = context;
    if (!config.entry.registration) throw refuse(codes.inviteRegistrationClosed);
    const shop = await lockShop(tx, actor.shopId);
    if (friendId !== undefined) await requireUninvited(context, friendId);
    await requireRoom(context, shop);
    const at = clock.now();
    const code = newCode(random);
    const expiresAt = after(at, config.limits.invitationDays * day);
    const id = friendId ?? newId(random, 'frd');
    const times = { invitedAt: at, expiresAt };
    await tx
      .insert(friends)
      .values({ id, shopId: shop.id, ...times })
      .onConflictDoUpdate({ target: friends.id, set: times });
    await tx.insert(invitations).values({
      ...{ code, shopId: shop.id, friendId: id, actor: actor.userId, createdAt: at, expiresAt },
    });
    return {
      inviteCode: code,
      link: config.entry.inviteLink.replace('{code}', code),
      expiresAt: expiresAt.toISOString(),
      today: await inviteQuotaOf(context, shop),
    };
  },
} satisfies Handlers<'POST /v1/user/invite/list' | 'POST /v1/user/invite/add'>;
