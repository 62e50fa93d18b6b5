import type { Handlers } from '../../platform/context.ts';
import { isAuthorised } from '../../shops/shop/brands.ts';
import { standingOf, visitorsSince } from '../../shops/shop/shop-counts.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { capacityOf } from '../../shops/showcase/showcase-capacity.ts';
import { closeShop } from './close-shop.ts';
import { logoOf, shopView } from './shop-view.ts';

export const profileHandlers = {
  'GET /v1/shop/info': (context) => shopView(context, context.caller.shopId, context.lang),

  'POST /v1/store/info': async (context) => {
    const { db, clock, caller } = context;
    const shop = await shopOf(db, caller.shopId);
    const { used, cap } = await capacityOf(context, shop);
    return {
      id: shop.id,
      no: shop.no,
      name: shop.name,
      level: shop.level,
      logo: await logoOf(context, shop),
      levelAuthorised: isAuthorised(context, shop.level),
      ...(await standingOf(db, shop)),
      visitorsSince: await visitorsSince(db, shop.id),
      goodsUsed: used,
      goodsCap: cap,
      shareUrl: context.config.shopLink.replaceAll('{shop}', encodeURIComponent(shop.id)),
      asOf: clock.now().toISOString(),
    };
  },

  'POST /v1/shop/close': async (context, { reason }) => {
    const { shopId, userId } = context.caller;
    const { closesAt, depositReturnAt } = await closeShop(context, { shopId, actor: userId, reason });
    return { closesAt: closesAt.toISOString(), depositReturnAt: depositReturnAt.toISOString() };
  },
} satisfies Partial<Handlers>;
