import { and, eq, gte, lt, ne, or, sql } from 'drizzle-orm';
import { formatMoney } from '../../../contract/money.ts';
import { afterCursor, type Keyset, keyText, orderBy } from '../../platform/keyset.ts';
import { recharges } from '../../schema/recharges.ts';
import { shownRecharges } from '../recharges/recharge-view.ts';
import type { FlowReader } from './flow-refs.ts';
import type { FlowRow, Query } from './flow-scope.ts';

// Sorts a memo after the last posting at the time of the report, and before the next one.
const keyset: Keyset = {
  key: sql`(${recharges.seq} * 100 + 99)`,
  id: sql`${recharges.id}`,
  type: 'bigint',
  direction: 'desc',
};

const isAskedFor = ({ account, direction, kinds }: Query): boolean =>
  (account ?? 'available') === 'available' &&
  (direction ?? 'in') === 'in' &&
  (!kinds || kinds.length === 0 || kinds.includes('recharge'));

interface MemoContext extends FlowReader {
  span: { from: Date | undefined; to: Date | undefined };
}

/** Returns rows without a posting: recharges under review, and refused ones. They are in no sum. */
export async function memosOf({ db, lang, now, shop, span, config }: MemoContext, query: Query) {
  if (!isAskedFor(query)) return [];
  const { refNo } = query;
  const keyedRows = await db
    .select({ key: keyText(keyset), row: recharges })
    .from(recharges)
    .where(
      and(
        eq(recharges.shopId, shop.id),
        ne(recharges.status, 'completed'),
        refNo ? or(eq(recharges.no, refNo), eq(recharges.id, refNo)) : undefined,
        span.from && gte(recharges.createdAt, span.from),
        span.to && lt(recharges.createdAt, span.to),
        afterCursor(keyset, query.cursor),
      ),
    )
    .orderBy(...orderBy(keyset))
    .limit(query.limit + 1);
  const rows = keyedRows.map(({ row }) => row);
  const shown = await shownRecharges(rows, { db, lang, now, currency: shop.currency, config });
  return shown.map((recharge, at) => ({
    key: keyedRows[at]?.key ?? '',
    id: recharge.id,
    row: {
      id: recharge.id,
      at: recharge.createdAt,
      kind: 'recharge',
      direction: 'in',
      account: 'available',
      amount: formatMoney(rows[at]?.amount ?? 0n),
      balanceAfter: null,
      refType: 'recharge',
      refNo: recharge.no,
      reason: recharge.reason,
      operatorTexts: recharge.operatorTexts,
      status: recharge.status,
      ledger: null,
      recharge,
      withdrawal: null,
    } satisfies FlowRow as FlowRow,
  }));
}
