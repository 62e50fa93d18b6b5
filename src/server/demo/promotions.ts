import { eq } from 'drizzle-orm';
import { decide } from '../operators/decisions.ts';
import { after, day } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { demoText } from '../platform/texts/demo-texts.ts';
import { adOffers } from '../schema/ads.ts';
import { goods } from '../schema/goods.ts';
import { buyAd } from '../services/ads/buy-ad.ts';
import { adsDue } from '../services/ads/settle-ad.ts';
import { warehouse } from './catalog.ts';
import { homePlace, resultPlace } from './drawings/placements.ts';
import { storeDrawing } from './pictures.ts';
import type { Past } from './play-order.ts';
import { reportTraffic } from './traffic.ts';

/** The promotions that merchants can buy, each with a sketch of its place. */
const offers = [
  {
    sketch: homePlace,
    target: 'shop',
    price: '18.00',
    unit: 'display',
    quantity: 1000,
    days: 14,
  },
  {
    sketch: resultPlace,
    target: 'goods',
    price: '12.00',
    unit: 'click',
    quantity: 100,
    days: 30,
  },
] as const;

/** Two slides of the platform, and one that is paid for and marked as such. */
const slides = [
  { type: 'bath', link: '/goodsList/warehouse' },
  { type: 'bags', link: '/goodsList/warehouse' },
  { type: 'desk', advertiser: 'Overland Audio (DEMO)' },
] as const;

const pictures = new Map(warehouse.map(({ type, goods }) => [type, goods[0]?.picture ?? '']));

/** Offers promotions and adds slides, by the operator's own decisions. */
export async function openPromotions(deps: Deps): Promise<void> {
  for (const [at, { sketch, ...offer }] of offers.entries()) {
    const image = await storeDrawing(deps, `offer-${at}`, sketch);
    const { text: title, translations } = demoText('offers', offer.target);
    await decide(deps, 'ad-create', { ...offer, title, translations, image }, 'demo');
  }
  for (const [at, { type, ...slide }] of slides.entries()) {
    const image = await storeDrawing(deps, `slide-${at}`, pictures.get(type) ?? '');
    const { text: alt, translations } = demoText('slides', type);
    await decide(deps, 'slide-create', { ...slide, alt, translations, image, rank: at }, 'demo');
  }
}

/** An article that sells too little for its promotion: what earns and what loses shows it. */
const promoted = 'BC-410';

/** Plays a promotion of one article that cost more than it brought. */
export function planPromotion({ deps, schedule, shop: { shopId, userId } }: Past, start: number): void {
  schedule.add(start, async () => {
    const [offer] = await deps.db.select().from(adOffers).where(eq(adOffers.target, 'goods'));
    const [article] = await deps.db.select({ id: goods.id }).from(goods).where(eq(goods.code, promoted));
    if (!offer || !article) throw new Error('the demo has an offer and its goods');
    const order = { shopId, actor: userId, adId: offer.id, goodsId: article.id };
    const { no: purchase } = await inTransaction(deps.db, (db) => buyAd({ ...deps, db }, order));
    for (const [at, count] of [40, 35, 25].entries())
      schedule.add(after(new Date(start), (at + 1) * day).getTime(), async () => {
        await decide(deps, 'ad-deliver', { purchase, count, reference: `DEMO-${at + 1}` }, 'demo');
        await reportTraffic(deps, shopId, { clicks: [{ goods: article.id, count }] });
        await adsDue.run(deps);
      });
  });
}
