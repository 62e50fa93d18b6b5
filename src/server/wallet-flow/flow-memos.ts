import { and, eq, gte, lt, ne, or, sql } from 'drizzle-orm';
import { formatMoney } from '../../contract/money.ts';
import type { Database } from '../database/db.ts';
import { behind, inOrder, type Keyset, keyText } from '../page.ts';
import { shownRecharges } from '../recharges/recharge-view.ts';
import { recharges } from '../schema/recharges.ts';
import type { FlowRow, Query } from './wallet-flow.ts';

// Behind the last posting that there was when it was reported, and before the next one.
const keyset: Keyset = {
  key: sql`(${recharges.seq} * 100 + 99)`,
  id: sql`${recharges.id}`,
  type: 'bigint',
  direction: 'down',
};

const isAskedFor = ({ account, direction, kinds }: Query): boolean =>
  (account ?? 'available') === 'available' &&
  (direction ?? 'in') === 'in' &&
  (!kinds || kinds.length === 0 || kinds.includes('recharge'));

interface Asking {
  db: Database;
  lang: string;
  now: Date;
  shop: { id: string; currency: string };
  span: { from: Date | undefined; to: Date | undefined };
}

/** Rows that moved nothing: recharges under review, and those that were refused. They are in no sum. */
export async function memosOf({ db, lang, now, shop, span }: Asking, query: Query) {
  if (!isAskedFor(query)) return [];
  const { refNo } = query;
  const found = await db
    .select({ key: keyText(keyset), row: recharges })
    .from(recharges)
    .where(
      and(
        eq(recharges.shopId, shop.id),
        ne(recharges.status, 'completed'),
        refNo ? or(eq(recharges.no, refNo), eq(recharges.id, refNo)) : undefined,
        span.from && gte(recharges.createdAt, span.from),
        span.to && lt(recharges.createdAt, span.to),
        behind(keyset, query.cursor),
      ),
    )
    .orderBy(...inOrder(keyset))
    .limit(query.limit + 1);
  const rows = found.map(({ row }) => row);
  const shown = await shownRecharges(rows, { db, lang, now, currency: shop.currency });
  return shown.map((recharge, at) => ({
    key: found[at]?.key ?? '',
    id: recharge.id,
    row: {
      ...{ id: recharge.id, at: recharge.createdAt, kind: 'recharge', direction: 'in', account: 'available' },
      ...{ amount: formatMoney(rows[at]?.amount ?? 0n), balanceAfter: null, refType: 'recharge' },
      ...{ refNo: recharge.no, reason: recharge.reason, status: recharge.status, recharge, withdrawal: null },
    } satisfies FlowRow as FlowRow,
  }));
}
