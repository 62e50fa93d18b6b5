import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { OrderStatus } from '../../../contract/status.ts';
import { after, day } from '../../platform/clock.ts';
import type { Timing } from '../../platform/config/timing.ts';
import type { Deps } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { refuse } from '../../platform/refuse.ts';
import { depositClaims } from '../../schema/cases.ts';
import { notify } from '../../shops/notices/notify.ts';
import { appealTo, issueStatement } from '../../shops/restrictions/statements.ts';
import { lockShop } from '../../shops/shop-row.ts';
import { configForOrder } from '../../shops/terms/terms.ts';
import { freeDeposit } from '../model/free-deposit.ts';
import { lockOrder, type OrderRow } from '../model/order-row.ts';
import { unrefundedOf } from '../model/order-rules.ts';
import { appealUnanswered, type ClaimRow, withAbsorbed } from './claim-row.ts';

/** The claim that an operator opens for a buyer, with its statement of reasons. */
export interface ClaimRequest {
  orderId: string;
  amount: bigint;
  facts: string;
  rule: string;
  actor: string;
}

// Before settlement partial refunds come out of the order's future proceeds; the deposit is for the time after it.
const claimable: readonly OrderStatus[] = ['waiting_for_withdrawal', 'completed'];

/** How many claims on one order a merchant has to appeal: after one justified appeal there is one more claim. */
const maxAppeals = 2;
/** The same of all its claims: each that is dropped without an appeal has kept a part of the deposit for a while. */
const maxClaims = 3;
/** Days after the return window in which its buyer may still have a claim. */
const claimableDays = 30;

const refuseFor = (reason: string, message: string) => refuse(codes.invalidOperation, { reason, message });

/**
 * Refuses a claim after the merchant's appeals, and after others that were dropped: without a limit it could be opened
 * until one passes without an appeal, and would be paid then.
 * @throws Refusal 203 `appeal_unanswered`, `appealed_twice` or `claimed_thrice`
 */
function requireClaimable(before: ClaimRow[]): void {
  const appealed = before.filter(({ appealText }) => appealText !== null);
  if (appealed.some(({ endReason }) => endReason === appealUnanswered))
    throw refuseFor(
      'appeal_unanswered',
      'The merchant appealed a claim for this order and was not answered in time: there is no other.',
    );
  if (appealed.length >= maxAppeals)
    throw refuseFor(
      'appealed_twice',
      'The merchant appealed two claims for this order and was right: there is no other.',
    );
  if (before.length >= maxClaims)
    throw refuseFor('claimed_thrice', 'Three claims for this order were dropped: there is no other.');
}

/** Refuses a claim on an order of long ago, as a merchant who has sold must be able to count on the deposit one day. */
function requireRecent({ deliveredAt }: OrderRow, at: Date, { returnWindow }: Timing): void {
  if (deliveredAt && after(deliveredAt, returnWindow + claimableDays * day) < at)
    throw refuseFor(
      'too_old',
      `The time to return this order ended more than ${claimableDays} days ago: there is no claim for it any more.`,
    );
}

/**
 * Opens a claim of a buyer on the shop's deposit, with its statement of reasons. No money moves yet: the merchant has
 * time to appeal. An order has at most one claim, for no more than what is not refunded yet and what is free of the
 * deposit.
 * @throws Refusal 203 `too_old`, and what `requireClaimable` throws
 */
export async function openClaim(deps: Deps, request: ClaimRequest): Promise<ClaimRow> {
  const { db: tx, clock, random } = deps;
  const { amount, facts, rule, actor } = request;
  const order = await lockOrder(tx, request.orderId);
  const { shopId, no } = order;
  const before = await tx.select().from(depositClaims).where(eq(depositClaims.orderId, order.id));
  const existing = before.find(({ state }) => state !== 'dropped');
  if (existing || !claimable.includes(order.status))
    throw refuse(codes.invalidOperation, { reason: existing ? 'claim_stands' : 'status' });
  const at = clock.now();
  const { timing } = await configForOrder(deps, order);
  requireRecent(order, at, timing);
  requireClaimable(before);
  // The lock serialises claims on one deposit.
  await lockShop(tx, shopId);
  const left = unrefundedOf(await withAbsorbed(tx, order));
  if (amount > left || amount > (await freeDeposit(tx, shopId)))
    throw refuse(codes.invalidParameter, { field: 'amount', reason: 'more_than_there_is' });

  const objectBy = after(at, timing.claimObjection);
  const id = newId(random, 'clm');
  const amountText = formatMoney(amount);
  const statementId = await issueStatement(deps, {
    shopId,
    kind: 'deposit_claim',
    facts,
    rule,
    actor,
    subject: id,
    reviewBy: objectBy,
    params: { no, amount: amountText },
  });
  const [claim] = await tx
    .insert(depositClaims)
    .values({
      id,
      orderId: order.id,
      shopId,
      amount,
      state: 'open',
      statementId,
      objectBy,
      dueAt: objectBy,
      openedAt: at,
    })
    .returning();
  if (!claim) throw new Error('the claim was not stored');
  const params = { no, amount: amountText, objectBy: objectBy.toISOString() };
  await notify(tx, { kind: 'claim_opened', params, shopId, link: appealTo(statementId), at });
  return claim;
}
