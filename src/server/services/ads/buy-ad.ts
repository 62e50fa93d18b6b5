import { and, eq, isNull } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { type Database, insertOne } from '../../platform/database/db.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { adOffers, adPurchases } from '../../schema/ads.ts';
import { showcase } from '../../schema/goods.ts';
import { notify } from '../../shops/notices/notify.ts';
import { requireSpendable } from '../../shops/shop/require-balance.ts';
import { lockShop, type ShopRow } from '../../shops/shop-row.ts';
import { consumeQuote, quoteExpired } from '../../trade/model/quote-row.ts';
import type { AdOffer, AdPurchase } from './ad-row.ts';
import { nextPosting } from './settle-ad.ts';

export interface AdInput {
  adId: string;
  goodsId?: string;
}

export interface AdOrder extends AdInput {
  shopId: string;
  /** The user who pays; the payment password is checked. */
  actor: string;
  quoteId?: string;
}

async function requireOwnListing(db: Database, shopId: string, goodsId: string): Promise<void> {
  const ofShop = and(eq(showcase.shopId, shopId), eq(showcase.goodsId, goodsId));
  const [listing] = await db
    .select({ id: showcase.id })
    .from(showcase)
    .where(and(ofShop, eq(showcase.status, 'listed')));
  if (!listing) throw refuse(codes.recordNotFound, { field: 'goodsId', reason: 'not_listed' });
}

/**
 * Returns the promotion that a shop asks for, as it is on offer now.
 * @throws Refusal 404 no longer on offer, or goods that are not in the shop's own showcase; 403 and 405 where goods are
 * needed and not named, or the other way round; 203 for a shop that is closing
 */
export async function offerFor({ db }: Deps, shop: ShopRow, { adId, goodsId }: AdInput): Promise<AdOffer> {
  const [offer] = await db
    .select()
    .from(adOffers)
    .where(and(eq(adOffers.id, adId), isNull(adOffers.withdrawnAt)));
  if (!offer) throw refuse(codes.recordNotFound, { field: 'adId' });
  if (shop.closingAt) throw refuse(codes.invalidOperation, { reason: 'closing' });
  if (offer.target === 'shop') {
    if (goodsId !== undefined) throw refuse(codes.invalidParameter, { field: 'goodsId' });
    return offer;
  }
  if (goodsId === undefined) throw refuse(codes.parameterMissing, { field: 'goodsId' });
  await requireOwnListing(db, shop.id, goodsId);
  return offer;
}

/** Returns the references that a quote for it must match. */
export const adRefs = ({ adId, goodsId }: AdInput): string[] => [adId, goodsId ?? 'shop'];

/** Buys a promotion: sets its price aside, which the platform earns only as it is delivered. */
export async function buyAd(deps: Deps, order: AdOrder): Promise<AdPurchase> {
  const { db: tx, clock, random } = deps;
  const { shopId, actor, adId, goodsId, quoteId } = order;
  const offer = await offerFor(deps, await lockShop(tx, shopId), order);
  const { price, unit, quantity } = offer;
  if (quoteId !== undefined) {
    const quote = await consumeQuote(deps, quoteId, { shopId, kind: 'ad', refs: adRefs(order) });
    if (quote.total !== price) throw quoteExpired();
  }
  await requireSpendable(deps, shopId, price);

  const at = clock.now();
  const endsAt = after(at, offer.days * day);
  const no = `AD-${newNo(random, at)}`;
  const row = await insertOne(tx, adPurchases, {
    id: newId(random, 'adp'),
    no,
    shopId,
    adId,
    goodsId,
    price,
    unit,
    quantity,
    status: 'running',
    startsAt: at,
    endsAt,
    delivered: 0,
    earned: 0n,
    refunded: 0n,
    dueAt: await nextPosting(deps, { shopId, endsAt }),
  });
  const entries = move(availableOf(shopId), 'P.ads_deferred', price);
  await post(tx, { kind: 'ad', ref: no, shopId, actor, at, entries });
  const params = { no, amount: formatMoney(price), endsAt: endsAt.toISOString() };
  await notify(tx, { shopId, kind: 'ad_bought', params, at });
  return row;
}
