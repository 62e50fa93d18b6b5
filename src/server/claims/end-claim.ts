import { eq } from 'drizzle-orm';
import { codes } from '../../contract/errors.ts';
import { formatMoney } from '../../contract/money.ts';
import { postedAs, reversePosting } from '../corrections/reversal.ts';
import { depositOf } from '../ledger/account-names.ts';
import { balanceOf, move, post } from '../ledger/ledger.ts';
import { notify } from '../notices/notify.ts';
import { least } from '../orders/cover.ts';
import { refuse } from '../refuse.ts';
import { depositClaims } from '../schema/cases.ts';
import { ledgerHead } from '../schema/ledger.ts';
import { orderEvents, orders } from '../schema/orders.ts';
import { type ClaimRow, type LockedClaim, lockClaim } from './claim-row.ts';
import { dropClaim } from './drop-claims.ts';
import type { ClaimDeps } from './open-claim.ts';

interface By {
  actor: string;
  /** A code, or the words of whoever decided. */
  reason: string;
}

const notNow = (claim: ClaimRow) =>
  refuse(codes.invalidOperation, { reason: 'status', params: { status: claim.state } });

/** Pays a claim out of the deposit, as far as that goes: nothing else of the merchant's is ever touched for it. */
export async function payClaim(
  deps: ClaimDeps,
  { order, claim }: LockedClaim,
  { actor, reason }: By,
): Promise<ClaimRow> {
  const { db: tx, clock } = deps;
  const { shopId } = claim;
  // Under the head's lock no posting can come between reading the deposit and using it.
  await tx.select().from(ledgerHead).for('update');
  const deposit = await balanceOf(tx, depositOf(shopId));
  const paid = least(claim.amount, deposit);
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
  await tx.insert(orderEvents).values({
    ...{ orderId: order.id, shopId, event: 'deposit_claim', from: order.status, to: order.status },
    ...{ actor, reason, purchase: 0n, profit: -paid, at },
  });
  const params = { no: order.no, amount: formatMoney(paid), reason };
  await notify(tx, { kind: 'claim_paid', params, shopId, link: `/order?id=${order.id}`, at });
  return next;
}

/** The merchant objects: the claim's date is gone, and it waits until the objection has been decided on. */
export async function objectToClaim(
  deps: ClaimDeps,
  claimId: string,
  { text }: { text: string },
): Promise<ClaimRow> {
  const { claim } = await lockClaim(deps.db, claimId);
  if (claim.state !== 'open') throw notNow(claim);
  const [next] = await deps.db
    .update(depositClaims)
    .set({ state: 'objected', objection: text, dueAt: null })
    .where(eq(depositClaims.id, claimId))
    .returning();
  if (!next) throw refuse(codes.operationBusy);
  return next;
}

/** A claim that was paid and should not have been: the deposit is whole again, and the platform bears what was paid. */
async function takeBack(deps: ClaimDeps, { order, claim }: LockedClaim, by: By): Promise<ClaimRow> {
  const { db: tx, clock } = deps;
  const wrong = await postedAs(tx, { kind: 'deposit_claim', ref: claim.id });
  const right = move('P.loss', 'world:buyer', claim.paid);
  await reversePosting(deps, wrong, { right, ...by });
  await tx.update(orders).set({ claimed: 0n }).where(eq(orders.id, order.id));
  await tx.insert(orderEvents).values({
    ...{ orderId: order.id, shopId: claim.shopId, event: 'deposit_claim_reversed' },
    ...{ from: order.status, to: order.status, ...by, purchase: 0n, profit: claim.paid, at: clock.now() },
  });
  return dropClaim(deps, order, claim, by);
}

/**
 * Decides on a claim. It is paid before its date by nothing but a heard objection; it may be dropped at any time, and
 * where it was paid already, what was paid comes back.
 */
export async function decideClaim(
  deps: ClaimDeps,
  claimId: string,
  { outcome, ...by }: By & { outcome: 'pay' | 'drop' },
): Promise<ClaimRow> {
  const locked = await lockClaim(deps.db, claimId);
  const { claim, order } = locked;
  if (claim.state === 'objected' && outcome === 'pay') return payClaim(deps, locked, by);
  if (outcome === 'pay' || claim.state === 'dropped') throw notNow(claim);
  return claim.state === 'paid' ? takeBack(deps, locked, by) : dropClaim(deps, order, claim, by);
}
