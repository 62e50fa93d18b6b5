import { eq, or } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../contract/errors.ts';
import { money } from '../../contract/fields.ts';
import { parseMoney } from '../../contract/money.ts';
import { queryNumber } from '../../contract/query.ts';
import type { Database } from '../database/db.ts';
import { refuse } from '../refuse.ts';
import { goods } from '../schema/goods.ts';
import { orders } from '../schema/orders.ts';
import { recharges } from '../schema/recharges.ts';
import { users } from '../schema/session.ts';
import { shops } from '../schema/shops.ts';
import { withdrawals } from '../schema/withdrawals.ts';

/** Kinds of flags. All values arrive as text, from a command line. */
export const text = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(500),
  // PostgreSQL cannot store NUL in a text.
  v.check((typed) => !typed.includes('\0')),
);
/** Commas between names. */
export const list = v.pipe(
  text,
  v.transform((typed) => typed.split(',').map((one) => one.trim())),
);
export const sum = v.pipe(money, v.transform(parseMoney), v.minValue(1n));
export const whole = queryNumber;

const mostLetters = 90_000;
/** A small picture, as the base64 of its bytes. */
export const picture = v.pipe(
  v.string(),
  v.maxLength(mostLetters),
  v.base64(),
  v.transform((typed) => new Blob([Buffer.from(typed, 'base64')])),
);

const notFound = (field: string) => refuse(codes.recordNotFound, { field });

/** The shop named by its id, its number or its merchant; may be left out where there is only one. */
export async function shopIdOf(db: Database, named: string | undefined): Promise<string> {
  if (named === undefined) {
    const [only, another] = await db.select({ id: shops.id }).from(shops).limit(2);
    if (!only || another) throw notFound('shop');
    return only.id;
  }
  const found = await db
    .select({ id: shops.id, no: shops.no })
    .from(shops)
    .leftJoin(users, eq(users.shopId, shops.id))
    .where(or(eq(shops.id, named), eq(shops.no, named), eq(users.username, named)));
  // Ids and numbers go first: a name is what somebody chose, and it may have been another shop's number.
  const row = found.find(({ id, no }) => id === named || no === named) ?? found[0];
  if (!row) throw notFound('shop');
  return row.id;
}

/**
 * The user of an id or a name, letter for letter: names of a partner's may differ in case only, and at the sign-in those
 * are one. The id goes first here, too.
 */
export async function userOf(db: Database, named: string): Promise<typeof users.$inferSelect> {
  const found = await db
    .select()
    .from(users)
    .where(or(eq(users.id, named), eq(users.username, named)));
  const row = found.find(({ id }) => id === named) ?? found[0];
  if (!row) throw notFound('user');
  return row;
}

const numbered = { order: orders, recharge: recharges, withdrawal: withdrawals };

/** The id of what is named by its id or its number. */
export async function idOf(db: Database, what: keyof typeof numbered, named: string): Promise<string> {
  const { id, no } = numbered[what];
  const [row] = await db
    .select({ id })
    .from(numbered[what])
    .where(or(eq(id, named), eq(no, named)));
  if (!row) throw notFound(what);
  return row.id;
}

export async function goodsOf(db: Database, named: string): Promise<typeof goods.$inferSelect> {
  const [row] = await db
    .select()
    .from(goods)
    .where(or(eq(goods.id, named), eq(goods.code, named), eq(goods.no, named)));
  if (!row) throw notFound('goods');
  return row;
}
