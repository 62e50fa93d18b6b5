import { and, eq, ne } from 'drizzle-orm';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { defineDecision } from '../../platform/decisions/define-decision.ts';
import { amount, text } from '../../platform/decisions/flag-types.ts';
import { refuse } from '../../platform/refuse.ts';
import { depositClaims } from '../../schema/cases.ts';
import { idOf } from '../../shops/find-rows.ts';
import { withReopened } from '../../shops/shop/reopen.ts';
import type { ClaimRow } from './claim-row.ts';
import { decideClaim } from './end-claim.ts';
import { openClaim } from './open-claim.ts';

const summary = (claim: ClaimRow) => ({
  id: claim.id,
  state: claim.state,
  statementId: claim.statementId,
  amount: formatMoney(claim.amount),
  paid: formatMoney(claim.paid),
  objectBy: claim.objectBy.toISOString(),
});

async function claimOf(db: Database, order: string): Promise<Pick<ClaimRow, 'id' | 'shopId'>> {
  const orderId = await idOf(db, 'order', order);
  const [row] = await db
    .select({ id: depositClaims.id, shopId: depositClaims.shopId })
    .from(depositClaims)
    .where(and(eq(depositClaims.orderId, orderId), ne(depositClaims.state, 'dropped')));
  if (!row) throw refuse(codes.invalidOperation, { reason: 'no_claim' });
  return row;
}

export const claimDecisions = {
  'claim-open': defineDecision(
    "Opens a buyer's claim on the shop's deposit, for one order; it is paid when the time for appeals has passed.",
    { order: text, amount, facts: text, rule: text },
    async (deps, { order, ...stated }, actor) =>
      summary(await openClaim(deps, { ...stated, orderId: await idOf(deps.db, 'order', order), actor })),
  ),

  'claim-decide': defineDecision(
    'Decides on a claim: pay after the merchant has appealed in the app, and never before the time for appeals has passed, or drop; what was paid already comes back to the deposit, and a closed shop is open again then (reopened), until its wallet is empty.',
    { order: text, result: v.picklist(['pay', 'drop']), reason: text },
    async (deps, { order, result, reason }, actor) => {
      const { id, shopId } = await claimOf(deps.db, order);
      return withReopened(deps, shopId, async () =>
        summary(await decideClaim(deps, id, { outcome: result, reason, actor })),
      );
    },
  ),
};
