import { asc, gt, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/db.ts';
import { orders } from '../schema/orders.ts';

/** The payment of an order, as its service names it. */
export interface Unreconciled {
  reference: string;
  order: string;
}

const pageSize = 2_000;

/**
 * Yields the payments that orders were placed for and that no settlement file of a payment service has confirmed, by
 * their references and a page at a time, as there is one for each order. No settlement file is imported yet, so every
 * payment is listed; imported files will exclude the payments they confirm. An unconfirmed payment is no fault: the newest
 * ones are in no file yet.
 */
export async function* unreconciledPayments(db: Database): AsyncGenerator<Unreconciled[]> {
  let last = '';
  while (true) {
    const page = await db
      .select({ reference: sql<string>`${orders.paymentReference}`, order: orders.no })
      .from(orders)
      // A null is never greater, so orders without a reference are left out.
      .where(gt(orders.paymentReference, last))
      .orderBy(asc(orders.paymentReference))
      .limit(pageSize);
    const end = page.at(-1);
    if (!end) return;
    yield page;
    last = end.reference;
  }
}
