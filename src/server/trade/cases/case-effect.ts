import type { Output } from '../../../contract/calls.ts';
import { formatMoney } from '../../../contract/money.ts';
import { availableOf, depositOf, shopBalanceOf } from '../../ledger/account-names.ts';
import type { Database } from '../../platform/database/db.ts';
import type { CaseRow } from '../model/case-row.ts';
import { splitCover } from '../model/loss-coverage.ts';
import { entriesOf, faultCost } from '../model/order-postings.ts';
import type { OrderRow } from '../model/order-row.ts';
import { netOf } from '../model/order-rules.ts';
import { heldForCase } from './announce-case.ts';

type Line = NonNullable<Output<'POST /v1/order/after-sale/info'>['case']['effect']>[number];

const effectLines = (lines: [key: Line['key'], amount: bigint][]): Line[] =>
  lines.filter(([, amount]) => amount !== 0n).map(([key, amount]) => ({ key, amount: formatMoney(amount) }));

/**
 * Returns the effect of a refund of this case if it were made now: the entries that would be posted, named after the
 * merchant's own accounts.
 */
export async function effectOfCase(db: Database, order: OrderRow, row: CaseRow): Promise<Line[]> {
  if (row.partialAmount !== null) {
    return effectLines([
      ['buyer', row.partialAmount],
      ['net', -row.partialAmount],
    ]);
  }
  const owed = faultCost(order, row.fault);
  const cover = owed > 0n ? await splitCover(db, order, owed, await heldForCase(db, row)) : undefined;
  const entries = entriesOf('refund', order, { fault: row.fault, cover });
  const change = (account: string) =>
    entries.reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0n);
  const isSettled = order.status === 'waiting_for_withdrawal';
  return effectLines([
    ['buyer', change('world:buyer')],
    ['balance', change(availableOf(order.shopId))],
    ['shopBalance', change(shopBalanceOf(order.shopId))],
    ['depositMargin', change(depositOf(order.shopId))],
    ['net', isSettled ? 0n : -netOf(order)],
  ]);
}
