import type { Output } from '../../contract/calls.ts';
import { formatMoney } from '../../contract/money.ts';
import { withKept } from '../claims/claim-row.ts';
import type { Database } from '../database/db.ts';
import { availableOf, depositOf, shopBalanceOf } from '../ledger/account-names.ts';
import { splitCover } from '../orders/cover.ts';
import { entriesOf, faultCost, netOf } from '../orders/order-postings.ts';
import type { OrderRow } from '../orders/order-row.ts';
import type { CaseRow } from './case-row.ts';

type Line = NonNullable<Output<'POST /v1/order/after-sale/info'>['case']['effect']>[number];

const shown = (lines: [key: Line['key'], amount: bigint][]): Line[] =>
  lines.filter(([, amount]) => amount !== 0n).map(([key, amount]) => ({ key, amount: formatMoney(amount) }));

/**
 * What a refund of this case would do if it were made now: the very entries that would be posted, by the names of the
 * merchant's own accounts.
 */
export async function effectOfCase(db: Database, order: OrderRow, row: CaseRow): Promise<Line[]> {
  if (row.part !== null) {
    return shown([
      ['buyer', row.part],
      ['net', -row.part],
    ]);
  }
  const owed = faultCost(order, row.fault);
  const cover = owed > 0n ? await splitCover(db, order, owed) : undefined;
  const entries = entriesOf('refund', await withKept(db, order), {
    fault: row.fault,
    ...(cover && { cover }),
  });
  const change = (account: string) =>
    entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0n);
  const isSettled = order.status === 'waiting_for_withdrawal';
  return shown([
    ['buyer', change('world:buyer')],
    ['balance', change(availableOf(order.shopId))],
    ['shopBalance', change(shopBalanceOf(order.shopId))],
    ['depositMargin', change(depositOf(order.shopId))],
    ['net', isSettled ? 0n : -netOf(order)],
  ]);
}
