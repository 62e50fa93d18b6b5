import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Output, Parsed } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { formatMoney, parseMoney, UNITS } from '../../../contract/money.ts';
import { type PriceRule, priceByRule } from '../../../contract/price-rule.ts';
import { releaseDedupe } from '../../ledger/idempotency/idempotency.ts';
import { after, hour } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Context, Deps, Handlers } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { requireWritable } from '../../platform/require-writable.ts';
import { translated } from '../../platform/texts/translated.ts';
import { goods, repricings, showcase } from '../../schema/goods.ts';
import { figuresOf, type GoodsRow, pieceCost, pieceCostSql } from '../goods/catalog.ts';
import { configForShop } from '../terms/terms.ts';

type Row = Output<'POST /v1/showcase/reprice'>['rows'][number];
type Reason = NonNullable<Row['refused']>;

interface Listing {
  listing: typeof showcase.$inferSelect;
  article: GoodsRow;
}

/** A listing with the price that it is to have, or why it keeps its own. */
interface Change extends Listing {
  to: bigint;
  refused?: Reason | undefined;
}

/** How long a change of prices can be undone. */
const undoPeriod = hour;

/** As in an input: a price is below a thousand millions. */
const maxPrice = 1_000_000_000n * UNITS;

/** Selects a shop's listings with their goods, in the order in which they are locked. */
const selectListings = (db: Database, shopId: string, ids: string[] | undefined) =>
  db
    .select({ listing: showcase, article: goods })
    .from(showcase)
    .innerJoin(goods, eq(goods.id, showcase.goodsId))
    .where(and(eq(showcase.shopId, shopId), ids ? inArray(showcase.id, ids) : eq(showcase.status, 'listed')))
    .orderBy(showcase.id);

const profitOf = ({ article, to }: Change, config: Config): bigint =>
  parseMoney(figuresOf(article, to, config).expectedProfit);

/**
 * Returns the price of a listing by a rule.
 * @throws Refusal 405 where the platform's fee leaves no room for the margin
 */
function changeOf(
  { listing, article }: Listing,
  by: PriceRule & { ending?: bigint },
  config: Config,
): Change {
  const feePercent = config.limits.platformFeePercent;
  const basis = {
    price: listing.sellingPrice,
    cost: pieceCost(article),
    feePercent,
    currency: config.currency,
  };
  const to = priceByRule(basis, by, by.ending);
  if (to === undefined) {
    const limit = formatMoney(100n * UNITS - parseMoney(feePercent));
    throw refuse(codes.invalidParameter, { field: 'rule.margin', params: { kind: 'max_value', limit } });
  }
  const change = { listing, article, to };
  const isListed = listing.status === 'listed';
  return { ...change, refused: isListed ? reasonAgainst(change, config) : 'not_listed' };
}

function reasonAgainst(change: Change, config: Config): Reason | undefined {
  if (change.to >= maxPrice) return 'too_high';
  return profitOf(change, config) < 0n ? 'below_cost' : undefined;
}

const rowOf = (change: Change, { config, lang }: { config: Config; lang: string }): Row => ({
  id: change.listing.id,
  name: translated(change.article.name, change.article.translations, lang),
  image: change.article.images[0] ?? '',
  oldPrice: formatMoney(change.listing.sellingPrice),
  newPrice: formatMoney(change.to),
  profit: formatMoney(profitOf(change, config)),
  ...(change.refused && { refused: change.refused }),
});

