import type { Deps } from '../../platform/context.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { users } from '../../schema/session.ts';
import { shops } from '../../schema/shops.ts';
import { nameKeyOf } from '../sessions/usernames.ts';
import { addCredit } from './credit.ts';

type NewUser = typeof users.$inferInsert;

export interface Merchant extends Pick<NewUser, 'username' | 'passwordHash'> {
  /** Further fields of the user. */
  user?: Partial<
    Pick<
      NewUser,
      'lang' | 'termsVersion' | 'termsAt' | 'status' | 'permissions' | 'payPasswordHash' | 'partnerRef'
    >
  >;
  /** Further fields of the shop; its name is the merchant's username until it is changed. */
  shop?: Partial<typeof shops.$inferInsert>;
}

/**
 * Opens a shop with its merchant, in the caller's transaction: it owns nothing and owes nothing, since its ledger
 * accounts are created by the first posting to them.
 */
export async function openShop(
  deps: Deps,
  { username, passwordHash, user, shop }: Merchant,
): Promise<{ userId: string; shopId: string }> {
  const { db, clock, config, random } = deps;
  const createdAt = clock.now();
  const [shopId, userId] = [newId(random, 'shop'), newId(random, 'usr')];
  await db.insert(shops).values({
    id: shopId,
    no: `SH-${newNo(random, createdAt)}`,
    name: username,
    createdAt,
    timeZone: config.timeZone,
    currency: config.currency,
    ...shop,
  });
  await db.insert(users).values({
    id: userId,
    shopId,
    createdAt,
    username,
    nameKey: nameKeyOf(username),
    passwordHash,
    ...user,
  });
  await addCredit(deps, { shopId, no: '' }, 'opened');
  return { userId, shopId };
}
