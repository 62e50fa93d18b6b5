import { and, eq, inArray, like, sql } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { entries, isOfEntry, transactions } from '../../schema/ledger.ts';
import { appeals } from '../../schema/restrictions.ts';
import { notify } from '../../shops/notices/notify.ts';
import { appealReversed } from '../../shops/restrictions/statements.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { type CaseRow, lockCase } from './case-row.ts';
import { type OrderEarnings, recordEarnings } from './order-earnings.ts';
import { postingKinds } from './order-postings.ts';
import { refsOfOrder } from './order-refs.ts';
import { addOrderEvent, type OrderRow } from './order-row.ts';
import { profitOf } from './order-rules.ts';

const compensationKind = 'compensation';

/** The kinds of postings by which an order may change the merchant's accounts. */
const kindsOfOrder = [...Object.values(postingKinds), 'reversal', 'correction', compensationKind];

/**
 * Returns what an order has earned its merchant so far, compensations included, negative for a loss: the sum of its
 * postings on the merchant's accounts.
 */
async function earnedBy(db: Database, order: OrderRow): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${entries.amount}), 0)::text` })
    .from(transactions)
    .innerJoin(entries, isOfEntry)
    .where(
      and(
        inArray(transactions.kind, kindsOfOrder),
        inArray(transactions.ref, await refsOfOrder(db, order)),
        like(entries.account, 'M.%'),
      ),
    );
  return BigInt(row?.sum ?? 0);
}

/** The condition that a transaction is the compensation for a case. */
const isOfCase = and(eq(transactions.kind, compensationKind), eq(transactions.ref, afterSaleCases.id));

/** The condition that the appeal against the statement of a case was right. */
const isReversed = and(eq(appeals.statementId, afterSaleCases.statementId), eq(appeals.status, 'reversed'));

/** Returns which refunds of an order were decided wrongly: whether that of everything, and the sum of parts. */
async function reversedRefunds(
  db: Database,
  order: OrderRow,
): Promise<{ hasFullRefund: boolean; parts: bigint }> {
  const reversed = await db
    .select({ outcome: afterSaleCases.outcome, refunded: afterSaleCases.refunded })
    .from(afterSaleCases)
    .innerJoin(appeals, isReversed)
    .where(and(eq(afterSaleCases.shopId, order.shopId), eq(afterSaleCases.orderId, order.id)));
  const parts = reversed.filter(({ outcome }) => outcome === 'partly_refunded');
  return {
    hasFullRefund: reversed.some(({ outcome }) => outcome === 'refunded'),
    parts: parts.reduce((sum, { refunded }) => sum + (refunded ?? 0n), 0n),
  };
}

/** What a merchant lacks by a wrong refund, and how the articles of the order share it. */
interface Shortfall {
  lacking: bigint;
  earnings: OrderEarnings;
}

const ofPart = (lacking: bigint): Shortfall => ({
  lacking,
  earnings: { profit: { byPrice: lacking }, refunds: { byPrice: -lacking } },
});

/**
 * Returns what a merchant lacks by a wrong refund. An order that was refunded in full for a good reason would have
 * earned nothing, so of such an order a part is not lacking; where that refund was wrong too, all is lacking that the
 * order would have earned and has not, whichever of the two is compensated first. While an order may still be refunded,
 * as where its parcel never comes, its part is not lacking yet: its release gives it.
 */
async function shortfallOf(db: Database, order: OrderRow, { refunded }: CaseRow): Promise<Shortfall | null> {
  if (order.status === 'completed') return ofPart(refunded ?? 0n);
  if (order.status !== 'refunded') return null;
  const { hasFullRefund, parts } = await reversedRefunds(db, order);
  if (!hasFullRefund) return null;
  const earned = await earnedBy(db, order);
  const lacking = profitOf(order) + parts - earned;
  if (await isCompensated(db, order)) return ofPart(lacking);
  // What the refund has cost comes back, and each article has then earned what it would have without it.
  const byCost = -earned - order.cost;
  const refunds = { byPrice: order.refunded - parts, byCost: earned };
  return { lacking, earnings: { profit: { byPrice: lacking - byCost, byCost }, refunds } };
}

/** Returns whether an appeal against the decision about a case was right. */
export async function hasReversedAppeal(db: Database, { id }: CaseRow): Promise<boolean> {
  const [appeal] = await db
    .select({ id: appeals.id })
    .from(afterSaleCases)
    .innerJoin(appeals, isReversed)
    .where(eq(afterSaleCases.id, id));
  return appeal !== undefined;
}

/** Returns whether the merchant was compensated for the full refund of an order; a part was another refund. */
export async function isCompensated(db: Database, order: OrderRow): Promise<boolean> {
  const [row] = await db
    .select({ seq: transactions.seq })
    .from(transactions)
    .innerJoin(afterSaleCases, isOfCase)
    .where(
      and(
        eq(afterSaleCases.shopId, order.shopId),
        eq(afterSaleCases.orderId, order.id),
        eq(afterSaleCases.outcome, 'refunded'),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Compensates a merchant for a wrong decision on a case: the buyer keeps the refund, and the platform bears its cost.
 * @returns what the merchant gets, 0 where the decision had taken nothing, or nothing is lacking, or not yet
 * @throws Refusal 203 `already_posted` the second time
 */
export async function compensateCase(
  deps: Deps,
  caseId: string,
  { statementId, actor, reason }: { statementId: string; actor: string; reason: string },
): Promise<bigint> {
  const { db: tx, clock, config } = deps;
  const { order, row } = await lockCase(tx, caseId);
  // Statements about something else, such as an extension, took nothing.
  if (row.statementId !== statementId) return 0n;
  if (row.outcome !== 'refunded' && row.outcome !== 'partly_refunded') return 0n;
  const shortfall = await shortfallOf(tx, order, row);
  if (!shortfall || shortfall.lacking <= 0n) return 0n;
  const { lacking: compensation, earnings } = shortfall;
  const { shopId } = row;
  await reopenForMoney(deps, shopId);
  const at = clock.now();
  const moves = move('P.loss', availableOf(shopId), compensation);
  await post(tx, { kind: compensationKind, ref: caseId, shopId, actor, at, entries: moves, reason });
  await addOrderEvent(tx, order, { event: 'compensation', actor, reason, at, profit: compensation });
  await recordEarnings(tx, order, earnings, { at, currency: config.currency });
  const params = { amount: formatMoney(compensation) };
  await notify(tx, { kind: 'case_compensated', params, shopId, id: caseId, orderId: order.id, at });
  return compensation;
}

/**
 * Compensates a merchant for the parts of an order that were refunded wrongly, once its proceeds are released: each by
 * the operator who answered the appeal about it.
 */
export async function compensateParts(deps: Deps, { id, shopId }: OrderRow): Promise<void> {
  const { db: tx } = deps;
  const parts = await tx
    .select({ id: afterSaleCases.id, statementId: appeals.statementId, actor: appeals.actor })
    .from(afterSaleCases)
    .innerJoin(appeals, isReversed)
    .where(
      and(
        eq(afterSaleCases.shopId, shopId),
        eq(afterSaleCases.orderId, id),
        eq(afterSaleCases.outcome, 'partly_refunded'),
      ),
    );
  for (const { id: caseId, statementId, actor } of parts)
    await compensateCase(deps, caseId, { statementId, actor: actor ?? 'system', reason: appealReversed });
}
