import { eq } from 'drizzle-orm';
import { codes } from '../../../contract/errors.ts';
import { formatMoney } from '../../../contract/money.ts';
import { depositOf } from '../../ledger/account-names.ts';
import { lowest } from '../../ledger/amounts.ts';
import { balanceOf, lockChain, move, post } from '../../ledger/ledger.ts';
import { findPosting, reversePosting } from '../../ledger/reversal.ts';
import { after, day } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { refuse } from '../../platform/refuse.ts';
import { depositClaims } from '../../schema/cases.ts';
import { orders } from '../../schema/orders.ts';
import { notify } from '../../shops/notices/notify.ts';
import { appealDeadline } from '../../shops/restrictions/announced-holds.ts';
import { reopenForMoney } from '../../shops/shop/reopen.ts';
import { configForShop } from '../../shops/terms/terms.ts';
import { planSurplusReturn } from '../deposits/deposit-return.ts';
import { addOrderEvent } from '../model/order-row.ts';
import { type ClaimRow, type LockedClaim, lockClaim } from './claim-row.ts';
import { type ClaimEnding, dropClaim } from './drop-claims.ts';

const wrongStatus = (claim: ClaimRow) =>
  refuse(codes.invalidOperation, { reason: 'status', params: { status: claim.state } });

/** Pays a claim out of the deposit, up to its balance; no other account of the merchant is ever charged for it. */
export async function payClaim(
  deps: Deps,
  { order, claim }: LockedClaim,
  { actor, reason }: ClaimEnding,
): Promise<ClaimRow> {
  const { db: tx, clock } = deps;
  const { shopId } = claim;
  // Under the chain's lock no posting can come between reading the deposit and using it.
  await lockChain(tx, shopId);
  const deposit = await balanceOf(tx, depositOf(shopId));
  const paid = lowest(claim.amount, deposit);
  if (paid === 0n) return dropClaim(deps, order, claim, { actor, reason: 'deposit_empty' });
  const at = clock.now();
  const entries = move(depositOf(shopId), 'world:buyer', paid);
  await post(tx, { kind: 'deposit_claim', ref: claim.id, shopId, actor, at, entries, reason });
  const [next] = await tx
    .update(depositClaims)
    .set({ state: 'paid', paid, dueAt: null, endReason: reason, endedAt: at })
    .where(eq(depositClaims.id, claim.id))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  await tx.update(orders).set({ claimed: paid }).where(eq(orders.id, order.id));
  await addOrderEvent(tx, order, { event: 'deposit_claim', actor, reason, at, profit: -paid });
  const params = { no: order.no, amount: formatMoney(paid), reason };
  await notify(tx, { kind: 'claim_paid', params, shopId, link: `/order?id=${order.id}`, at });
  return next;
}

/**
 * Records the merchant's appeal: nothing is paid before it is answered, and nothing at all where it is not answered
 * by its date.
 */
export async function recordClaimAppeal(
  deps: Deps,
  claimId: string,
  { text }: { text: string },
): Promise<ClaimRow> {
  const { claim } = await lockClaim(deps.db, claimId);
  if (claim.state !== 'open') throw wrongStatus(claim);
  const at = deps.clock.now();
  const { limits } = await configForShop(deps, claim.shopId);
  const dueAt = appealDeadline(at, after(at, limits.appealDays * day));
  const [next] = await deps.db
    .update(depositClaims)
    .set({ state: 'objected', appealText: text, dueAt })
    .where(eq(depositClaims.id, claimId))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  return next;
}

/**
 * Reverses a claim that should not have been paid: its amount returns to the deposit, and the platform bears it. What the
 * deposit then has above what the shop's level requires is returned to the merchant.
 */
async function reverseClaim(deps: Deps, { order, claim }: LockedClaim, by: ClaimEnding): Promise<ClaimRow> {
  const { db: tx, clock } = deps;
  const wrong = await findPosting(tx, { kind: 'deposit_claim', ref: claim.id });
  const right = move('P.loss', 'world:buyer', claim.paid);
  await reopenForMoney(deps, claim.shopId);
  await reversePosting(deps, wrong, { right, ...by });
  await tx.update(orders).set({ claimed: 0n }).where(eq(orders.id, order.id));
  await addOrderEvent(tx, order, {
    event: 'deposit_claim_reversed',
    ...by,
    profit: claim.paid,
    at: clock.now(),
  });
  const dropped = await dropClaim(deps, order, claim, by);
  await planSurplusReturn(deps, claim.shopId);
  return dropped;
}

// The merchant keeps the full appeal period, even where a first appeal is answered sooner.
async function schedulePayment(
  { db: tx }: Deps,
  claim: ClaimRow,
  { reason }: ClaimEnding,
): Promise<ClaimRow> {
  const [next] = await tx
    .update(depositClaims)
    .set({ dueAt: claim.objectBy, endReason: reason })
    .where(eq(depositClaims.id, claim.id))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  return next;
}

/**
 * Decides a claim. After an appeal it may be paid, never before `objectBy`; it may be dropped at any time, and a
 * claim that was paid is then reversed.
 */
export async function decideClaim(
  deps: Deps,
  claimId: string,
  { outcome, ...by }: ClaimEnding & { outcome: 'pay' | 'drop' },
): Promise<ClaimRow> {
  const locked = await lockClaim(deps.db, claimId);
  const { claim, order } = locked;
  if (claim.state === 'objected' && outcome === 'pay')
    return claim.objectBy > deps.clock.now() ? schedulePayment(deps, claim, by) : payClaim(deps, locked, by);
  if (outcome === 'pay' || claim.state === 'dropped') throw wrongStatus(claim);
  return claim.state === 'paid' ? reverseClaim(deps, locked, by) : dropClaim(deps, order, claim, by);
}
