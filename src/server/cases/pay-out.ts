import type { Fault } from '../../contract/status.ts';
import { withKept } from '../claims/claim-row.ts';
import { applyEvent } from '../orders/apply-event.ts';
import { leftOf } from '../orders/order-postings.ts';
import type { CaseRow, LockedCase } from './case-row.ts';
import { type CaseChange, type CaseDeps, moveCase } from './move-case.ts';

const reasonCodes: Record<Fault, string> = {
  supplier: 'supplier_fault',
  merchant: 'merchant_fault',
  returned: 'goods_returned',
};

/**
 * Gives the buyer what the case is about and closes it: a part out of what the order will bring, or everything by the
 * refund rule, at the fault that the case has shown so far.
 */
export async function payOut(
  deps: CaseDeps,
  { order, row }: LockedCase,
  { actor }: Pick<CaseChange, 'actor'>,
): Promise<CaseRow> {
  const refunded = row.part ?? leftOf(await withKept(deps.db, order));
  const outcome = row.part === null ? ('refunded' as const) : ('partly_refunded' as const);
  const closing = { event: 'refund', party: 'system', actor, set: { outcome, refunded } } as const;
  // Closed first: an order that ends with a case open would end the case in its own way.
  const closed = await moveCase(deps, { order, row }, closing);
  const by = { orderId: order.id, party: 'operator', actor } as const;
  if (row.part !== null) {
    const reason = { code: 'after_sale', text: row.reason };
    await applyEvent(deps, { ...by, event: 'partial_refund', decision: { partial: row.part }, reason });
  } else {
    const endReason =
      row.type === 'return_refund' ? ('return_approved' as const) : ('refund_approved' as const);
    const reason = { code: reasonCodes[row.fault], text: row.reason };
    await applyEvent(deps, {
      ...{ ...by, event: 'refund', decision: { fault: row.fault }, reason, set: { endReason } },
    });
  }
  return closed;
}
