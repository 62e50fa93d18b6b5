import type { Handlers } from '../platform/context.ts';
import { quoteOfOrders } from '../trade/orders/order-quote.ts';
import { quoteOfAd } from './ads/ad-quote.ts';
import { quoteOfUpgrade } from './levels/upgrade-quote.ts';
import { quoteOfWithdrawal } from './withdrawals/withdrawal-quote.ts';

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
} satisfies Partial<Handlers>;