/** Returns the name of a change: the same goods from the same prices to the same ones have the same. */
const quoteIdOf = (changes: readonly Change[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(changes.map(({ listing, to }) => [listing.id, `${listing.sellingPrice}`, `${to}`])),
    )
    .digest('base64url');

/** Writes the prices of listings by one statement. */
async function writePrices(db: Database, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = sql.param(changes.map(({ listing }) => listing.id));
  const prices = sql.param(changes.map(({ to }) => to.toString()));
  await db.execute(sql`update ${showcase} set selling_price = changed.price
    from unnest(${ids}::text[], ${prices}::bigint[]) as changed (id, price) where ${showcase.id} = changed.id`);
}

/** Stores what an undo needs, in place of what can no longer be undone. */
async function storeRepricing({ db, clock, random }: Deps, shopId: string, changes: readonly Change[]) {
  const at = clock.now();
  const isOver = lte(repricings.at, after(at, -undoPeriod));
  await db.delete(repricings).where(and(eq(repricings.shopId, shopId), isOver));
  const id = newId(random, 'rpr');
  const prices = changes.map(({ listing, to }) => ({
    id: listing.id,
    from: formatMoney(listing.sellingPrice),
    to: formatMoney(to),
  }));
  await db.insert(repricings).values({ id, shopId, prices, at });
  return { repriceId: id, undoUntil: after(at, undoPeriod).toISOString() };
}

/**
 * Changes prices by a rule, or answers what it would change.
 * @throws Refusal 203 `prices_moved` where it would not change what was quoted
 */
async function reprice(
  context: Context<'POST /v1/showcase/reprice'>,
  { ids, rule, ending, dryRun, quoteId: quoted }: Parsed<'POST /v1/showcase/reprice'>,
): Promise<Output<'POST /v1/showcase/reprice'>> {
  const { db, caller, lang } = context;
  const config = await configForShop(context, caller.shopId);
  const { currency } = config;
  const by = { ...rule, ...(ending !== undefined && { ending: parseMoney(ending) }) };
  requireWritable(by.ending ?? 0n, currency, 'ending');
  const query = selectListings(db, caller.shopId, ids);
  const listings = dryRun ? await query : await query.for('no key update', { of: showcase });
  if (ids && listings.length < ids.length) throw refuse(codes.recordNotFound, { field: 'ids' });
  const all = listings.map((one) => changeOf(one, by, config));
  const rows = all.map((change) => rowOf(change, { config, lang }));
  const changes = all.filter(({ listing, to, refused }) => !refused && to !== listing.sellingPrice);
  const quoteId = quoteIdOf(changes);
  const answer = { quoteId, rows, currency };
  if (dryRun) return { repriceId: null, undoUntil: null, ...answer };
  if (quoted !== undefined && quoted !== quoteId)
    throw refuse(codes.invalidOperation, { reason: 'prices_moved' });
  if (changes.length === 0) return { repriceId: null, undoUntil: null, ...answer };
  await writePrices(db, changes);
  return { ...(await storeRepricing(context, caller.shopId, changes)), ...answer };
}

/**
 * Restores the prices before a change by a rule, but for those that were changed since.
 * @throws Refusal 203 `undone` or `expired`; `none_restored` where none is left to restore, and the change can still be undone
 */
async function undoReprice(
  context: Context<'POST /v1/showcase/reprice/undo'>,
  { repriceId }: Parsed<'POST /v1/showcase/reprice/undo'>,
): Promise<Output<'POST /v1/showcase/reprice/undo'>> {
  const { db, caller, clock, lang } = context;
  const config = await configForShop(context, caller.shopId);
  const own = and(eq(repricings.id, repriceId), eq(repricings.shopId, caller.shopId));
  const [repricing] = await db.select().from(repricings).where(own).for('no key update');
  if (!repricing) throw refuse(codes.recordNotFound, { field: 'repriceId' });
  if (repricing.undoneAt) throw refuse(codes.invalidOperation, { reason: 'undone' });
  if (after(repricing.at, undoPeriod) <= clock.now())
    throw refuse(codes.invalidOperation, { reason: 'expired' });
  const ids = repricing.prices.map(({ id }) => id);
  const listings = await selectListings(db, caller.shopId, ids).for('no key update', { of: showcase });
  const rowOfListing = new Map(listings.map((row) => [row.listing.id, row]));
  const all = repricing.prices.flatMap(({ id, from, to }): Change[] => {
    const row = rowOfListing.get(id);
    if (!row) return [];
    const price = parseMoney(from);
    if (row.listing.sellingPrice !== parseMoney(to))
      return [{ ...row, to: row.listing.sellingPrice, refused: 'changed' }];
    return [{ ...row, to: price, refused: price < pieceCost(row.article) ? 'below_cost' : undefined }];
  });
  const restored = all.filter(({ refused }) => !refused);
  if (restored.length === 0) throw refuse(codes.invalidOperation, { reason: 'none_restored' });
  await writePrices(db, restored);
  await db.update(repricings).set({ undoneAt: clock.now() }).where(own);
  await releaseDedupe(db, {
    shopId: caller.shopId,
    operation: 'POST /v1/showcase/reprice',
    id: repriceId,
  });
  return { rows: all.map((change) => rowOf(change, { config, lang })), currency: config.currency };
}

const units = sql`${UNITS.toString()}::bigint`;
/** Counts the prices that an undo restores: those that are still as it set them, and that are not below cost again. */
const restorable = sql`lateral (select count(*)::int as count
  from jsonb_to_recordset(${repricings.prices}) as changed (id text, "from" numeric, "to" numeric)
  join ${showcase} on ${showcase.id} = changed.id and ${showcase.sellingPrice} = changed."to" * ${units}
  join ${goods} on ${goods.id} = ${showcase.goodsId} and ${pieceCostSql} <= changed."from" * ${units}) as restorable`;

/** Returns the latest change of prices of a shop that can still be undone. */
export async function latestRepricing(
  { db, clock }: Deps,
  shopId: string,
): Promise<Output<'POST /v1/showcase/list'>['repricing']> {
  const isOpen = and(isNull(repricings.undoneAt), gt(repricings.at, after(clock.now(), -undoPeriod)));
  const [latest] = await db
    .select({ id: repricings.id, at: repricings.at, count: sql<number>`restorable.count` })
    .from(repricings)
    .innerJoin(restorable, sql`restorable.count > 0`)
    .where(and(eq(repricings.shopId, shopId), isOpen))
    .orderBy(desc(repricings.at), desc(repricings.id))
    .limit(1);
  if (!latest) return null;
  const { id, count, at } = latest;
  return { id, count, undoUntil: after(at, undoPeriod).toISOString() };
}

export const repriceHandlers = {
  'POST /v1/showcase/reprice': reprice,
  'POST /v1/showcase/reprice/undo': undoReprice,
} satisfies Partial<Handlers>;
