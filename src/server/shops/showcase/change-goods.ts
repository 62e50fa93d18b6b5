import { and, eq } from 'drizzle-orm';
import type * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { useShownImages } from '../../platform/files/shown-image.ts';
import { refuse } from '../../platform/refuse.ts';
import type { Translations } from '../../schema/columns.ts';
import { goods, showcase } from '../../schema/goods.ts';
import { goodsOf } from '../find-rows.ts';
import { hasCostChanged, pieceCost } from '../goods/catalog.ts';
import type { goodsFields } from '../goods/goods.decisions.ts';
import { requireType } from '../goods/goods.ts';
import { unlist } from '../goods/stock.ts';
import { notifyCostChange, notifyUnlisted } from './unlisted-notices.ts';

type TranslationChanges = Readonly<Record<string, string | null>>;

/** What changes of goods; what is not named stays. */
type GoodsChange = { [Field in keyof typeof goodsFields]?: v.InferOutput<(typeof goodsFields)[Field]> } & {
  goods: string;
  translations?: TranslationChanges;
  textTranslations?: TranslationChanges;
};

/** Locks the goods, so that an order's change of the stock in between is not overwritten. */
async function lockGoods(db: Database, named: string): Promise<typeof goods.$inferSelect> {
  const { id } = await goodsOf(db, named);
  const [row] = await db.select().from(goods).where(eq(goods.id, id)).for('no key update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'goods' });
  return row;
}

const changed = (before: Translations | null, changes: TranslationChanges = {}): Translations =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null),
  );

/**
 * Changes goods by their id, code or number. Those that ran out, or whose cost is more than a twentieth from what it was at
 * their listing, leave the showcases, and their merchants are notified.
 */
export async function changeGoods(deps: Deps, { goods: named, ...change }: GoodsChange) {
  const { db, clock } = deps;
  if (Object.keys(change).length === 0)
    throw refuse(codes.parameterMissing, {
      field: 'input',
      message: 'Nothing is named that changes. Send at least one field beside "goods".',
    });
  const before = await lockGoods(db, named);
  const { id, code } = before;
  if (change.type !== undefined) await requireType(db, change.type, 'type');
  if (change.images) await useShownImages(deps, 'images', change.images);
  const { type: typeId, price: suggestedPrice, shipsFrom, ...columns } = change;
  const [row = before] = await db
    .update(goods)
    .set({
      ...columns,
      typeId,
      suggestedPrice,
      shipsFrom: shipsFrom === '' ? null : shipsFrom,
      translations: changed(before.translations, change.translations),
      textTranslations: changed(before.textTranslations, change.textTranslations),
    })
    .where(eq(goods.id, id))
    .returning();
  const { stock, cost, shipping } = row;
  const listed = await db
    .select()
    .from(showcase)
    .where(and(eq(showcase.goodsId, id), eq(showcase.status, 'listed')));
  const dearer = listed.filter(({ listedCost }) => hasCostChanged(pieceCost(row), listedCost));
  const at = clock.now();
  const reason = stock === 0 ? 'stock_out' : 'cost_change';
  const ids = stock === 0 ? undefined : dearer.map((listing) => listing.id);
  const shopIds = await unlist(db, id, { reason, at, ids });
  const listings = dearer.filter(({ shopId }) => shopIds.includes(shopId));
  if (stock === 0) await notifyUnlisted(db, { kind: 'goods_stock_out', goodsId: id, shopIds, at });
  else await notifyCostChange(db, { goodsId: id, listings, cost: pieceCost(row), at });
  const figures = { cost: formatMoney(cost), shipping: formatMoney(shipping), stock };
  return { goods: code, ...figures, price: formatMoney(row.suggestedPrice), unlisted: shopIds.length };
}
