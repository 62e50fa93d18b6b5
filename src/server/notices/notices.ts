import { and, count, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { Handlers } from '../context.ts';
import type { Database } from '../database/db.ts';
import { behind, cut, inOrder, type Keyset, keyText } from '../page.ts';
import { refuse } from '../refuse.ts';
import { notices } from '../schema/notices.ts';
import { shopOf } from '../shop/shop-row.ts';
import { wordsOf } from './notice-words.ts';

const keyset: Keyset = {
  key: sql`${notices.seq}`,
  id: sql`${notices.id}`,
  type: 'bigint',
  direction: 'down',
};

const unreadOf = async (db: Database, shopId: string): Promise<number> => {
  const unread = and(eq(notices.shopId, shopId), isNull(notices.readAt));
  const [row] = await db.select({ unread: count() }).from(notices).where(unread);
  return row?.unread ?? 0;
};

/** What of a shop's notices is meant; refuses what is not all there, so that nobody believes it was marked. */
async function meant(
  db: Database,
  shopId: string,
  { ids, upToId }: { ids?: string[] | undefined; upToId?: string | undefined },
): Promise<SQL | undefined> {
  const wanted = ids ?? (upToId === undefined ? [] : [upToId]);
  const found = await db
    .select({ seq: notices.seq })
    .from(notices)
    .where(and(eq(notices.shopId, shopId), inArray(notices.id, wanted)));
  if (found.length !== wanted.length) throw refuse(codes.recordNotFound, { field: ids ? 'ids' : 'upToId' });
  return ids ? inArray(notices.id, ids) : lte(notices.seq, found[0]?.seq ?? 0);
}

export const noticesHandlers = {
  'POST /v1/notify/check': async ({ db, actor }) => {
    const [latest] = await db
      .select({ id: notices.id })
      .from(notices)
      .where(eq(notices.shopId, actor.shopId))
      .orderBy(desc(notices.seq))
      .limit(1);
    return { unread: await unreadOf(db, actor.shopId), latestId: latest?.id ?? null };
  },

  'POST /v1/notify/list': async ({ db, actor, lang }, { type, cursor, limit }) => {
    const { currency, timeZone } = await shopOf(db, actor.shopId);
    const mine = eq(notices.shopId, actor.shopId);
    const found = await db
      .select({ id: notices.id, key: keyText(keyset), notice: notices })
      .from(notices)
      .where(and(mine, type && eq(notices.type, type), behind(keyset, cursor)))
      .orderBy(...inOrder(keyset))
      .limit(limit + 1);
    const { page, nextCursor } = cut(found, limit);
    const list = page.map(({ notice: { id, type, link, at, readAt, ...told } }) => ({
      ...{ id, type, link, createdAt: at.toISOString(), readAt: readAt?.toISOString() ?? null },
      ...wordsOf(told, { lang, currency, timeZone }),
    }));
    return { list, nextCursor };
  },

  'POST /v1/notify/read': async ({ db, clock, actor }, asked) => {
    const which = await meant(db, actor.shopId, asked);
    await db
      .update(notices)
      .set({ readAt: clock.now() })
      .where(and(eq(notices.shopId, actor.shopId), isNull(notices.readAt), which));
    return { unread: await unreadOf(db, actor.shopId) };
  },
} satisfies Handlers<'POST /v1/notify/check' | 'POST /v1/notify/list' | 'POST /v1/notify/read'>;
