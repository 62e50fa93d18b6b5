import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import type { AfterSaleState, Fault, OrderStatus } from '../../contract/status.ts';
import { withKept } from '../claims/claim-row.ts';
import { newId } from '../ids.ts';
import { leftOf, netOf, type OrderMoney } from '../orders/order-postings.ts';
import { lockOrder, type OrderRow } from '../orders/order-row.ts';
import { refuse } from '../refuse.ts';
import { afterSaleCases, afterSaleEvents } from '../schema/cases.ts';
import { orders } from '../schema/orders.ts';
import type { CaseType } from './case-machine.ts';
import { tellCase } from './case-notices.ts';
import type { CaseRow, LockedCase } from './case-row.ts';
import { type CaseDeps, moveCase, noteOnOrder } from './move-case.ts';

export interface CaseRequest {
  orderId: string;
  type: CaseType;
  reasonCode: CaseRow['reasonCode'];
  /** In the buyer's words. */
  reason: string;
  /** A part of what was paid; all of it where it is left out. */
  wanted?: bigint | undefined;
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
// A part comes out of what the order will bring: once it is settled, there is only all of it, or the deposit.
const partly: readonly OrderStatus[] = ['shipped', 'to_be_accepted', 'accepted', 'pending_settlement'];

/**
 * Who is taken to be at fault until the platform has found otherwise. Goods are packed, described and sent by the
 * supplier; what the merchant promised, or gives back without needing to, is the merchant's.
 */
export function presumedFault(type: CaseType, reasonCode: CaseRow['reasonCode']): Fault {
  if (type === 'return_refund') return 'returned';
  return reasonCode === 'broken_promise' || reasonCode === 'changed_mind' ? 'merchant' : 'supplier';
}

/** A part that may be asked for; null for everything. */
export function checkedPart(order: OrderMoney, type: CaseType, wanted: bigint | undefined): bigint | null {
  if (wanted === undefined || wanted === leftOf(order)) return null;
  const isPossible = type === 'refund' && partly.includes(order.status);
  if (isPossible && wanted > 0n && wanted <= netOf(order)) return wanted;
  throw refuse(codes.invalidParameter, { field: 'amount', reason: 'more_than_net' });
}

const begin: AfterSaleState = 'requested';

async function storeCase(
  deps: CaseDeps,
  order: OrderRow & OrderMoney,
  request: CaseRequest,
): Promise<LockedCase> {
  const { db: tx, clock, random } = deps;
  const { type, reasonCode, reason, actor } = request;
  const at = clock.now();
  const id = newId(random, 'case');
  const [row] = await tx
    .insert(afterSaleCases)
    .values({
      ...{
        id,
        orderId: order.id,
        shopId: order.shopId,
        type,
        state: begin,
        reasonCode,
        reason,
        openedAt: at,
      },
      ...{ part: checkedPart(order, type, request.wanted), fault: presumedFault(type, reasonCode) },
    })
    .returning();
  if (!row) throw new Error('the case was not stored');
  const party = 'buyer' as const;
  await tx.insert(afterSaleEvents).values({
    ...{ caseId: id, shopId: order.shopId, event: 'open', from: null, to: begin, party, actor, reason, at },
  });
  const pointer = { caseId: id, caseReason: reason, caseSince: at };
  await tx.update(orders).set(pointer).where(eq(orders.id, order.id));
  return { order: { ...order, ...pointer }, row };
}

/** A buyer's request, as it comes in; from here on settlement and release wait. */
export async function requestCase(deps: CaseDeps, request: CaseRequest): Promise<LockedCase> {
  const order = await withKept(deps.db, await lockOrder(deps.db, request.orderId));
  const isOpenTo = openTo[request.type].includes(order.status) && leftOf(order) > 0n;
  if (order.caseSince || !isOpenTo)
    throw refuse(codes.invalidOperation, { reason: order.caseSince ? 'case_open' : 'status' });
  const opened = await storeCase(deps, order, request);
  await noteOnOrder(deps, opened, 'case_opened', request);
  return opened;
}

/** A request that has come in and is passed on to the merchant, whose time to answer begins. */
export async function openCase(deps: CaseDeps, request: CaseRequest): Promise<CaseRow> {
  const opened = await requestCase(deps, request);
  const row = await moveCase(deps, opened, { event: 'forward', party: 'system', actor: 'system' });
  await tellCase(deps.db, 'forward', { order: opened.order, row, at: deps.clock.now() });
  return row;
}
