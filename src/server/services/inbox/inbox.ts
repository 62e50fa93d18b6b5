import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { notices } from '../../schema/notices.ts';
import { countActs } from '../../shops/acts/count-acts.ts';
import { countsOf } from '../../shops/figures/read-counts.ts';
import { type GoodsLabel, labelsOfGoods } from '../../shops/goods/catalog.ts';
import { actByOf, amountOf, displayNotice, goodsIdOf } from '../../shops/notices/display-notice.ts';
import { kindOf } from '../../shops/notices/notice-kinds.ts';
import { lockNotices } from '../../shops/notices/notify.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { itemsOfOrders } from '../../trade/model/order-items.ts';
import { countOrdersAfter } from '../../trade/model/order-query.ts';

const keyset: Keyset = {
  key: sql`${notices.seq}`,
  id: sql`${notices.id}`,
  type: 'bigint',
  direction: 'desc',
};

const unreadOf = async (db: Database, shopId: string): Promise<number> =>
  Number((await countsOf(db, shopId, ['unread'])).get('unread') ?? 0);

/**
 * Returns the filter for the notices to mark as read; refuses 404 where one of them does not exist, so that no client
 * assumes it was marked.
 */
async function noticeFilter(
  db: Database,
  shopId: string,
  { ids, upToId, upToAt }: { ids?: string[]; upToId?: string; upToAt?: string },
): Promise<SQL | undefined> {
  const wanted = ids ?? (upToId === undefined ? [] : [upToId]);
  const noticeRows = await db
    .select({ seq: notices.seq })
    .from(notices)
    .where(and(eq(notices.shopId, shopId), inArray(notices.id, wanted)));
  if (noticeRows.length !== wanted.length)
    throw refuse(codes.recordNotFound, { field: ids ? 'ids' : 'upToId' });
  if (ids) return inArray(notices.id, ids);
  const seen = upToAt === undefined ? undefined : lte(notices.at, new Date(upToAt));
  return and(lte(notices.seq, noticeRows[0]?.seq ?? 0), seen);
}

type NoticeRow = typeof notices.$inferSelect;

/** Returns what each notice of a page is about: its goods, or the first ones of its order. */
async function subjectsOf(
  db: Database,
  { shopId, rows, lang }: { shopId: string; rows: NoticeRow[]; lang: string },
): Promise<(row: NoticeRow) => GoodsLabel | null> {
  const goods = await labelsOfGoods(
    db,
    rows.flatMap((row) => goodsIdOf(row) ?? []),
    lang,
  );
  const ids = rows.flatMap(({ orderId }) => orderId ?? []);
  const items = await itemsOfOrders(db, { shopId, ids, lang });
  const firstItems = new Map(
    items
      .filter(({ position }) => position === 0)
      .map(({ orderId, name, image }) => [orderId, { name, image }]),
  );
  return (row) => goods.get(goodsIdOf(row) ?? '') ?? firstItems.get(row.orderId ?? '') ?? null;
}

export const inboxHandlers = {
  'POST /v1/notify/check': async (context, { ordersAfter }) => {
    const { db, caller } = context;
    const [latest] = await db
      .select({ id: notices.id, at: notices.at })
      .from(notices)
      .where(eq(notices.shopId, caller.shopId))
      .orderBy(desc(notices.seq))
      .limit(1);
    const withNewOrders =
      ordersAfter === undefined ? {} : { newOrders: await countOrdersAfter(db, caller.shopId, ordersAfter) };
    return {
      unread: await unreadOf(db, caller.shopId),
      latestId: latest?.id ?? null,
      acts: await countActs(context, caller.shopId),
      latestAt: latest?.at.toISOString() ?? null,
      ...withNewOrders,
    };
  },

  'POST /v1/notify/list': async ({ db, caller, lang, clock }, { type, cursor, limit }) => {
    const { currency, timeZone } = await shopOf(db, caller.shopId);
    const ownNotices = eq(notices.shopId, caller.shopId);
    const noticeRows = await db
      .select({ id: notices.id, key: keyText(keyset), notice: notices })
      .from(notices)
      .where(and(ownNotices, type && eq(notices.type, type), afterCursor(keyset, cursor)))
      .orderBy(...orderBy(keyset))
      .limit(limit + 1);
    const { page, nextCursor } = toPage(noticeRows, limit);
    const rows = page.map(({ notice }) => notice);
    const subjectOf = await subjectsOf(db, { shopId: caller.shopId, rows, lang });
    const list = rows.map((row) => ({
      id: row.id,
      order: row.orderId === null ? null : { id: row.orderId },
      goods: subjectOf(row),
      amount: amountOf(row),
      type: row.type,
      kind: row.kind,
      mark: kindOf(row.kind)?.mark ?? 'plain',
      link: row.link,
      createdAt: row.at.toISOString(),
      actBy: row.readAt === null ? actByOf(row) : null,
      readAt: row.readAt?.toISOString() ?? null,
      ...displayNotice(row, { lang, currency, timeZone, now: clock.now() }),
    }));
    return { list, nextCursor, currency };
  },

  'POST /v1/notify/read': async ({ db, clock, caller }, selection) => {
    await lockNotices(db, caller.shopId);
    const selected = await noticeFilter(db, caller.shopId, selection);
    await db
      .update(notices)
      .set({ readAt: clock.now() })
      .where(and(eq(notices.shopId, caller.shopId), isNull(notices.readAt), selected));
    return { unread: await unreadOf(db, caller.shopId) };
  },
} satisfies Partial<Handlers>;
