import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Output } from '../../../contract/calls.ts';
import type { Database } from '../../platform/database/db.ts';
import { demoTextIn } from '../../platform/texts/demo-texts.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { nextParty } from './case-machine.ts';

type Summary = NonNullable<Output<'POST /v1/order/list'>['list'][number]['afterSale']>;

export interface OrderCases {
  /** The open case of each order that has one. */
  open: Map<string, Summary>;
  /** The newest case of each order that has, or had, one. */
  last: Map<string, string>;
}

/** Returns summaries of the cases of some orders of a shop. */
export async function casesOfOrders(
  db: Database,
  { shopId, ids, lang }: { shopId: string; ids: string[]; lang: string },
): Promise<OrderCases> {
  const caseRows = await db
    .select()
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.shopId, shopId), inArray(afterSaleCases.orderId, ids)))
    .orderBy(asc(afterSaleCases.openedAt), asc(afterSaleCases.id));
  const open = caseRows.filter((row) => row.state !== 'closed');
  return {
    last: new Map(caseRows.map(({ orderId, id }) => [orderId, id])),
    open: new Map(
      open.map(({ id, orderId, type, state, reason, openedAt, dueAt }) => [
        orderId,
        {
          caseId: id,
          type,
          state,
          reason: demoTextIn(reason, lang),
          since: openedAt.toISOString(),
          next: nextParty({ state, type }),
          actBy: dueAt?.toISOString() ?? null,
        },
      ]),
    ),
  };
}
