import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { CaseState, Fault, OrderStatus } from '../../../contract/status.ts';
import { day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { insertOne } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';
import { coveredTime, maxTotalDays } from '../../shops/restrictions/review-periods.ts';
import type { CaseType } from '../model/case-machine.ts';
import type { CaseRow, LockedCase } from '../model/case-row.ts';
import { moveCase } from '../model/move-case.ts';
import { addOrderEvent, lockOrder, type OrderRow } from '../model/order-row.ts';
import { netOf, type OrderFigures, unrefundedOf } from '../model/order-rules.ts';
import { notifyCase } from './case-notices.ts';

export interface CaseRequest {
  orderId: string;
  type: CaseType;
  reasonCode: CaseRow['reasonCode'];
  /** In the buyer's words. */
  reason: string;
  /** What the buyer wants back; the whole payment where it is left out. */
  partialAmount?: bigint;
  actor: string;
}

const delivered: readonly OrderStatus[] = [
  'to_be_accepted',
  'accepted',
  'pending_settlement',
  'waiting_for_withdrawal',
];
const openTo: Record<CaseType, readonly OrderStatus[]> = {
  refund: ['to_be_shipped', 'shipped', ...delivered],
  return_refund: delivered,
};
// A partial refund is paid out of the order's future proceeds: once these are settled, only a full refund is
// possible.
const partlyRefundable: readonly OrderStatus[] = [
  'shipped',
  'to_be_accepted',
  'accepted',
  'pending_settlement',
];

/**
 * Returns who is presumed to be at fault until the platform finds otherwise. The supplier packs, describes and ships
 * the goods; the merchant answers for own promises and for refunds made voluntarily.
 */
function presumedFault(type: CaseType, reasonCode: CaseRow['reasonCode']): Fault {
  if (type === 'return_refund') return 'returned';
  return reasonCode === 'broken_promise' || reasonCode === 'changed_mind' ? 'merchant' : 'supplier';
}

/** Returns the amount of a partial refund, checked; null for a full refund. */
export function requirePartialAmount(
  order: OrderFigures,
  type: CaseType,
  amount: bigint | undefined,
): bigint | null {
  if (amount === undefined || amount === unrefundedOf(order)) return null;
  const isPossible = type === 'refund' && partlyRefundable.includes(order.status);
  if (!isPossible)
    throw refuse(codes.invalidParameter, {
      field: 'amount',
      reason: 'no_part',
      message:
        '"amount": a part is refunded only from shipping to settlement, and of a case without a return.',
    });
  if (amount > 0n && amount <= netOf(order)) return amount;
  throw refuse(codes.invalidParameter, { field: 'amount', reason: 'more_than_net' });
}

const initialState: CaseState = 'requested';

async function storeCase(deps: Deps, order: OrderRow, request: CaseRequest): Promise<LockedCase> {
  const { db: tx, clock, random } = deps;
  const { type, reasonCode, reason, actor } = request;
  const at = clock.now();
  const id = newId(random, 'case');
  const row = await insertOne(tx, afterSaleCases, {
    id,
    orderId: order.id,
    shopId: order.shopId,
    type,
    state: initialState,
    reasonCode,
    reason,
    openedAt: at,
    partialAmount: requirePartialAmount(order, type, request.partialAmount),
    fault: presumedFault(type, reasonCode),
  });
  const party = 'buyer' as const;
  await tx.insert(afterSaleEvents).values({
    caseId: id,
    shopId: order.shopId,
    event: 'open',
    from: null,
    to: initialState,
    party,
    actor,
    reason,
    at,
  });
  const pointer = { caseId: id, caseReason: reason, caseSince: at };
  await tx.update(orders).set(pointer).where(eq(orders.id, order.id));
  return { order: { ...order, ...pointer }, row };
}

// Each case delays an order's proceeds: a series of cases would delay them without end.
async function requireTimeLeft({ db, clock }: Deps, orderId: string): Promise<void> {
  const now = clock.now();
  const cases = await db
    .select({ since: afterSaleCases.openedAt, until: afterSaleCases.closedAt })
    .from(afterSaleCases)
    .where(eq(afterSaleCases.orderId, orderId));
  const periods = cases.map(({ since, until }) => ({ since, until: until ?? now }));
  if (coveredTime(periods, { since: new Date(0), until: now }) < maxTotalDays * day) return;
  throw refuse(codes.invalidOperation, {
    reason: 'too_often',
    message: `Cases of this order have kept it for ${maxTotalDays} days: no other is opened.`,
  });
}

/** Stores a buyer's request; from here on settlement and release wait. */
export async function requestCase(deps: Deps, request: CaseRequest): Promise<LockedCase> {
  const order = await lockOrder(deps.db, request.orderId);
  const isOpenTo = openTo[request.type].includes(order.status) && unrefundedOf(order) > 0n;
  if (order.caseSince || !isOpenTo)
    throw refuse(codes.invalidOperation, { reason: order.caseSince ? 'case_open' : 'status' });
  await requireTimeLeft(deps, order.id);
  const opened = await storeCase(deps, order, request);
  const { actor, reason } = request;
  await addOrderEvent(deps.db, order, { event: 'case_opened', actor, reason, at: deps.clock.now() });
  return opened;
}

/** Stores a buyer's request and forwards it to the merchant; the time to answer begins. */
export async function openCase(deps: Deps, request: CaseRequest): Promise<CaseRow> {
  const opened = await requestCase(deps, request);
  const row = await moveCase(deps, opened, { event: 'forward', party: 'system', actor: 'system' });
  await notifyCase(deps.db, 'forward', { row, at: deps.clock.now() });
  return row;
}
