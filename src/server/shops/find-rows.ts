import { desc, eq, or } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Database } from '../platform/database/db.ts';
import { refuse } from '../platform/refuse.ts';
import { goods } from '../schema/goods.ts';
import { orders } from '../schema/orders.ts';
import { recharges } from '../schema/recharges.ts';
import { users } from '../schema/session.ts';
import { shops } from '../schema/shops.ts';
import { withdrawals } from '../schema/withdrawals.ts';

// Finds the rows that an operator names on a command line, by their id, number or name.

const notFound = (field: string) => refuse(codes.recordNotFound, { field });

/**
 * Returns the id of the shop with this id, number or merchant's name; the name may be left out where there is only one
 * shop.
 */
export async function shopIdOf(db: Database, named: string | undefined): Promise<string> {
  if (named === undefined) {
    const [only, another] = await db.select({ id: shops.id }).from(shops).limit(2);
    if (!only || another) throw notFound('shop');
    return only.id;
  }
  // Ids and numbers are matched before names: a merchant may have chosen another shop's number as a name.
  const [row] = await db
    .select({ id: shops.id })
    .from(shops)
    .where(or(eq(shops.id, named), eq(shops.no, named)));
  if (row) return row.id;
  const [user] = await db.select({ id: users.shopId }).from(users).where(eq(users.username, named));
  if (!user) throw notFound('shop');
  return user.id;
}

/**
 * Returns the user with this id, partner's id or username, compared letter for letter: partner ids may differ in case
 * only, which sign-in ignores. An id is matched before both, which partners and users choose freely.
 * @throws Refusal 404; 405 `ambiguous` where it is the partner's id of one and the username of another
 */
export async function userOf(db: Database, named: string): Promise<typeof users.$inferSelect> {
  const candidates = await db
    .select()
    .from(users)
    .where(or(eq(users.id, named), eq(users.partnerRef, named), eq(users.username, named)));
  const byId = candidates.find(({ id }) => id === named);
  if (byId) return byId;
  const byPartner = candidates.find(({ partnerRef }) => partnerRef === named);
  const byName = candidates.find(({ username }) => username === named);
  const row = byPartner ?? byName;
  if (!row) throw notFound('user');
  if (byName && byName.id !== row.id)
    throw refuse(codes.invalidParameter, {
      field: 'user',
      reason: 'ambiguous',
      message: `"user": this is the partner's own id of ${row.id}, and the name of ${byName.id}. Give the id of the one you mean.`,
    });
  return row;
}

const numbered = { order: orders, recharge: recharges, withdrawal: withdrawals };

/** Returns the id of the row with this id or number. */
export async function idOf(db: Database, what: keyof typeof numbered, named: string): Promise<string> {
  const { id, no } = numbered[what];
  const [row] = await db
    .select({ id })
    .from(numbered[what])
    .where(or(eq(id, named), eq(no, named)));
  if (!row) throw notFound(what);
  return row.id;
}

/**
 * Returns the goods with this id, code or number. Suppliers choose codes and numbers, so that the number of some may be the
 * code of others, which is meant then.
 */
export async function goodsOf(db: Database, named: string): Promise<typeof goods.$inferSelect> {
  const [isId, isCode] = [eq(goods.id, named), eq(goods.code, named)];
  const [row] = await db
    .select()
    .from(goods)
    .where(or(isId, isCode, eq(goods.no, named)))
    .orderBy(desc(isId), desc(isCode))
    .limit(1);
  if (!row) throw notFound('goods');
  return row;
}
