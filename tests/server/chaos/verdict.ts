import { sql } from 'drizzle-orm';
import { audit } from '../../../src/server/audit/audit.ts';
import { type OpenDatabase, queryRows } from '../../../src/server/platform/database/db.ts';
import { type Acknowledged, type Operation, ordersOf } from './operations.ts';

export interface Verdict {
  /** Movements that were acknowledged and are not in the ledger. */
  lost: string[];
  /** Movements in the ledger beyond the one for each operation. */
  duplicated: string[];
  findings: string[];
}

const nameOf = ({ kind, ref }: { kind: string; ref: string }) => `${kind} ${ref}`;

/**
 * Compares the answers that clients got with the ledger. Every command must have been answered. That an
 * order was paid for before its payment was refused is no second payment.
 */
export const compareWithLedger = async (
  { db }: OpenDatabase,
  acknowledged: Acknowledged[],
  refused: Operation[],
): Promise<Verdict> => {
  const posted = await queryRows<{ kind: string; ref: string }>(
    db,
    sql`select kind, ref from transactions where kind in ('withdraw', 'ad', 'order_pay')`,
  );
  const inLedger = new Set(posted.map(nameOf));
  const orders = refused.flatMap(ordersOf).map((ref) => nameOf({ kind: 'order_pay', ref }));
  const promised = new Set([...acknowledged.map(nameOf), ...orders]);
  return {
    lost: acknowledged.map(nameOf).filter((name) => !inLedger.has(name)),
    duplicated: posted.map(nameOf).filter((name) => !promised.has(name)),
    findings: (await audit(db)).findings,
  };
};
