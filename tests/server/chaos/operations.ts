import { randomUUID } from 'node:crypto';
import { payPassword } from '../../harness/server.ts';
import type { Merchant } from './world.ts';

/** What a merchant wants done once, under one key, however often it has to be sent. */
export interface Operation {
  merchant: Merchant;
  call: '/v1/user/withdraw/add' | '/v1/ad/pay' | '/v1/order/pay';
  key: string;
  body: { orderIds?: string[] } & Record<string, unknown>;
}

export interface Acknowledged extends Operation {
  /** The answer's text, byte for byte. */
  text: string;
  /** What the ledger has to hold of it. */
  kind: 'withdraw' | 'ad' | 'order_pay';
  ref: string;
}

/** What is wanted next: an order is paid for while there is one, else money is withdrawn or a promotion bought. */
export const nextOperation = (merchant: Merchant, chance: () => number): Operation => {
  const key = randomUUID();
  const at = chance();
  const orderId = at < 0.3 ? merchant.orders.pop() : undefined;
  if (orderId) return { merchant, key, call: '/v1/order/pay', body: { orderIds: [orderId], payPassword } };
  if (at < 0.6) return { merchant, key, call: '/v1/ad/pay', body: { adId: merchant.adId, payPassword } };
  const body = { amount: '10.00', accountId: merchant.accountId, payPassword };
  return { merchant, key, call: '/v1/user/withdraw/add', body };
};

export const ordersOf = ({ body }: Operation): string[] => body.orderIds ?? [];

interface Done {
  data: {
    withdrawal?: { id: string };
    purchase?: { no: string };
    results?: { orderId: string }[];
  };
}

/** What an answer of 200 promises. */
export const asAcknowledged = (operation: Operation, text: string): Acknowledged => {
  const { withdrawal, purchase, results } = (JSON.parse(text) as Done).data;
  if (withdrawal) return { ...operation, text, kind: 'withdraw', ref: withdrawal.id };
  if (purchase) return { ...operation, text, kind: 'ad', ref: purchase.no };
  return { ...operation, text, kind: 'order_pay', ref: results?.[0]?.orderId ?? 'none' };
};
