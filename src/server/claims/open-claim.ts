import { and, eq, ne } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import type { OrderStatus } from '../../contract/status.ts';
import { after } from '../clock.ts';
import type { Basics } from '../context.ts';
import { newId } from '../ids.ts';
import { notify } from '../notices/notify.ts';
import { leftOf } from '../orders/order-postings.ts';
import { lockOrder } from '../orders/order-row.ts';
import { refuse } from '../refuse.ts';
import { appealTo, stateReasons } from '../restrictions/statements.ts';
import { depositClaims } from '../schema/cases.ts';
import { lockShop } from '../shop/shop-row.ts';
import { type ClaimRow, freeDeposit, withKept } from './claim-row.ts';

/** What an event on a claim needs to run; `db` is the transaction it runs in. */
export type ClaimDeps = Basics;

export interface ClaimDecision {
  orderId: string;
  amount: bigint;
  facts: string;
  rule: string;
  actor: string;
}

// Before settlement a part of an order is given back out of what it will bring; the deposit is for afterwards.
const claimable: readonly OrderStatus[] = ['waiting_for_withdrawal', 'completed'];

/**
 * Opens a claim of a buyer on the shop's deposit, with its statement of reasons. Nothing moves yet: the merchant has
 * time to object. It is for one order, once, and for no more than the buyer has not had back and the deposit has left.
 */
export async function openClaim(deps: ClaimDeps, decision: ClaimDecision): Promise<ClaimRow> {
  const { db: tx, clock, config, random } = deps;
  const { amount, facts, rule, actor } = decision;
  const order = await lockOrder(tx, decision.orderId);
  const { shopId, no } = order;
  const [standing] = await tx
    .select({ id: depositClaims.id })
    .from(depositClaims)
    .where(and(eq(depositClaims.orderId, order.id), ne(depositClaims.state, 'dropped')));
  if (standing || !claimable.includes(order.status))
    throw refuse(codes.invalidOperation, { reason: standing ? 'claim_stands' : 'status' });
  // Two claims on one deposit are opened one after the other.
  await lockShop(tx, shopId);
  const left = leftOf(await withKept(tx, order));
  if (amount > left || amount > (await freeDeposit(tx, shopId)))
    throw refuse(codes.invalidParameter, { field: 'amount', reason: 'more_than_there_is' });

  const at = clock.now();
  const objectBy = after(at, config.timing.claimObjection);
  const id = newId(random, 'clm');
  const sum = formatMoney(amount);
  const statementId = await stateReasons(deps, {
    ...{ shopId, kind: 'deposit_claim', facts, rule, actor, subject: id, reviewBy: objectBy },
    params: { no, amount: sum },
  });
  const [claim] = await tx
    .insert(depositClaims)
    .values({
      ...{ id, orderId: order.id, shopId, amount, state: 'open', statementId },
      ...{ objectBy, dueAt: objectBy, openedAt: at },
    })
    .returning();
  if (!claim) throw new Error('the claim was not stored');
  const params = { no, amount: sum, objectBy: objectBy.toISOString() };
  await notify(tx, { kind: 'claim_opened', params, shopId, link: appealTo(statementId), at });
  return claim;
}
