import type { Config } from './config.ts';
import type { Handlers } from './context.ts';
import { creditOf, starOf, visitorsOf } from './shop-counts.ts';
import { type ShopRow, shopOf } from './shop-row.ts';
import { logoOf, shopView } from './shop-view.ts';
import { roomOf } from './showcase-room.ts';

// One level carries another company's name: its badge needs an authorisation that is stored.
const brandOf: Partial<Record<ShopRow['level'], string>> = { agent: 'TikTok' };

function isAuthorised({ operator }: Config, { level }: ShopRow): boolean {
  const brand = brandOf[level];
  return brand === undefined || (operator?.brands.includes(brand) ?? false);
}

export const shopHandlers = {
  'GET /v1/shop/info': (context) => shopView(context, context.actor.shopId, context.lang),

  'POST /v1/store/info': async (context) => {
    const { db, clock, config, lang, actor } = context;
    const shop = await shopOf(db, actor.shopId);
    const { used, cap } = await roomOf(context, shop);
    return {
      ...{ id: shop.id, no: shop.no, name: shop.name, level: shop.level },
      logo: await logoOf(context, shop),
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
