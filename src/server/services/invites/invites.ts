import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { after, day } from '../../platform/clock.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { newCode, newId } from '../../platform/ids.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { maskedName } from '../../platform/mask.ts';
import { refuse } from '../../platform/refuse.ts';
import { friends, invitations } from '../../schema/invites.ts';
import { users } from '../../schema/session.ts';
import { lockShop, type ShopRow, shopOf } from '../../shops/shop-row.ts';
import { type Invitation, inviteQuotaOf, isOpen, openInvitationsOf } from './invitations.ts';

type Friend = typeof friends.$inferSelect;
type Inviting = Context<'POST /v1/user/invite/add'>;

const keyset: Keyset = {
  key: sql`${friends.invitedAt}`,
  id: sql`${friends.id}`,
  type: 'timestamptz',
  direction: 'desc',
};

const statusOf = ({ userId, expiresAt }: Friend, now: Date) => {
  if (userId !== null) return 'registered' as const;
  return expiresAt > now ? ('invited' as const) : ('expired' as const);
};

/**
 * Returns the code of each invitation on a page that is still open; reads only the rows that are open since the oldest
 * of them.
 */
async function openCodesOf(
  { db, clock, caller }: Context<'POST /v1/user/invite/list'>,
  page: Friend[],
): Promise<Map<string, Invitation>> {
  const waiting = page.filter((friend) => statusOf(friend, clock.now()) === 'invited');
  if (waiting.length === 0) return new Map();
  const oldest = new Date(Math.min(...waiting.map(({ invitedAt }) => invitedAt.getTime())));
  const friends = await db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.shopId, caller.shopId),
        gte(invitations.createdAt, oldest),
        isOpen(clock.now()),
        inArray(
          invitations.friendId,
          waiting.map(({ id }) => id),
        ),
      ),
    );
  return new Map(friends.map((one) => [one.friendId ?? '', one]));
}

const linkOf = (inviteLink: string, code: string) => inviteLink.replace('{code}', code);

const issueInvitation = (open: Invitation | undefined, inviteLink: string) => ({
  inviteCode: open?.code ?? null,
  link: open ? linkOf(inviteLink, open.code) : null,
  expiresAt: open?.expiresAt.toISOString() ?? null,
});

/** A friend can be invited again once the last invitation has expired unused. */
async function requireUninvited({ db, clock, caller }: Inviting, id: string): Promise<void> {
  const ofShop = and(eq(friends.id, id), eq(friends.shopId, caller.shopId));
  const [friend] = await db.select().from(friends).where(ofShop);
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
    const { db, clock, caller, config } = context;
    const invitationRows = await db
      .select({ id: friends.id, key: keyText(keyset), friend: friends, username: users.username })
      .from(friends)
      .leftJoin(users, eq(users.id, friends.userId))
      .where(and(eq(friends.shopId, caller.shopId), afterCursor(keyset, cursor)))
      .orderBy(...orderBy(keyset))
      .limit(limit + 1);
    const { page, nextCursor } = toPage(invitationRows, limit);
    const open = await openCodesOf(
      context,
      page.map(({ friend }) => friend),
    );
    const list = page.map(({ friend, username }) => ({
      friendId: friend.id,
      usernameMasked: username === null ? '' : maskedName(username),
      invitedAt: friend.invitedAt.toISOString(),
      status: statusOf(friend, clock.now()),
      ...issueInvitation(open.get(friend.id), config.signIn.inviteLink),
    }));
    return { list, nextCursor, today: await inviteQuotaOf(context, await shopOf(db, caller.shopId)) };
  },

  'POST /v1/user/invite/add': async (context, { friendId }) => {
    const { db: tx, clock, config, random, caller } = context;
    if (!config.signIn.registration) throw refuse(codes.inviteRegistrationClosed);
    const shop = await lockShop(tx, caller.shopId);
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
      code,
      shopId: shop.id,
      friendId: id,
      actor: caller.userId,
      createdAt: at,
      expiresAt,
    });
    return {
      inviteCode: code,
      link: linkOf(config.signIn.inviteLink, code),
      expiresAt: expiresAt.toISOString(),
      today: await inviteQuotaOf(context, shop),
    };
  },
} satisfies Partial<Handlers>;
