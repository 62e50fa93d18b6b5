import { call } from './api.ts';
import { resource } from './resource.ts';

/** How many orders wait for payment: all that the first tab needs of them, without the code of the orders. */
export const pendingCount = resource<void, number>(async (_, signal) => {
  const input = { status: 'pending_payment', limit: 1 } as const;
  const { counts, list = [] } = await call('POST /v1/order/list', input, { signal, quiet: true });
  // A server of the specification alone counts nothing: then there is at least what it lists.
  return counts?.pending_payment ?? list.length;
});
