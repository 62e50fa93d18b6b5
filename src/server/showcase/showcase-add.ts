import { and, asc, eq, inArray } from 'drizzle-orm';
import { codes, type ErrorCode } from '../../contract/errors.ts';
import { formatMoney, type Money, parseMoney } from '../../contract/money.ts';
import type { Basics } from '../context.ts';
import type { Database } from '../database/db.ts';
import { requireWholeDeposit } from '../deposits/shortfall.ts';
import { pieceCost } from '../goods/catalog.ts';
import { newId } from '../ids.ts';
import { refuse } from '../refuse.ts';
import { inForce, requireUnrestricted } from '../restrictions/restrictions.ts';
import { goods, showcase } from '../schema/goods.ts';
import { restrictions } from '../schema/restrictions.ts';
import { lockShop } from '../shop/shop-row.ts';
import { roomOf } from './showcase-room.ts';

interface Item {
  goodsId: string;
  sellingPrice: Money;
}

/** Goods that the platform has taken off this shop's showcase, with a restriction that is still in force. */
async function bannedGoods(tx: Database, shopId: string, ids: string[], now: Date): Promise<Set<string>> {
  const found = await tx
    .select({ id: showcase.goodsId })
    .from(showcase)
    .innerJoin(restrictions, eq(restrictions.subject, showcase.id))
    .where(and(inForce(shopId, now), inArray(showcase.goodsId, ids)));
  return new Set(found.map((row) => row.id));
}

/**
 * Lists goods at the merchant's prices: all that can be, or none where one price is below cost or the level's
 * room is too small. Listed already is 203, out of stock or withdrawn 442, banned here 409, unknown 404, each in `skipped`.
 */
export async function addToShowcase(
  deps: Basics,
  shopId: string,
  items: Item[],
): Promise<{ added: string[]; skipped: { goodsId: string; code: number }[] }> {
  const { db: tx, clock, random } = deps;
  const ids = items.map((item) => item.goodsId);
  // Locked, and before the shop as everywhere: goods that change or go meanwhile would be listed as they were.
  const found = await tx
    .select()
    .from(goods)
    .where(inArray(goods.id, ids))
    .orderBy(asc(goods.id))
    .for('share');
  const shop = await lockShop(tx, shopId);
  if (shop.closingAt) throw refuse(codes.invalidOperation, { reason: 'closing' });
  await requireUnrestricted(deps, shopId, 'list');
  await requireWholeDeposit(tx, shop);
  const articles = new Map(found.map((row) => [row.id, row]));
  const here = and(
    eq(showcase.shopId, shopId),
    eq(showcase.status, 'listed'),
    inArray(showcase.goodsId, ids),
  );
  const banned = await bannedGoods(tx, shopId, ids, clock.now());
  const listed = new Set(
    (await tx.select({ id: showcase.goodsId }).from(showcase).where(here)).map((row) => row.id),
  );

  const skipped: { goodsId: string; code: ErrorCode }[] = [];
  const wanted: { article: typeof goods.$inferSelect; price: bigint }[] = [];
  for (const [index, { goodsId, sellingPrice }] of items.entries()) {
    const article = articles.get(goodsId);
    const price = parseMoney(sellingPrice);
    if (!article) skipped.push({ goodsId, code: codes.recordNotFound });
    else if (listed.has(goodsId)) skipped.push({ goodsId, code: codes.invalidOperation });
    else if (banned.has(goodsId)) skipped.push({ goodsId, code: codes.insufficientPermissions });
    else if (article.stock === 0 || article.withdrawnAt) skipped.push({ goodsId, code: codes.addFailed });
    else if (price < pieceCost(article)) {
      const params = { min: formatMoney(pieceCost(article)) };
      throw refuse(codes.invalidParameter, {
        field: `items.${index}.sellingPrice`,
        reason: 'below_cost',
        params,
      });
    } else wanted.push({ article, price });
  }
  // Nothing to add is a success where everything stands there already, and a refusal otherwise.
  const failed = skipped.find(({ code }) => code !== codes.invalidOperation);
  if (wanted.length === 0 && failed) {
    throw refuse(failed.code, { field: 'goodsId' });
  }
  const { used, cap } = await roomOf(deps, shop);
  if (used + wanted.length > cap) throw refuse(codes.showcaseGoodsMaximum, { params: { used, cap } });

  const added: string[] = [];
  for (const { article, price } of wanted) {
    const row = {
      ...{ sellingPrice: price, listedCost: pieceCost(article), status: 'listed' as const },
      ...{ unlistReason: null, unlistedAt: null, statementId: null, listedAt: clock.now() },
    };
    const [listing] = await tx
      .insert(showcase)
      .values({ id: newId(random, 'lst'), shopId, goodsId: article.id, ...row })
      .onConflictDoUpdate({ target: [showcase.shopId, showcase.goodsId], set: row })
      .returning({ id: showcase.id });
    if (listing) added.push(listing.id);
  }
  return { added, skipped };
}
