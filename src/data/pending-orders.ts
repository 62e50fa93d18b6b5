import { call } from './api.ts';
import { resource } from './resource.ts';

interface PendingOrders {
  /** Undefined where the server does not count. */
  count: number | undefined;
  /** When the first of them is due. */
  due: string | null | undefined;
}

/** The orders to be paid, as the first screen shows them. */
export const pendingOrdersResource = resource<void, PendingOrders>(async (_, signal) => {
  const { counts, list } = await call(
    'POST /v1/order/list',
    { status: 'pending_payment', sort: 'actBy', limit: 1 },
    { signal, quiet: true },
  );
  return { count: counts && (counts.pending_payment ?? 0), due: list?.[0]?.payBy };
});
