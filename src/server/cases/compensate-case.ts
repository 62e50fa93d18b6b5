import { and, eq, inArray, like, sql } from 'drizzle-orm';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/db.ts';
import { availableOf } from '../ledger/account-names.ts';
import { move, post } from '../ledger/ledger.ts';
import { notify } from '../notices/notify.ts';
import { profitOf } from '../orders/order-postings.ts';
import { refsOfOrder } from '../orders/order-refs.ts';
import type { OrderRow } from '../orders/order-row.ts';
import { entries, transactions } from '../schema/ledger.ts';
import { orderEvents } from '../schema/orders.ts';
import { lockCase } from './case-row.ts';
import type { CaseDeps } from './move-case.ts';

// Every kind of posting by which an order changes what belongs to its merchant.
const ownKinds = [
  'order_pay',
  'order_refund',
  'settlement',
  'release',
  'deposit_claim',
  'reversal',
  'correction',
];

/** What an order has brought its merchant so far, or cost: the sum of what was posted for it on the merchant's accounts. */
async function broughtBy(db: Database, { id }: OrderRow): Promise<bigint> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${entries.amount}), 0)::text` })
    .from(transactions)
    .innerJoin(entries, eq(entries.seq, transactions.seq))
    .where(
      and(
        inArray(transactions.kind, ownKinds),
        inArray(transactions.ref, await refsOfOrder(db, id)),
        like(entries.account, 'M.%'),
      ),
    );
  return BigInt(row?.sum ?? 0);
}

/**
 * A decision on a case that should not have been made: the buyer keeps what was given back, and the platform makes the
 * merchant whole. Nothing is taken from anybody else.
 * @returns what the merchant gets, 0 where the decision had taken nothing
 * @throws Refusal 203 `already_posted` the second time
 */
export async function compensateCase(
  deps: CaseDeps,
  caseId: string,
  { statementId, actor, reason }: { statementId: string; actor: string; reason: string },
): Promise<bigint> {
  const { db: tx, clock } = deps;
  const { order, row } = await lockCase(tx, caseId);
  const isAll = row.outcome === 'refunded';
  // Reasons for something else, such as more time, had taken nothing.
  if (row.statementId !== statementId) return 0n;
  if (!isAll && row.outcome !== 'partly_refunded') return 0n;
  // Of a part that was given back, the merchant lacks as much; of everything, what the order would have brought.
  const lacks = isAll ? profitOf(order) - (await broughtBy(tx, order)) : (row.refunded ?? 0n);
  if (lacks <= 0n) return 0n;
  const { shopId } = row;
  const at = clock.now();
  const moves = move('P.loss', availableOf(shopId), lacks);
  await post(tx, { kind: 'compensation', ref: caseId, shopId, actor, at, entries: moves, reason });
  await tx.insert(orderEvents).values({
    ...{ orderId: order.id, shopId, event: 'compensation', from: order.status, to: order.status },
    ...{ actor, reason, purchase: 0n, profit: lacks, at },
  });
  const params = { no: order.no, amount: formatMoney(lacks) };
  await notify(tx, { kind: 'case_compensated', params, shopId, link: `/afterSale?id=${caseId}`, at });
  return lacks;
}
