import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { recharges } from '../../schema/recharges.ts';
import { type RechargeEvent, rechargeMachine, resultOf, stateOf, stepOf } from './recharge-machine.ts';

export type RechargeRow = typeof recharges.$inferSelect;

/** Locks a recharge until the transaction ends; throws 404 when there is none. */
export async function lockRecharge(tx: Database, id: string): Promise<RechargeRow> {
  const [row] = await tx.select().from(recharges).where(eq(recharges.id, id)).for('update');
  if (!row) throw refuse(codes.recordNotFound, { field: 'recharge' });
  return row;
}

/**
 * Returns the state that an event leads to.
 * @throws Refusal 203 where the machine does not list it
 */
export function requireEvent(row: RechargeRow, event: RechargeEvent) {
  const next = rechargeMachine[stateOf(row)][event];
  if (next) return next;
  if (event === 'send_back') throw refuse(codes.invalidOperation, { reason: 'nothing_to_send_back' });
  throw refuse(codes.invalidOperation, { reason: 'status', params: { step: row.step } });
}

/** Moves a locked recharge by an event, and writes what comes with it. */
export async function moveRecharge(
  tx: Database,
  row: RechargeRow,
  event: RechargeEvent,
  set: Partial<RechargeRow>,
): Promise<RechargeRow> {
  const step = stepOf(requireEvent(row, event));
  const change = { ...set, step, status: resultOf[step] };
  await tx.update(recharges).set(change).where(eq(recharges.id, row.id));
  return { ...row, ...change };
}
