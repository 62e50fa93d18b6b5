import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import { shopLevels } from '../../contract/status.ts';
import type { Context, Handlers } from '../context.ts';
import { lastWindowEnd } from '../deposits/last-window.ts';
import { goodInvitation } from '../invites/good-invitation.ts';
import { refuse } from '../refuse.ts';
import { shopOf } from '../shop/shop-row.ts';
import { shopView } from '../shop/shop-view.ts';
import { walletOf } from '../wallet/wallet.ts';
import { storedBrands } from './brands.ts';
import { changeLevel } from './change-level.ts';
import { changeRule } from './level-texts.ts';
import { levelView } from './level-view.ts';

type Asking = Context<'GET /v1/shop/type'>;

/** Whoever asks with an invitation sees the levels that it leads to, as long as it leads anywhere. */
async function requireInvitation(context: Asking, code: string): Promise<void> {
  const found = await goodInvitation(context, code.toUpperCase(), 'code');
  const inviter = found.shopId === null ? null : await shopOf(context.db, found.shopId);
  if (inviter?.closingAt) throw refuse(codes.recordNotFound, { field: 'code' });
}

export const levelsHandlers = {
  'GET /v1/shop/type': async (context, { code }) => {
    if (code) await requireInvitation(context, code);
    const shop = await shopOf(context.db, context.actor.shopId);
    const brands = await storedBrands(context);
    const { at: returnsAt } = await lastWindowEnd(context, shop.id);
    const list = shopLevels.map((key) => levelView({ ...context, shop, brands, returnsAt }, key));
    return { list, currentId: shop.level, currency: shop.currency };
  },

  'POST /v1/shop/upgrade': async (context, { typeId, quoteId }) => {
    const { db, lang, actor } = context;
    const { shopId, userId } = actor;
    const change = await changeLevel(context, { shopId, actor: userId, typeId, quoteId });
    const shop = await shopOf(db, shopId);
    return {
      shop: await shopView(context, shopId, lang),
      deposit: formatMoney(change.deposit),
      fee: formatMoney(change.fee),
      depositRefundRule: changeRule({ lang, shop }, change),
      currency: shop.currency,
      wallet: await walletOf(context, shopId),
    };
  },
} satisfies Handlers<'GET /v1/shop/type' | 'POST /v1/shop/upgrade'>;
