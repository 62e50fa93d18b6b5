import { move, post } from '../../src/server/ledger/ledger.ts';
import type { Handlers } from '../../src/server/platform/context.ts';

let runs = 0;

const wallet = {
  currency: 'USD',
  balance: '0.00',
  frozenAmount: '0.00',
  shopBalance: '0.00',
  depositMargin: '0.00',
  settlementAmount: '0.00',
  total: '0.00',
  asOf: '2025-03-03T09:00:00.000Z',
  version: 1,
  nextRelease: null,
  pausedReleases: [],
  holds: [],
  restrictions: [],
  payPasswordSet: true,
};

/**
 * A call that moves 1.00 each time its handler runs. Nothing in it guards against running twice, so that a test
 * sees what the idempotency around it does.
 */
export const payingHandlers: Handlers<'POST /v1/order/pay'> = {
  'POST /v1/order/pay': async ({ db, caller, clock }, { orderIds }) => {
    const { shopId, userId } = caller;
    const entries = move(`M.available:${shopId}`, 'P.supplier_payable', 1_000_000n);
    const run = runs++;
    await post(db, {
      kind: 'order_pay',
      ref: `${orderIds[0]}_${run}`,
      shopId,
      actor: userId,
      at: clock.now(),
      entries,
    });
    const results = orderIds.map((orderId) => ({
      orderId,
      no: `run-${run}`,
      code: 200,
      status: 'to_be_shipped' as const,
    }));
    return { results, charged: '1.00', currency: 'USD', wallet };
  },
};
