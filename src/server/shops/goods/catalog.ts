import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { formatMoney, parseMoney, percentOf, roundUp, UNITS, unitOf } from '../../../contract/money.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { translated } from '../../platform/texts/translated.ts';
import { goods } from '../../schema/goods.ts';

export type GoodsRow = typeof goods.$inferSelect;

/** Returns the cost of a piece to a merchant: the goods and their shipping. */
export const pieceCost = (row: Pick<GoodsRow, 'cost' | 'shipping'>): bigint => row.cost + row.shipping;

/**
 * Refuses a price below the cost of a piece; `field` is the input that named it.
 * @throws Refusal 405 `below_cost`, with the least price
 */
export function requireCostCovered(
  price: bigint,
  row: Pick<GoodsRow, 'cost' | 'shipping'>,
  field: string,
): void {
  const cost = pieceCost(row);
  if (price >= cost) return;
  throw refuse(codes.invalidParameter, { field, reason: 'below_cost', params: { min: formatMoney(cost) } });
}

export const pieceCostSql: SQL = sql`(${goods.cost} + ${goods.shipping})`;

/** Returns cost, fee and expected profit of a piece at a price, as shown on a card. */
export function figuresOf(row: Pick<GoodsRow, 'cost' | 'shipping'>, price: bigint, config: Config) {
  const cost = pieceCost(row);
  const fee = percentOf(price, config.limits.platformFeePercent, config.currency);
  return { cost: formatMoney(cost), fee: formatMoney(fee), expectedProfit: formatMoney(price - cost - fee) };
}

/** Returns the fewest and the most days that a supplier names for any region; null where it names none. */
const daysOf = ({ delivery }: GoodsRow) => {
  if (delivery.length === 0) return null;
  return {
    min: Math.min(...delivery.map(({ days }) => days.min)),
    max: Math.max(...delivery.map(({ days }) => days.max)),
  };
};

/** Returns an article of the warehouse in the reader's language, at the price at which its reader has listed it, if so. */
export const goodsView = (
  row: GoodsRow,
  { config, lang, ownPrice }: { config: Config; lang: string; ownPrice: bigint | null },
): Output<'POST /v1/goods/list'>['list'][number] => ({
  id: row.id,
  goodsCode: row.code,
  goodsNo: row.no,
  typeId: row.typeId,
  name: translated(row.name, row.translations, lang),
  images: row.images,
  stock: row.stock,
  clicks: row.clicks,
  days: daysOf(row),
  listed: ownPrice !== null,
  suggestedPrice: formatMoney(row.suggestedPrice),
  sellingPrice: ownPrice === null ? null : formatMoney(ownPrice),
  ...figuresOf(row, ownPrice ?? row.suggestedPrice, config),
});

/** Returns the expected profit in SQL, to sort by: it rounds half up as `percentOf` does. */
export function profitSql(price: SQL, config: Config): SQL {
  const percent = parseMoney(config.limits.platformFeePercent).toString();
  const unit = unitOf(config.currency);
  const divisor = (unit * UNITS * 100n).toString();
  const fee = sql`(floor((${price} * ${percent}::numeric + ${divisor}::numeric / 2) / ${divisor}::numeric) * ${unit.toString()}::bigint)::bigint`;
  return sql`(${price} - ${pieceCostSql} - ${fee})`;
}

/**
 * Returns the price at which a cost is as large a part of it as it was, as the currency can write it: fee and profit, which
 * are percentages of the price, then are as before as well.
 */
export const priceKeepingMargin = (
  price: bigint,
  cost: { before: bigint; now: bigint },
  currency: string,
): bigint => roundUp((price * cost.now) / cost.before, currency);

/**
 * Returns whether a cost differs from another by more than a twentieth: a listing made at the old one is then unlisted.
 */
export const hasCostChanged = (cost: bigint, listed: bigint): boolean => {
  const change = cost > listed ? cost - listed : listed - cost;
  return change * 20n > listed;
};

/** The fields of goods that their text is shown with. */
export interface GoodsLabel {
  name: string;
  image: string;
}

/** Returns the names of some goods in a language, and their pictures, by their ids. */
export async function labelsOfGoods(
  db: Database,
  ids: string[],
  lang: string,
): Promise<Map<string, GoodsLabel>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: goods.id, name: goods.name, translations: goods.translations, images: goods.images })
    .from(goods)
    .where(inArray(goods.id, ids));
  return new Map(
    found.map(({ id, name, translations, images }) => [
      id,
      { name: translated(name, translations, lang), image: images[0] ?? '' },
    ]),
  );
}
