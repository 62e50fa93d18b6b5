import type { Deps } from '../../platform/context.ts';
import { lockOpenCase } from './case-row.ts';
import { moveCase } from './move-case.ts';
import type { OrderRow } from './order-row.ts';

/** Closes the open case of an order that is refunded apart from it: nothing is left to claim. */
export async function closeCaseWithOrder(deps: Deps, order: OrderRow, actor: string): Promise<void> {
  const row = await lockOpenCase(deps.db, order.id);
  if (!row) return;
  const set = { outcome: 'order_ended' as const };
  await moveCase(deps, { order, row }, { event: 'order_ended', party: 'system', actor, set });
}
