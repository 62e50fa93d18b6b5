import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { refuse } from '../../platform/refuse.ts';
import { notices } from '../../schema/notices.ts';
import { orderItems } from '../../schema/orders.ts';
import { countsOf } from '../../shops/figures/read-counts.ts';
import { namesOfGoods } from '../../shops/goods/catalog.ts';
import { displayNotice, goodsNamed } from '../../shops/notices/display-notice.ts';
import { kindOf } from '../../shops/notices/notice-kinds.ts';
import { lockNotices } from '../../shops/notices/notify.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { countOrdersAfter } from '../../trade/model/order-query.ts';
import { countActs } from '../today/count-acts.ts';

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

/** Returns the picture of the first goods of each order that notices are about. */
async function imagesOfOrders(
  db: Database,
  shopId: string,
  page: { notice: { orderId: string | null } }[],
): Promise<Map<string, string>> {
  const ids = page.flatMap(({ notice: { orderId } }) => orderId ?? []);
  const first = and(eq(orderItems.shopId, shopId), eq(orderItems.position, 0));
  const rows = await db
    .select({ orderId: orderItems.orderId, image: orderItems.image })
    .from(orderItems)
    .where(and(first, inArray(orderItems.orderId, ids)));
  return new Map(rows.map(({ orderId, image }) => [orderId, image]));
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
    const goods = await namesOfGoods(
      db,
      page.flatMap(({ notice }) => goodsNamed(notice)),
      lang,
    );
    const images = await imagesOfOrders(db, caller.shopId, page);
    const list = page.map(({ notice: { id, type, link, orderId, at, readAt, ...stored } }) => ({
      id,
      order: orderId === null ? null : { id: orderId, image: images.get(orderId) ?? '' },
      type,
      kind: stored.kind,
      mark: kindOf(stored.kind)?.mark ?? 'plain',
      link,
      createdAt: at.toISOString(),
      readAt: readAt?.toISOString() ?? null,
      ...displayNotice(stored, { lang, currency, timeZone, now: clock.now(), goods }),
    }));
    return { list, nextCursor };
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
