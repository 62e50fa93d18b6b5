import type { Output } from '../contract/calls.ts';
import { call } from './api.ts';
import { resource } from './resource.ts';

export type OrderQuote = Output<'GET /v1/order/pay/amount'>;

/** What paying these orders would cost. A quote lives for minutes, so every opening of the sheet asks anew. */
export const orderQuote = resource(
  (orderIds: string[], signal) => call('GET /v1/order/pay/amount', { orderIds }, { signal, quiet: true }),
  { freshMs: 0 },
);
