import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { shopLevels } from '../../../contract/status.ts';
import { depositOf } from '../../ledger/account-names.ts';
import { balanceOf } from '../../ledger/ledger.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { hasWithdrawn } from '../../shops/shop/has-withdrawn.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { lastWindowEnd } from '../../trade/deposits/return-window.ts';
import { walletOf } from '../../trade/wallet-view.ts';
import { isVerified } from '../identity/identity.ts';
import { requireInvitation } from '../invites/require-invitation.ts';
import { shopView } from '../profile/shop-view.ts';
import { changeLevel } from './change-level.ts';
import { changeRule } from './level-texts.ts';
import { levelView } from './level-view.ts';

type LevelsContext = Context<'GET /v1/shop/type'>;

/** Lets a visitor with an open invitation see the levels that it leads to. */
async function requireVisitorInvitation(context: LevelsContext, code: string): Promise<void> {
  const invitation = await requireInvitation(context, code.toUpperCase(), 'code');
  const inviter = invitation.shopId === null ? null : await shopOf(context.db, invitation.shopId);
  if (inviter?.closingAt) throw refuse(codes.recordNotFound, { field: 'code' });
}

export const levelsHandlers = {
  'GET /v1/shop/type': async (context, { code }) => {
    if (code) await requireVisitorInvitation(context, code);
    const shop = await shopOf(context.db, context.caller.shopId);
    const { at: returnsAt } = await lastWindowEnd(context, shop.id);
    const config = await configForShop(context, shop.id);
    const standing = {
      isVerified: await isVerified(context.db, shop.id),
      hasWithdrawn: await hasWithdrawn(context.db, shop.id),
      deposit: await balanceOf(context.db, depositOf(shop.id)),
    };
    const showing = { ...context, config, shop, standing, returnsAt };
    const list = shopLevels.map((key) => levelView(showing, key));
    return { list, currentId: shop.level, currency: shop.currency };
  },

  'POST /v1/shop/upgrade': async (context, { typeId, quoteId }) => {
    const { db, lang, caller } = context;
    const { shopId, userId } = caller;
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
} satisfies Partial<Handlers>;
