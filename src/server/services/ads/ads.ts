import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { translated } from '../../platform/texts/translated.ts';
import { adOffers, adPurchases, slides } from '../../schema/ads.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { storedTotals } from '../../trade/model/order-counts.ts';
import { walletOf } from '../../trade/wallet-view.ts';
import { reportsOf } from './ad-reports.ts';
import { deliveredOf } from './ad-row.ts';
import { adView, purchaseView } from './ad-view.ts';
import { buyAd } from './buy-ad.ts';
import { cancelAd } from './cancel-ad.ts';

type AdsContext = Context<'POST /v1/ad/list'>;
type Page = Pick<Output<'POST /v1/ad/list'>, 'list' | 'nextCursor'>;
interface PageRequest {
  cursor?: string;
  limit: number;
}

const keysetOf = (key: Keyset['key'], id: Keyset['id']): Keyset => ({
  key,
  id,
  type: 'timestamptz',
  direction: 'desc',
});
const newest = keysetOf(sql`${adOffers.createdAt}`, sql`${adOffers.id}`);
const latest = keysetOf(sql`${adPurchases.startsAt}`, sql`${adPurchases.id}`);
const mostSlides = 20;

async function offers({ db, lang }: AdsContext, { cursor, limit }: PageRequest): Promise<Page> {
  const offerRows = await db
    .select({ id: adOffers.id, key: keyText(newest), offer: adOffers })
    .from(adOffers)
    .where(and(isNull(adOffers.withdrawnAt), afterCursor(newest, cursor)))
    .orderBy(...orderBy(newest))
    .limit(limit + 1);
  const { page, nextCursor } = toPage(offerRows, limit);
  return { list: page.map(({ offer }) => adView(offer, lang)), nextCursor };
}

async function bought(
  { db, lang, caller }: AdsContext,
  { cursor, limit }: PageRequest,
  currency: string,
): Promise<Page> {
  // What has ended was counted as it ended.
  const units = sql<string>`case when ${adPurchases.status} = 'running'
    then (select count(*) from ad_events e where e.purchase_id = ${adPurchases.id}) else ${adPurchases.delivered} end::text`;
  const purchaseRows = await db
    .select({ id: adPurchases.id, key: keyText(latest), offer: adOffers, purchase: adPurchases, units })
    .from(adPurchases)
    .innerJoin(adOffers, eq(adOffers.id, adPurchases.adId))
    .where(and(eq(adPurchases.shopId, caller.shopId), afterCursor(latest, cursor)))
    .orderBy(...orderBy(latest))
    .limit(limit + 1);
  const { page, nextCursor } = toPage(purchaseRows, limit);
  const reports = await reportsOf(
    db,
    page.map(({ id }) => id),
  );
  const list = page.map((row) =>
    adView(
      row.offer,
      lang,
      purchaseView(row.purchase, Number(row.units), {
        currency,
        reports: reports.get(row.purchase.id) ?? [],
      }),
    ),
  );
  return { list, nextCursor };
}

async function answerOf(context: Context<'POST /v1/ad/pay'>, purchase: typeof adPurchases.$inferSelect) {
  const { currency } = await shopOf(context.db, purchase.shopId);
  const units = await deliveredOf(context.db, purchase.id);
  const reports = await reportsOf(context.db, [purchase.id]);
  return {
    purchase: purchaseView(purchase, units, { currency, reports: reports.get(purchase.id) ?? [] }),
    wallet: await walletOf(context, purchase.shopId),
  };
}

export const adsHandlers = {
  'POST /v1/ad/list': async (context, { scope, ...wanted }) => {
    const { currency } = await shopOf(context.db, context.caller.shopId);
    const page = scope === 'mine' ? await bought(context, wanted, currency) : await offers(context, wanted);
    return { ...page, currency };
  },

  'POST /v1/ad/pay': async (context, { adId, goodsId, quoteId }) => {
    const { shopId, userId } = context.caller;
    return answerOf(context, await buyAd(context, { shopId, actor: userId, adId, goodsId, quoteId }));
  },

  'POST /v1/ad/cancel': async (context, { purchaseId }) => {
    const { shopId, userId } = context.caller;
    return answerOf(context, await cancelAd(context, { purchaseId, shopId, actor: userId }));
  },

  'POST /v1/swipeAd/list': async ({ db, clock, lang, caller }, { position }) => {
    // A newcomer has other things to do: offers begin with the first order.
    const { counts } = await storedTotals(db, caller.shopId);
    if (counts.all === 0) return { list: [] };
    const shown = and(
      isNull(slides.withdrawnAt),
      or(isNull(slides.endsAt), gt(slides.endsAt, clock.now())),
      position === undefined ? undefined : eq(slides.position, position),
    );
    const adRows = await db
      .select()
      .from(slides)
      .where(shown)
      .orderBy(asc(slides.rank), asc(slides.id))
      .limit(mostSlides);
    // A paid slide is an advertisement; operators cannot set that themselves.
    const list = adRows.map(({ id, imageUrl, alt, translations, link, advertiser }) => ({
      id,
      imageUrl,
      alt: translated(alt, translations, lang),
      link,
      advertiser,
      isAd: advertiser !== null,
    }));
    return { list };
  },
} satisfies Partial<Handlers>;
