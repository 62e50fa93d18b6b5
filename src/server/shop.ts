import { asc, eq } from 'drizzle-orm';
import type { Config } from './config.ts';
import type { Handlers } from './context.ts';
import { masked } from './mask.ts';
import { qualifications } from './schema/shops.ts';
import { creditOf, starOf, visitorsOf } from './shop-counts.ts';
import { type ShopRow, shopOf } from './shop-row.ts';
import { goodsCap, roomOf } from './showcase-room.ts';

// One level carries another company's name: its badge needs an authorisation that is stored.
const brandOf: Partial<Record<ShopRow['level'], string>> = { agent: 'TikTok' };

function isAuthorised({ operator }: Config, { level }: ShopRow): boolean {
  const brand = brandOf[level];
  return brand === undefined || (operator?.brands.includes(brand) ?? false);
}

export const shopHandlers = {
  'GET /v1/shop/info': async (context) => {
    const { db, lang, actor } = context;
    const shop = await shopOf(db, actor.shopId);
    const papers = await db
      .select({ url: qualifications.url, status: qualifications.status })
      .from(qualifications)
      .where(eq(qualifications.shopId, shop.id))
      .orderBy(asc(qualifications.id));
    return {
      ...{
        id: shop.id,
        no: shop.no,
        name: shop.name,
        logo: shop.logo,
        address: shop.address,
        level: shop.level,
      },
      phoneMasked: masked(shop.phone),
      idNumberMasked: masked(shop.idNumber),
      idPhotoSet: shop.idPhotoFileId !== null,
      qualifications: papers,
      ...(await creditOf(db, shop.id, lang)),
      star: (await starOf(db, shop.id)).star,
      timeZone: shop.timeZone,
      goodsCap: goodsCap(context, shop),
      closesAt: null,
    };
  },

  'POST /v1/store/info': async (context) => {
    const { db, clock, config, lang, actor } = context;
    const shop = await shopOf(db, actor.shopId);
    const { used, cap } = await roomOf(context, shop);
    return {
      ...{ id: shop.id, no: shop.no, name: shop.name, logo: shop.logo, level: shop.level },
      levelAuthorised: isAuthorised(config, shop),
      ...(await starOf(db, shop.id)),
      credit: (await creditOf(db, shop.id, lang)).credit,
      visitors: await visitorsOf(db, shop.id),
      visitorsSince: shop.createdAt.toISOString(),
      ...{ goodsUsed: used, goodsCap: cap },
      // There is no page for buyers yet, so there is nothing to share.
      shareUrl: '',
      asOf: clock.now().toISOString(),
    };
  },
} satisfies Handlers<'GET /v1/shop/info' | 'POST /v1/store/info'>;
