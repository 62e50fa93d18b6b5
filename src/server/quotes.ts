import { codes } from '../contract/errors.ts';
import type { Handlers } from './context.ts';
import { quoteOfOrders } from './quotes/order.ts';
import { quoteOfWithdrawal } from './quotes/withdraw.ts';
import { refuse } from './refuse.ts';

// The contract knows more kinds of payments than there are payments so far.
const notYet = () => refuse(codes.invalidOperation, { reason: 'absent', field: 'kind' });

export const quotesHandlers = {
  'POST /v1/quote': (context, input) => {
    switch (input.kind) {
      case 'order':
        return quoteOfOrders(context, input.orderIds);
      case 'withdraw':
        return quoteOfWithdrawal(context, input);
      default:
        throw notYet();
    }
  },
  'GET /v1/order/pay/amount': (context, { orderIds }) => quoteOfOrders(context, orderIds),
} satisfies Handlers<'POST /v1/quote' | 'GET /v1/order/pay/amount'>;
