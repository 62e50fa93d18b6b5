import * as v from 'valibot';
import { type CallSpecs, userCodes } from './call-spec.ts';
import {
  amount,
  currency,
  day,
  id,
  keyword,
  ledgerEntry,
  operatorTexts,
  signedAmount,
  time,
  timeZone,
} from './fields.ts';
import { csvColumns } from './file-types.ts';
import { flowAccounts, flowKinds } from './flow.ts';
import { pageInput, pageOf } from './page.ts';
import { recharge } from './recharges.ts';
import { results } from './status.ts';
import { withdrawal } from './withdrawals.ts';

/**
 * A movement on one account; `amount` has no sign, `direction` gives it. A recharge under review or refused appears
 * among them as a row without a movement: it has no `balanceAfter` and is in no sum.
 */
const flowRow = v.object({
  id,
  at: time,
  kind: v.picklist(flowKinds),
  direction: v.picklist(['in', 'out']),
  amount,
  account: v.picklist(flowAccounts),
  /** The balance of that account after this row; null for rows without a movement. */
  balanceAfter: v.nullable(amount),
  refType: v.nullable(v.string()),
  refNo: v.nullable(v.string()),
  /** The first article of the order that the row belongs to. */
  goods: v.optional(v.nullable(v.object({ name: v.string(), image: v.string() }))),
  reason: v.nullable(v.string()),
  operatorTexts,
  status: v.picklist(results),
  /** Null for rows without a movement. */
  ledger: v.optional(v.nullable(ledgerEntry)),
  /** The recharge or withdrawal of the row, with its timeline. */
  recharge: v.nullable(recharge),
  withdrawal: v.nullable(withdrawal),
});

/** Filters of the flow; `from` and `to` are days of the shop, both inclusive. */
export const walletFlowInput = v.object({
  ...pageInput,
  account: v.optional(v.picklist(flowAccounts)),
  direction: v.optional(v.picklist(['in', 'out'])),
  kinds: v.optional(v.pipe(v.array(v.picklist(flowKinds)), v.maxLength(flowKinds.length))),
  refNo: v.optional(keyword),
  from: v.optional(day),
  to: v.optional(day),
  format: v.optional(v.picklist(['json', 'csv']), 'json'),
  columns: v.optional(v.picklist(csvColumns), 'labels'),
});

/** Rows, and the sums of all that match. */
const walletFlow = v.object({
  ...pageOf(flowRow),
  currency,
  timeZone,
  /** Over all rows that match, not only this page; opening + in − out = closing. */
  totals: v.object({ in: amount, out: amount }),
  opening: signedAmount,
  closing: signedAmount,
  /** With `format: "csv"` the link of the file, and the list is empty. */
  fileUrl: v.nullable(v.string()),
});

export const walletFlowCalls = {
  'POST /v1/user/wallet_flow': {
    about: 'Income and expenses, row by row, or as a file.',
    input: walletFlowInput,
    output: walletFlow,
    codes: userCodes(),
    auth: 'user',
    effect: 'read',
    whileBlocked: true,
  },
} as const satisfies CallSpecs;
