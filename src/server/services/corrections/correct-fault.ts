import { and, desc, eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { OrderStatus } from '../../../contract/status.ts';
import { platformAccountOf } from '../../ledger/account-names.ts';
import { findPosting, reversePosting } from '../../ledger/reversal.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../../schema/cases.ts';
import { orderEvents } from '../../schema/orders.ts';
import { notify } from '../../shops/notices/notify.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { planSurplusReturn } from '../../trade/deposits/deposit-return.ts';
import { isCompensated } from '../../trade/model/compensate-case.ts';
import { recordEarnings } from '../../trade/model/order-earnings.ts';
import { entriesOf, refundKind } from '../../trade/model/order-postings.ts';
import { addOrderEvent, lockOrder, type OrderRow } from '../../trade/model/order-row.ts';

/** Returns the order as it was when it was refunded: in its status of then. */
async function beforeRefund(db: Database, order: OrderRow): Promise<OrderRow> {
  const [refund] = await db
    .select({ from: orderEvents.from })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.event, 'refund')))
    .orderBy(desc(orderEvents.seq))
    .limit(1);
  if (!refund || order.status !== 'refunded') throw refuse(codes.invalidOperation, { reason: 'status' });
  return { ...order, status: refund.from as OrderStatus };
}

// Notes the correction on a case that was decided by the wrong fault, though it is closed.
async function noteOnCase({ db: tx, clock }: Deps, orderId: string, actor: string, reason: string) {
  const [closedCase] = await tx
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.orderId, orderId), eq(afterSaleCases.outcome, 'refunded')))
    .for('update');
  if (!closedCase) return;
  await tx.update(afterSaleCases).set({ fault: 'supplier' }).where(eq(afterSaleCases.id, closedCase.id));
  await tx.insert(afterSaleEvents).values({
    caseId: closedCase.id,
    shopId: closedCase.shopId,
    event: 'fault_corrected',
    from: 'closed',
    to: 'closed',
    party: 'platform',
    actor,
    reason,
    at: clock.now(),
  });
}

/**
 * Corrects a refund that was charged to the shop although the supplier was at fault: reverses the posting and
 * posts the right one. Only ever in the merchant's favour: a fault that was first found with the supplier stays there.
 * @throws Refusal 203 `compensated` where the platform has borne this refund after an appeal
 */
export async function correctFault(
  deps: Deps,
  { orderId, actor, reason }: { orderId: string; actor: string; reason: string },
): Promise<{ no: string; change: bigint }> {
  const { db: tx, clock, config } = deps;
  const order = await lockOrder(tx, orderId);
  const before = await beforeRefund(tx, order);
  const wrong = await findPosting(tx, { kind: refundKind, ref: orderId });
  const isSuppliers = wrong.entries.some(
    ({ account }) => platformAccountOf(account) === 'P.supplier_receivable',
  );
  if (isSuppliers || before.status === 'to_be_shipped')
    throw refuse(codes.invalidOperation, { reason: 'not_on_the_shop' });
  if (await isCompensated(tx, order))
    throw refuse(codes.invalidOperation, {
      reason: 'compensated',
      message: `The merchant was compensated for ${order.no} after an appeal, from the platform’s own money: a correction would give the same a second time.`,
    });
  const right = entriesOf('refund', before, { fault: 'supplier' });
  await reopenForMoney(deps, order.shopId);
  const change = await reversePosting(deps, wrong, { right, reason, actor });
  const lost = -(wrong.entries.find(({ account }) => platformAccountOf(account) === 'P.loss')?.amount ?? 0n);
  const at = clock.now();
  const back = order.cost - lost;
  await addOrderEvent(tx, order, {
    event: 'refund_corrected',
    actor,
    reason,
    purchase: -order.cost,
    profit: back,
    at,
  });
  const earnings = { profit: { byCost: back }, refunds: { byCost: -back } };
  await recordEarnings(tx, order, earnings, { at, currency: config.currency });
  await noteOnCase(deps, orderId, actor, reason);
  const { no, shopId } = order;
  const link = `/order?id=${orderId}`;
  await notify(tx, { kind: 'posting_corrected', params: { ref: no, reason }, shopId, orderId, link, at });
  // The deposit has back what it had covered, and proceeds may have refilled it since.
  await planSurplusReturn(deps, shopId);
  return { no, change };
}
