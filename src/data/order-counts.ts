import { call } from './api.ts';
import { resource } from './resource.ts';

/** How many orders wait for payment; the one figure of the orders that the first screen shows. */
export const pendingCount = resource<void, number>(async (_, signal) => {
  const { counts } = await call(
    'POST /v1/order/list',
    { status: 'pending_payment', limit: 1 },
    { signal, quiet: true },
  );
  return counts?.pending_payment ?? 0;
});
