import { and, asc, desc, eq } from 'drizzle-orm';
import { appealTo } from '../../../contract/appeals.ts';
import type { Output } from '../../../contract/calls.ts';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { afterSaleCases, afterSaleEvents } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { nextParty } from '../model/case-machine.ts';
import { type CaseRow, caseOf } from '../model/case-row.ts';
import type { OrderRow } from '../model/order-row.ts';
import { unrefundedOf } from '../model/order-rules.ts';
import { effectOfCase } from './case-effect.ts';
import { evidenceOf } from './evidence.ts';

export type CaseView = Output<'POST /v1/order/after-sale/info'>['case'];
type ReadingDeps = Deps & { lang: string };

async function historyOf({ db, lang }: ReadingDeps, caseId: string): Promise<CaseView['history']> {
  const changes = await db
    .select()
    .from(afterSaleEvents)
    .where(eq(afterSaleEvents.caseId, caseId))
    .orderBy(asc(afterSaleEvents.seq));
  return changes.map(({ to, at, party, reason }) => ({
    state: to,
    at: at.toISOString(),
    by: party,
    text: reason && demoTextIn(reason, lang),
  }));
}

async function shownEvidence(deps: Deps, caseId: string): Promise<CaseView['evidence']> {
  const evidence = await evidenceOf(deps.db, caseId);
  if (evidence.length === 0) return [];
  const linkTo = await linkSigner(deps);
  return evidence.map(({ at, party, text, fileId }) => ({
    at: at.toISOString(),
    by: party,
    text,
    url: fileId && linkTo(fileId),
  }));
}

// An open case pauses the next due step of its order; a step that is not due yet is not paused.
function pausedBy(order: OrderRow): CaseView['paused'] {
  const dueAt = order.dueAt?.toISOString() ?? null;
  if (!order.caseSince) return null;
  if (order.status === 'pending_settlement') return { what: 'settlement', dueAt };
  return order.status === 'waiting_for_withdrawal' ? { what: 'release', dueAt } : null;
}

/** Returns a case as its merchant sees it. */
export async function caseView(deps: ReadingDeps, row: CaseRow): Promise<CaseView> {
  const { db, lang } = deps;
  const [order] = await db.select().from(orders).where(eq(orders.id, row.orderId));
  if (!order) throw new Error(`the case ${row.id} has no order`);
  const isOpen = row.state !== 'closed';
  const effect = isOpen ? await effectOfCase(db, order, row) : null;
  const left = unrefundedOf(order);
  const effectOfApproval = row.state === 'merchant_due' && effect;
  return {
    caseId: row.id,
    orderId: order.id,
    orderNo: order.no,
    type: row.type,
    state: row.state,
    reasonCode: row.reasonCode,
    reason: demoTextIn(row.reason, lang),
    fault: row.fault,
    wanted: formatMoney(row.partialAmount ?? (isOpen ? left : (row.refunded ?? left))),
    paid: formatMoney(order.amount),
    currency: (await shopOf(db, row.shopId)).currency,
    evidence: await shownEvidence(deps, row.id),
    openedAt: row.openedAt.toISOString(),
    actBy: row.dueAt?.toISOString() ?? null,
    next: nextParty(row),
    effect,
    choices: effectOfApproval
      ? [
          { answer: 'approve', lines: effectOfApproval },
          { answer: 'reject', lines: [] },
        ]
      : [],
    paused: isOpen ? pausedBy(order) : null,
    returnParcel: row.carrier === null ? null : { carrier: row.carrier, trackingNo: row.trackingNo ?? '' },
    outcome: row.outcome,
    refunded: row.refunded === null ? null : formatMoney(row.refunded),
    appeal: row.statementId && appealTo(row.statementId),
    history: await historyOf(deps, row.id),
  };
}

/** Returns a shop's case by its id, or the newest case of one of its orders; throws 404 for any other. */
export async function findCase(
  db: Database,
  shopId: string,
  { caseId, orderId }: { caseId?: string; orderId?: string },
): Promise<CaseRow> {
  if (caseId !== undefined) return caseOf(db, caseId, shopId);
  const [newest] = await db
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.orderId, orderId ?? ''), eq(afterSaleCases.shopId, shopId)))
    .orderBy(desc(afterSaleCases.openedAt), desc(afterSaleCases.id))
    .limit(1);
  if (!newest) throw refuse(codes.recordNotFound, { field: 'orderId' });
  return newest;
}
