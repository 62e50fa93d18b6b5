import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database/db.ts';
import { comparableProof } from '../schema/columns.ts';
import { orders } from '../schema/orders.ts';
import { recharges } from '../schema/recharges.ts';
import { shops } from '../schema/shops.ts';
import { withdrawalSteps, withdrawals } from '../schema/withdrawals.ts';

// What a person compares with the files of banks and payment services. No such file is imported yet, so everything is
// listed; imported files will exclude what they confirm. What is unconfirmed is no fault: the newest payments are in no
// file yet.

/** The payment of an order, as its service names it. */
export interface Unreconciled {
  reference: string;
  order: string;
}

/** Money that was sent to a merchant or to the sender of a recharge, or that came back, as its bank names it. */
export interface UnreconciledPayout {
  /** That of the sending, and that of the confirmation where it is another; none in rows that earlier releases stored. */
  references: string[];
  amount: bigint;
  currency: string;
  /** What it was sent for, by its number. */
  subject: string;
}

const pageSize = 2_000;

/** Yields rows in the order of a key, a page at a time, so that memory and queries stay small however many there are. */
async function* pagesOf<Row>(
  read: (last: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let last = '';
  while (true) {
    const page = await read(last);
    const end = page.at(-1);
    if (!end) return;
    yield page;
    last = keyOf(end);
  }
}

const paymentKey = comparableProof(orders.paymentReference);

/** Yields the payments that orders were placed for, by their references. */
export async function* unreconciledPayments(db: Database): AsyncGenerator<Unreconciled[]> {
  const pages = pagesOf(
    (last) =>
      db
        .select({ reference: orders.paymentReference, order: orders.no, key: sql<string>`${paymentKey}` })
        .from(orders)
        // A null is never greater, so orders without a reference are left out.
        .where(gt(paymentKey, last))
        .orderBy(asc(paymentKey))
        .limit(pageSize),
    ({ key }) => key,
  );
  for await (const page of pages)
    yield page.map(({ reference, order }) => ({ reference: `${reference}`, order }));
}

const sent = alias(withdrawalSteps, 'sent');
const paid = alias(withdrawalSteps, 'paid');
const returned = alias(withdrawalSteps, 'returned');

const withdrawalsAfter = (db: Database, last: string) =>
  db
    .select({
      row: withdrawals,
      currency: shops.currency,
      sent,
      paidProof: paid.proof,
      returnedProof: returned.proof,
    })
    .from(withdrawals)
    .innerJoin(shops, eq(shops.id, withdrawals.shopId))
    .leftJoin(sent, and(eq(sent.withdrawalId, withdrawals.id), eq(sent.step, 'sent')))
    .leftJoin(paid, and(eq(paid.withdrawalId, withdrawals.id), eq(paid.step, 'paid')))
    .leftJoin(returned, and(eq(returned.withdrawalId, withdrawals.id), eq(returned.step, 'returned')))
    .where(gt(withdrawals.id, last))
    .orderBy(asc(withdrawals.id))
    .limit(pageSize);

type FoundWithdrawal = Awaited<ReturnType<typeof withdrawalsAfter>>[number];

/** Returns what moved in a direction, by its references; null where nothing did, as where only time gave it back. */
const referencesOf = ({ sent, paidProof, returnedProof }: FoundWithdrawal, direction: 'out' | 'back') => {
  if (direction === 'back') return returnedProof === null ? null : [returnedProof];
  return sent && [...new Set([sent.proof, paidProof])].filter((proof) => proof !== null);
};

const rechargesAfter = (db: Database, last: string) =>
  db
    .select({ row: recharges, currency: shops.currency })
    .from(recharges)
    .innerJoin(shops, eq(shops.id, recharges.shopId))
    .where(gt(recharges.id, last))
    .orderBy(asc(recharges.id))
    .limit(pageSize);

/**
 * Yields what was sent, of withdrawals and of recharges that were refused after their money had come, or the withdrawals
 * that a bank sent back.
 */
export async function* unreconciledPayouts(
  db: Database,
  direction: 'out' | 'back',
): AsyncGenerator<UnreconciledPayout[]> {
  const withdrawalPages = pagesOf(
    (last) => withdrawalsAfter(db, last),
    ({ row }) => row.id,
  );
  for await (const page of withdrawalPages)
    yield page.flatMap((found) => {
      const references = referencesOf(found, direction);
      const { row, currency } = found;
      return references
        ? [{ references, amount: row.amount - row.fee, currency, subject: `withdrawal ${row.no}` }]
        : [];
    });
  if (direction === 'back') return;
  const rechargePages = pagesOf(
    (last) => rechargesAfter(db, last),
    ({ row }) => row.id,
  );
  for await (const page of rechargePages)
    yield page.flatMap(({ row: { no, arrived, sentBackProof }, currency }) =>
      arrived !== null && sentBackProof !== null
        ? [{ references: [sentBackProof], amount: arrived, currency, subject: `recharge ${no}` }]
        : [],
    );
}
