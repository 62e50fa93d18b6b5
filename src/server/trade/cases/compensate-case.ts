import { and, inArray, like, sql } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf } from '../../ledger/account-names.ts';
import { move, post } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/context.ts';
import type { Database } from '../../platform/database/db.ts';
import { entries, isOfEntry, transactions } from '../../schema/ledger.ts';
import { notify } from '../../shops/notices/notify.ts';
import { lockCase } from '../model/case-row.ts';
import { refsOfOrder } from '../model/order-refs.ts';
import { addOrderEvent, type OrderRow } from '../model/order-row.ts';
import { profitOf } from '../model/order-rules.ts';

// All kinds of postings by which an order changes the merchant's accounts.
const merchantKinds = [
  'order_pay',
  'order_refund',
  'settlement',
  'release',
  'deposit_claim',
  'reversal',
  'correction',
];

/**
 * Returns what an order has earned its merchant so far, negative for a loss: the sum of its postings on the merchant's
 * accounts.
 */
async function earnedBy(db: Database, order: OrderRow): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${entries.amount}), 0)::text` })
    .from(transactions)
    .innerJoin(entries, isOfEntry)
    .where(
      and(
        inArray(transactions.kind, merchantKinds),
        inArray(transactions.ref, await refsOfOrder(db, order)),
        like(entries.account, 'M.%'),
      ),
    );
  return BigInt(row?.sum ?? 0);
}

/**
 * Compensates a merchant for a wrong decision on a case: the buyer keeps the refund, and the platform bears its cost.
 * @returns what the merchant gets, 0 where the decision had taken nothing
 * @throws Refusal 203 `already_posted` the second time
 */
export async function compensateCase(
  deps: Deps,
  caseId: string,
  { statementId, actor, reason }: { statementId: string; actor: string; reason: string },
): Promise<bigint> {
  const { db: tx, clock } = deps;
  const { order, row } = await lockCase(tx, caseId);
  const isAll = row.outcome === 'refunded';
  // Statements about something else, such as an extension, took nothing.
  if (row.statementId !== statementId) return 0n;
  if (!isAll && row.outcome !== 'partly_refunded') return 0n;
  // After a partial refund the merchant lacks that part; after a full one, what the order would have earned.
  const compensation = isAll ? profitOf(order) - (await earnedBy(tx, order)) : (row.refunded ?? 0n);
  if (compensation <= 0n) return 0n;
  const { shopId } = row;
  const at = clock.now();
  const moves = move('P.loss', availableOf(shopId), compensation);
  await post(tx, { kind: 'compensation', ref: caseId, shopId, actor, at, entries: moves, reason });
  await addOrderEvent(tx, order, { event: 'compensation', actor, reason, at, profit: compensation });
  const params = { no: order.no, amount: formatMoney(compensation) };
  await notify(tx, { kind: 'case_compensated', params, shopId, link: `/afterSale?id=${caseId}`, at });
  return compensation;
}
