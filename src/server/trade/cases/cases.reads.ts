import { and, eq, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { formatMoney } from '../../../contract/money.ts';
import { pageOf } from '../../../contract/page.ts';
import { caseParties, caseReasons, caseTypes, faults, orderStatuses } from '../../../contract/status.ts';
import { defineRead } from '../../platform/decisions/define-decision.ts';
import { text } from '../../platform/decisions/flag-types.ts';
import { maybeMoney, maybeText, maybeTime, money, time } from '../../platform/decisions/output-types.ts';
import { pageInput } from '../../platform/decisions/read-pages.ts';
import { afterCursor, type Keyset, keyText, orderBy, toPage } from '../../platform/keyset.ts';
import { linkSigner } from '../../platform/secrets/signed-links.ts';
import { afterSaleCases } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';
import { evidenceOf } from './evidence.ts';

const waiting = v.object({
  id: v.string(),
  order: v.string(),
  orderStatus: v.picklist(orderStatuses),
  shopId: v.string(),
  type: v.picklist(caseTypes),
  code: v.picklist(caseReasons),
  reason: v.string(),
  fault: v.picklist(faults),
  paid: money,
  part: maybeMoney,
  openedAt: time,
  decideBy: maybeTime,
  evidence: v.array(v.object({ by: v.picklist(caseParties), text: maybeText, url: maybeText })),
});

const mostUrgentFirst: Keyset = {
  key: sql`${afterSaleCases.dueAt}`,
  id: sql`${afterSaleCases.id}`,
  type: 'timestamptz',
  direction: 'asc',
};

export const caseReads = {
  cases: defineRead({
    about:
      'Cases that wait for the platform, the most urgent first, each with what its parties wrote and showed; links to their files are good for five minutes. One that its merchant has appealed is among the appeals. With `case`, an id, that one if it waits.',
    on: 'case',
    roles: ['support'],
    input: { ...pageInput, case: v.optional(text) },
    output: v.object(pageOf(waiting)),
    run: async (deps, { cursor, limit, case: named }) => {
      const toReview = and(eq(afterSaleCases.state, 'platform_review'), isNull(afterSaleCases.appealBy));
      const rows = await deps.db
        .select({
          id: afterSaleCases.id,
          key: keyText(mostUrgentFirst),
          row: afterSaleCases,
          order: orders,
        })
        .from(afterSaleCases)
        .innerJoin(orders, eq(orders.id, afterSaleCases.orderId))
        .where(
          and(
            toReview,
            named ? eq(afterSaleCases.id, named) : undefined,
            afterCursor(mostUrgentFirst, cursor),
          ),
        )
        .orderBy(...orderBy(mostUrgentFirst))
        .limit(limit + 1);
      const { page, nextCursor } = toPage(rows, limit);
      const evidence = await evidenceOf(deps.db, ...page.map(({ id }) => id));
      const linkTo = await linkSigner(deps);
      const list = page.map(({ row, order }) => ({
        id: row.id,
        order: order.no,
        orderStatus: order.status,
        shopId: row.shopId,
        type: row.type,
        code: row.reasonCode,
        reason: row.reason,
        fault: row.fault,
        paid: formatMoney(order.amount),
        part: row.partialAmount === null ? null : formatMoney(row.partialAmount),
        openedAt: row.openedAt.toISOString(),
        decideBy: row.dueAt?.toISOString() ?? null,
        evidence: evidence
          .filter(({ caseId }) => caseId === row.id)
          .map(({ party: by, text, fileId }) => ({ by, text, url: fileId && linkTo(fileId) })),
      }));
      return { list, nextCursor };
    },
  }),
};
