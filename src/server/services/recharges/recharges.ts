import { formatMoney, parseMoney } from '../../../contract/money.ts';
import type { Context, Handlers } from '../../platform/context.ts';
import { activeRestrictions } from '../../shops/restrictions/restrictions.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { isVerified } from '../identity/identity.ts';
import { shownChannel } from './channel-view.ts';
import { isIdentified, openChannels } from './channels.ts';
import { rechargeCapLeft } from './recharge-cap.ts';
import { shownRecharges } from './recharge-view.ts';
import { reportRecharge } from './report-recharge.ts';

const capOf = ({ config }: Context<'GET /v1/pay/channel'>, left: bigint | null) =>
  left === null
    ? null
    : {
        cap: formatMoney(parseMoney(config.limits.newShopDepositCap)),
        left: formatMoney(left),
        trialWithdrawal: config.limits.trialWithdrawal,
      };

export const rechargesHandlers = {
  'GET /v1/pay/channel': async (context) => {
    const { db, caller } = context;
    const { currency } = await shopOf(db, caller.shopId);
    const { operator } = context.config;
    const known = isIdentified(operator)
      ? { legalName: operator.legalName, licence: operator.licence, contact: operator.complaint }
      : null;
    const nothing = { list: [], currency, operator: known, restriction: null, newShop: null };
    if (!known) return { ...nothing, unavailable: 'operator' as const };
    const restrictions = await activeRestrictions(context, caller.shopId);
    const frozen = restrictions.find(({ kind }) => kind === 'wallet_frozen');
    if (frozen) return { ...nothing, unavailable: 'wallet_frozen' as const, restriction: frozen };

    const config = await configForShop(context, caller.shopId);
    const capLeft = await rechargeCapLeft(context, caller.shopId);
    const open = await isVerified(db, caller.shopId);
    const list = (await openChannels(context)).map((row) => shownChannel(row, { config, capLeft, open }));
    const newShop = capOf(context, capLeft);
    if (list.length === 0) return { ...nothing, newShop, unavailable: 'channel' as const };
    return { ...nothing, list, newShop, unavailable: open ? null : ('identity' as const) };
  },

  'POST /v1/order/channel/pay': async (context, input) => {
    const { db, lang, clock, caller } = context;
    const row = await reportRecharge(context, caller, input);
    const { currency } = await shopOf(db, caller.shopId);
    const [recharge] = await shownRecharges([row], {
      db,
      lang,
      now: clock.now(),
      currency,
      config: context.config,
    });
    if (!recharge) throw new Error('the recharge was not shown');
    return { recharge };
  },
} satisfies Partial<Handlers>;
