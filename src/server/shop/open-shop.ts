import type { Basics } from '../context.ts';
import { newId, newNo } from '../ids.ts';
import { users } from '../schema/session.ts';
import { shops } from '../schema/shops.ts';
import { nameKeyOf } from '../session/names.ts';
import { addCredit } from './credit.ts';

type NewUser = typeof users.$inferInsert;

export interface Merchant extends Pick<NewUser, 'username' | 'passwordHash'> {
  /** What else is known of the user. */
  user?: Partial<
    Pick<NewUser, 'lang' | 'termsVersion' | 'termsAt' | 'status' | 'permissions' | 'payPasswordHash'>
  >;
  /** What else is known of the shop; it is called by its merchant's name until it has one of its own. */
  shop?: Partial<typeof shops.$inferInsert>;
}

/**
 * Opens a shop with its merchant, in the caller's transaction: an ordinary one, that owns nothing and owes nothing,
 * since no account of the ledger is its own before something is posted to it.
 */
export async function openShop(
  deps: Basics,
  { username, passwordHash, user, shop }: Merchant,
): Promise<{ userId: string; shopId: string }> {
  const { db, clock, config, random } = deps;
  const createdAt = clock.now();
  const [shopId, userId] = [newId(random, 'shop'), newId(random, 'usr')];
  await db.insert(shops).values({
    ...{ id: shopId, no: `SH-${newNo(random, createdAt)}`, name: username, createdAt },
    ...{ timeZone: config.timeZone, currency: config.currency },
    ...shop,
  });
  const named = { username, nameKey: nameKeyOf(username), passwordHash };
  await db.insert(users).values({ id: userId, shopId, createdAt, ...named, ...user });
  await addCredit(deps, { shopId, no: '' }, 'opened');
  return { userId, shopId };
}
