import { and, eq, ne } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { depositClaims } from '../../schema/cases.ts';
import { notify } from '../../shops/notices/notify.ts';
import type { OrderRow } from '../model/order-row.ts';
import type { ClaimRow } from './claim-row.ts';

/** Who ends a claim, and why. */
export interface ClaimEnding {
  actor: string;
  /** A code, or the operator's own words. */
  reason: string;
}

/** Drops one claim; its part of the deposit is free again. */
export async function dropClaim(
  { db: tx, clock }: Deps,
  order: OrderRow,
  claim: ClaimRow,
  { reason }: ClaimEnding,
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

/** Drops all claims on an order that was refunded in full; what a claim has paid was returned to the deposit. */
export async function dropClaims(deps: Deps, order: OrderRow, by: ClaimEnding): Promise<void> {
  const existing = await deps.db
    .select()
    .from(depositClaims)
    .where(and(eq(depositClaims.orderId, order.id), ne(depositClaims.state, 'dropped')))
    .for('update');
  for (const claim of existing) await dropClaim(deps, order, claim, by);
}
