import type { OrderRow } from '../orders/order-row.ts';
import { lockOpenCase } from './case-row.ts';
import { type CaseDeps, moveCase } from './move-case.ts';

/** An order that is refunded beside its case has nothing left to ask for: the case ends with it. */
export async function endCaseWithOrder(deps: CaseDeps, order: OrderRow, actor: string): Promise<void> {
  const row = await lockOpenCase(deps.db, order.id);
  if (!row) return;
  const set = { outcome: 'order_ended' as const };
  await moveCase(deps, { order, row }, { event: 'order_ended', party: 'system', actor, set });
}
