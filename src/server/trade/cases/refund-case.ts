import { codes } from '../../../contract/errors.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { appealReversed } from '../../shops/restrictions/statements.ts';
import { lockShop } from '../../shops/shop-row.ts';
import type { CaseRow, LockedCase } from '../model/case-row.ts';
import { compensateCase, hasReversedAppeal } from '../model/compensate-case.ts';
import { type CaseChange, moveCase } from '../model/move-case.ts';
import { faultReasons, unrefundedOf } from '../model/order-rules.ts';
import { applyOrderEvent } from '../orders/apply-order-event.ts';

/**
 * Refunds the buyer and closes the case: a part out of the order's future proceeds, or everything by the refund rule
 * for the fault that the case has shown so far. Where an appeal against the decision was right before this, as while
 * goods were on their way back, the merchant is compensated at once.
 */
export async function refundCase(
  deps: Deps,
  { order, row }: LockedCase,
  { actor }: Pick<CaseChange, 'actor'>,
): Promise<CaseRow> {
  if (row.appealBy !== null && row.appealBy > deps.clock.now())
    throw refuse(codes.invalidOperation, {
      reason: 'merchant_may_appeal',
      message: `The merchant can appeal this until ${row.appealBy.toISOString()}; it is posted then.`,
    });
  const refunded = row.partialAmount ?? unrefundedOf(order);
  const outcome = row.partialAmount === null ? ('refunded' as const) : ('partly_refunded' as const);
  const closing = { event: 'refund', party: 'system', actor, set: { outcome, refunded } } as const;
  // While goods are on their way back, an appeal that was right has nothing to undo yet.
  const isReversed = await hasReversedAppeal(deps.db, row);
  // What compensates locks the shop before the chain, which the end of the case locks.
  if (isReversed) await lockShop(deps.db, order.shopId);
  // The case closes first, since an order that ends with an open case would close it with another outcome.
  const closed = await moveCase(deps, { order, row }, closing);
  const by = { orderId: order.id, party: 'platform', actor } as const;
  if (row.partialAmount !== null) {
    const reason = { code: 'after_sale', text: row.reason };
    await applyOrderEvent(deps, {
      ...by,
      event: 'partial_refund',
      decision: { partialAmount: row.partialAmount },
      reason,
    });
  } else {
    const endReason =
      row.type === 'return_refund' ? ('return_approved' as const) : ('refund_approved' as const);
    const reason = { code: faultReasons[row.fault], text: row.reason };
    await applyOrderEvent(deps, {
      ...by,
      event: 'refund',
      decision: { fault: row.fault },
      reason,
      set: { endReason },
    });
  }
  if (isReversed && row.statementId !== null)
    await compensateCase(deps, row.id, { statementId: row.statementId, actor, reason: appealReversed });
  return closed;
}
