import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { asApiError } from './api-error.ts';
import { refusedForState } from './command.ts';
import { movedByOrders } from './orders.ts';
import { resource } from './resource.ts';

export type OrderQuote = Output<'GET /v1/order/pay/amount'>;

/** What paying these orders would cost. A quote lives for minutes, so every opening of the sheet asks anew. */
export const orderQuote = resource(
  async (orderIds: string[], signal) => {
    const asked = call('GET /v1/order/pay/amount', { orderIds }, { signal, quiet: true });
    const quote = await asked.catch((thrown) => {
      // Somebody has acted on another device: what is on the screen is out of date.
      if (refusedForState(asApiError(thrown))) for (const one of movedByOrders) one.invalidate();
      throw thrown;
    });
    return { ...quote, total: quote.total ?? onlyAmount(quote) };
  },
  { freshMs: 0 },
);

/** A server of the specification alone answers the amount to pay, and nothing of how it comes about. */
const onlyAmount = (quote: object) => (quote as { amount?: string }).amount as string;
