import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { codes, type ErrorCode } from '../../../contract/errors.ts';
import { type Money, parseMoney } from '../../../contract/money.ts';
import { after, minute } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { requireWritable } from '../../platform/require-writable.ts';
import { goods, showcase, showcaseRemovals } from '../../schema/goods.ts';
import { restrictions } from '../../schema/restrictions.ts';
import { type GoodsRow, pieceCost, requireCostCovered } from '../goods/catalog.ts';
import { markDone, topicOfGoods } from '../notices/notify.ts';
import { inForce, requireUnrestricted } from '../restrictions/restrictions.ts';
import { requireWholeDeposit } from '../shop/deposit-shortfall.ts';
import { lockShop } from '../shop-row.ts';
import { capacityOf } from './showcase-capacity.ts';

interface Item {
  goodsId: string;
  sellingPrice: Money;
}

/** Returns the goods that the platform has unlisted in this shop, with a restriction that is still in force. */
async function bannedGoods(tx: Database, shopId: string, ids: string[], now: Date): Promise<Set<string>> {
  const rows = await tx
    .select({ id: showcase.goodsId })
    .from(showcase)
    .innerJoin(restrictions, eq(restrictions.subject, showcase.id))
    .where(and(inForce(shopId, now), inArray(showcase.goodsId, ids)));
  return new Set(rows.map((row) => row.id));
}

/**
 * How long after a removal listing the same goods again undoes it: the time of the screen's offer, and a slow
 * connection.
 */
const undoPeriod = minute;

/** Deletes removals that are undone, so that the day's limit does not count them. */
async function deleteUndoneRemovals({ db, clock }: Deps, shopId: string, listings: string[]): Promise<void> {
  if (listings.length === 0) return;
  const since = after(clock.now(), -undoPeriod);
  await db
    .delete(showcaseRemovals)
    .where(
      and(
        eq(showcaseRemovals.shopId, shopId),
        gte(showcaseRemovals.at, since),
        inArray(showcaseRemovals.showcaseId, listings),
      ),
    );
}

/**
 * Lists goods at the merchant's prices: all that are possible, or none where one price is below cost or the level's cap
 * is exceeded. Goods already listed give 203, out of stock or withdrawn 442, banned here 409, unknown 404, each in
 * `skipped`.
 */
export async function addToShowcase(
  deps: Deps,
  shopId: string,
  items: Item[],
): Promise<{ added: string[]; skipped: { goodsId: string; code: number }[] }> {
  const { db: tx, clock, random } = deps;
  const ids = items.map((item) => item.goodsId);
  // Goods are locked, before the shop as everywhere: concurrent changes or withdrawals of goods would otherwise be
  // missed.
  const goodsRows = await tx
    .select()
    .from(goods)
    .where(inArray(goods.id, ids))
    .orderBy(asc(goods.id))
    .for('share');
  const shop = await lockShop(tx, shopId);
  if (shop.closingAt) throw refuse(codes.invalidOperation, { reason: 'closing' });
  await requireUnrestricted(deps, shopId, 'list');
  await requireWholeDeposit(tx, shop);
  const articles = new Map(goodsRows.map((row) => [row.id, row]));
  const listedHere = and(
    eq(showcase.shopId, shopId),
    eq(showcase.status, 'listed'),
    inArray(showcase.goodsId, ids),
  );
  const banned = await bannedGoods(tx, shopId, ids, clock.now());
  const listed = new Set(
    (await tx.select({ id: showcase.goodsId }).from(showcase).where(listedHere)).map((row) => row.id),
  );

  const skipped: { goodsId: string; code: ErrorCode }[] = [];
  const toList: { article: GoodsRow; price: bigint }[] = [];
  for (const [index, { goodsId, sellingPrice }] of items.entries()) {
    const article = articles.get(goodsId);
    const price = parseMoney(sellingPrice);
    if (!article) skipped.push({ goodsId, code: codes.recordNotFound });
    else if (listed.has(goodsId)) skipped.push({ goodsId, code: codes.invalidOperation });
    else if (banned.has(goodsId)) skipped.push({ goodsId, code: codes.insufficientPermissions });
    else if (article.stock === 0 || article.withdrawnAt) skipped.push({ goodsId, code: codes.addFailed });
    else {
      const field = `items.${index}.sellingPrice`;
      requireWritable(price, deps.config.currency, field);
      requireCostCovered(price, article, field);
      toList.push({ article, price });
    }
  }
  // Adding nothing is a success where all goods are listed already, and a refusal otherwise.
  const failed = skipped.find(({ code }) => code !== codes.invalidOperation);
  if (toList.length === 0 && failed) {
    throw refuse(failed.code, { field: 'goodsId' });
  }
  const { used, cap } = await capacityOf(deps, shop);
  if (used + toList.length > cap) throw refuse(codes.showcaseGoodsMaximum, { params: { used, cap } });

  const added: string[] = [];
  for (const { article, price } of toList) {
    const row = {
      sellingPrice: price,
      listedCost: pieceCost(article),
      status: 'listed' as const,
      unlistReason: null,
      unlistedAt: null,
      statementId: null,
      listedAt: clock.now(),
    };
    const [listing] = await tx
      .insert(showcase)
      .values({ id: newId(random, 'lst'), shopId, goodsId: article.id, ...row })
      .onConflictDoUpdate({ target: [showcase.shopId, showcase.goodsId], set: row })
      .returning({ id: showcase.id });
    if (listing) added.push(listing.id);
  }
  await deleteUndoneRemovals(deps, shopId, added);
  const topics = toList.map(({ article }) => topicOfGoods(article.id));
  await markDone(tx, { shopId, topics, at: clock.now() });
  return { added, skipped };
}
