import { codes } from '../../../contract/errors.ts';
import type { Fault } from '../../../contract/status.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { withAbsorbed } from '../claims/claim-row.ts';
import { applyEvent } from '../orders/apply-event.ts';
import type { CaseRow, LockedCase } from '../records/case-row.ts';
import { type CaseChange, moveCase } from '../records/move-case.ts';
import { unrefundedOf } from '../records/order-rules.ts';

const reasonCodes: Record<Fault, string> = {
  supplier: 'supplier_fault',
  merchant: 'merchant_fault',
  returned: 'goods_returned',
};

/**
 * Refunds the buyer and closes the case: a part out of the order's future proceeds, or everything by the refund rule
 * for the fault that the case has shown so far.
 */
export async function payOut(
  deps: Deps,
  { order, row }: LockedCase,
  { actor }: Pick<CaseChange, 'actor'>,
): Promise<CaseRow> {
  if (row.objectBy !== null && row.objectBy > deps.clock.now())
    throw refuse(codes.invalidOperation, {
      reason: 'merchant_may_object',
      message: `The merchant can object to this until ${row.objectBy.toISOString()}; it is posted then.`,
    });
  const refunded = row.part ?? unrefundedOf(await withAbsorbed(deps.db, order));
  const outcome = row.part === null ? ('refunded' as const) : ('partly_refunded' as const);
  const closing = { event: 'refund', party: 'system', actor, set: { outcome, refunded } } as const;
  // The case closes first, since an order that ends with an open case would close it with another outcome.
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
      ...by,
      event: 'refund',
      decision: { fault: row.fault },
      reason,
      set: { endReason },
    });
  }
  return closed;
}
