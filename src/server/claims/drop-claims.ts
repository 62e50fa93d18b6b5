import { and, eq, ne } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Deps } from '../context.ts';
import { notify } from '../notices/notify.ts';
import type { OrderRow } from '../orders/order-row.ts';
import { refuse } from '../refuse.ts';
import { depositClaims } from '../schema/cases.ts';
import type { ClaimRow } from './claim-row.ts';

interface By {
  actor: string;
  reason: string;
}

/** Drops one claim; what it kept of the deposit is free again. */
export async function dropClaim(
  { db: tx, clock }: Pick<Deps, 'db' | 'clock'>,
  order: OrderRow,
  claim: ClaimRow,
  { reason }: By,
): Promise<ClaimRow> {
  const at = clock.now();
  const [next] = await tx
    .update(depositClaims)
    .set({ state: 'dropped', dueAt: null, endReason: reason, endedAt: at })
    .where(eq(depositClaims.id, claim.id))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  const params = { no: order.no, amount: formatMoney(claim.amount), reason };
  const { shopId } = claim;
  await notify(tx, { kind: 'claim_dropped', params, shopId, link: `/order?id=${order.id}`, at });
  return next;
}

/** An order that was refunded in full leaves nothing to claim; what a claim has paid has gone back to the deposit. */
export async function dropClaims(deps: Pick<Deps, 'db' | 'clock'>, order: OrderRow, by: By): Promise<void> {
  const standing = await deps.db
    .select()
    .from(depositClaims)
    .where(and(eq(depositClaims.orderId, order.id), ne(depositClaims.state, 'dropped')))
    .for('update');
  for (const claim of standing) await dropClaim(deps, order, claim, by);
}
