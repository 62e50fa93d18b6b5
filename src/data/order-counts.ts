import { call } from './api.ts';
import { resource } from './resource.ts';

/** The number of orders to be paid, shown on the first screen; undefined where the server does not count. */
export const pendingCount = resource<void, number | undefined>(async (_, signal) => {
  const { counts } = await call(
    'POST /v1/order/list',
    { status: 'pending_payment', limit: 1 },
    { signal, quiet: true },
  );
  return counts && (counts.pending_payment ?? 0);
});
