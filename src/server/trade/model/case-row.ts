import { and, eq, ne } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { lockOrder, type OrderRow } from './order-row.ts';

export type CaseRow = typeof afterSaleCases.$inferSelect;

/** A case and its order, both locked. */
export interface LockedCase {
  order: OrderRow;
  row: CaseRow;
}

const caseNotFound = () => refuse(codes.recordNotFound, { field: 'caseId' });

/** Returns a case by its id, of one shop or of any shop; throws 404 when there is none. */
export async function caseOf(db: Database, id: string, shopId?: string): Promise<CaseRow> {
  const ownedByShop = shopId === undefined ? undefined : eq(afterSaleCases.shopId, shopId);
  const [row] = await db
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.id, id), ownedByShop));
  if (!row) throw caseNotFound();
  return row;
}

/** Locks a case, after its order: every transaction that needs both locks them in this order. */
export async function lockCase(tx: Database, id: string, shopId?: string): Promise<LockedCase> {
  const { orderId } = await caseOf(tx, id, shopId);
  const order = await lockOrder(tx, orderId, shopId);
  const [row] = await tx.select().from(afterSaleCases).where(eq(afterSaleCases.id, id)).for('update');
  if (!row) throw caseNotFound();
  return { order, row };
}

/** Locks the open case of an order that is locked already; returns null where there is none. */
export async function lockOpenCase(tx: Database, orderId: string): Promise<CaseRow | null> {
  const [row] = await tx
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.orderId, orderId), ne(afterSaleCases.state, 'closed')))
    .for('update');
  return row ?? null;
}

/** Returns whether an appeal against this case awaits its answer: until then nothing else may decide the case. */
export const isUnderAppeal = ({ state, appealBy }: Pick<CaseRow, 'state' | 'appealBy'>): boolean =>
  state === 'platform_review' && appealBy !== null;

/** Refuses another decision about a case while the appeal against the last one is open. */
export function requireNotUnderAppeal(row: CaseRow): void {
  if (isUnderAppeal(row))
    throw refuse(codes.invalidOperation, {
      reason: 'appeal_open',
      message: 'The merchant has appealed what this case takes: answer the appeal by appeal-decide.',
    });
}
