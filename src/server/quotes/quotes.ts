import type { Handlers } from '../context.ts';
import { quoteOfAd } from './ad.ts';
import { quoteOfOrders } from './order.ts';
import { quoteOfUpgrade } from './upgrade.ts';
import { quoteOfWithdrawal } from './withdraw.ts';

export const quotesHandlers = {
  'POST /v1/quote': (context, input) => {
    switch (input.kind) {
      case 'order':
        return quoteOfOrders(context, input.orderIds);
      case 'withdraw':
        return quoteOfWithdrawal(context, input);
      case 'ad':
        return quoteOfAd(context, input);
      case 'upgrade':
        return quoteOfUpgrade(context, input.typeId);
    }
  },
  'GET /v1/order/pay/amount': (context, { orderIds }) => quoteOfOrders(context, orderIds),
} satisfies Handlers<'POST /v1/quote' | 'GET /v1/order/pay/amount'>;
