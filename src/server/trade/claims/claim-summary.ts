import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/db.ts';
import { depositClaims } from '../../schema/cases.ts';
import { appealTo } from '../../shops/restrictions/statements.ts';

type Summary = NonNullable<Output<'POST /v1/order/list'>['list'][number]['claim']>;

/** Returns the claim on each of some orders of a shop, without those that were dropped. */
export async function claimsOfOrders(
  db: Database,
  { shopId, ids }: { shopId: string; ids: string[] },
): Promise<Map<string, Summary>> {
  const { orderId, state } = depositClaims;
  const claimRows = await db
    .select()
    .from(depositClaims)
    .where(and(eq(depositClaims.shopId, shopId), inArray(orderId, ids), ne(state, 'dropped')));
  return new Map(
    claimRows.map(({ id, orderId, state, amount, paid, openedAt, objectBy, statementId }) => [
      orderId,
      {
        claimId: id,
        state,
        amount: formatMoney(amount),
        paid: formatMoney(paid),
        since: openedAt.toISOString(),
        objectBy: objectBy.toISOString(),
        appeal: appealTo(statementId),
      },
    ]),
  );
}
