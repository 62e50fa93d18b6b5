import type { OrderRow } from '../orders/order-row.ts';
import { tellCase } from './case-notices.ts';
import { lockOpenCase } from './case-row.ts';
import { type CaseDeps, moveCase } from './move-case.ts';

/**
 * An order that was refunded beside its case has nothing left to ask for: the case ends with it. The answer tells the
 * merchant so, to be called after the postings.
 */
export async function endCaseWithOrder(
  deps: CaseDeps,
  order: OrderRow,
  actor: string,
): Promise<() => Promise<void>> {
  const open = await lockOpenCase(deps.db, order.id);
  if (!open) return async () => {};
  const locked = { order, row: open };
  const set = { outcome: 'order_ended' as const };
  const row = await moveCase(deps, locked, { event: 'order_ended', party: 'system', actor, set });
  return () => tellCase(deps.db, 'order_ended', { order, row, at: deps.clock.now() });
}
