import { post } from '../../ledger/ledger.ts';
import { after } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { insertOne } from '../../platform/database/db.ts';
import { newId, newNo } from '../../platform/ids.ts';
import { holds } from '../../schema/restrictions.ts';
import { withdrawalSteps, withdrawals } from '../../schema/withdrawals.ts';
import { requireBalance } from '../../shops/shop/require-balance.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { recordEvent } from '../../shops/webhooks/record-event.ts';
import { consumeQuote, quoteExpired } from '../../trade/model/quote-row.ts';
import { type CheckedWithdrawal, checkWithdrawal, type WithdrawalRequest } from './check-withdrawal.ts';
import { payoutHash } from './payout-hash.ts';
import { resultOf } from './withdrawal-machine.ts';
import { notifyWithdrawal } from './withdrawal-notices.ts';
import { postingsOf } from './withdrawal-postings.ts';
import { withdrawRefs } from './withdrawal-quote.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** A request for a withdrawal, and the quote that it confirms, if any. */
export interface QuotedWithdrawal extends WithdrawalRequest {
  quoteId?: string;
}

async function spendQuoted(deps: Deps, request: QuotedWithdrawal, { net }: CheckedWithdrawal): Promise<void> {
  const { quoteId, shopId, accountId, amount } = request;
  if (quoteId === undefined) return;
  const asked = { shopId, kind: 'withdraw' as const, refs: withdrawRefs(accountId, amount) };
  const quote = await consumeQuote(deps, quoteId, asked);
  if (quote.total !== net) throw quoteExpired();
}

/** Sets the amount aside, with its reason and its end; it is the merchant's own wish, so nothing explains a decision. */
async function holdAmount(
  deps: Deps,
  { shopId, amount }: QuotedWithdrawal,
  { no, expectedBy }: { no: string; expectedBy: Date },
): Promise<string> {
  const { db: tx, clock, random } = deps;
  const id = newId(random, 'hld');
  await tx.insert(holds).values({
    id,
    shopId,
    amount,
    reasonCode: 'withdrawal',
    text: 'withdrawal_hold',
    ref: no,
    condition: 'withdrawal_hold_ends',
    since: clock.now(),
    reviewBy: expectedBy,
  });
  return id;
}

/**
 * Requests a withdrawal: sets the amount aside until the operator decides, all in the caller's transaction.
 * @throws Refusal 405, 449, 450, 451 and 203 as `checkWithdrawal`; 203 `quote_expired`; 424 with what is missing
 */
export async function requestWithdrawal(deps: Deps, request: QuotedWithdrawal): Promise<WithdrawalRow> {
  const { db: tx, clock, config, random } = deps;
  const { shopId, userId, amount } = request;
  // One request at a time for a shop, and none while one of its accounts is being changed.
  await lockShop(tx, shopId);
  const checked = await checkWithdrawal(deps, request);
  await spendQuoted(deps, request, checked);
  await requireBalance(tx, shopId, amount);

  const { account, fee } = checked;
  const at = clock.now();
  const id = newId(random, 'wdr');
  const no = `W-${newNo(random, at)}`;
  const expectedBy = after(at, config.timing.withdrawal);
  const holdId = await holdAmount(deps, request, { no, expectedBy });
  const { type, bankName, accountName, branchNo, number, note } = account;
  const usableFrom = account.usableFrom.toISOString();
  const row = await insertOne(tx, withdrawals, {
    id,
    no,
    shopId,
    accountId: account.id,
    amount,
    fee,
    holdId,
    expectedBy,
    createdAt: at,
    payTo: { type, bankName, accountName, branchNo, number, note, usableFrom },
    step: 'submitted',
    status: resultOf.submitted,
  });
  await tx.insert(withdrawalSteps).values({ withdrawalId: id, step: 'submitted', actor: userId, at });
  for (const { kind, entries } of postingsOf('submit', 'submitted', row))
    await post(tx, { kind, ref: id, shopId, actor: userId, at, entries, detailsHash: payoutHash(row) });
  await notifyWithdrawal(deps, row, { event: 'submit', at });
  await recordEvent(deps, { kind: 'withdrawal.to_pay', shopId, data: { withdrawal: id, no } });
  return row;
}
