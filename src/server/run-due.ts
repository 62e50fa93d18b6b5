import { and, asc, isNull, lt, lte, notInArray, or } from 'drizzle-orm';
import type { OrderStatus } from '../contract/status.ts';
import { runAdsDue } from './ads/ads-due.ts';
import { runAppealsDue } from './appeals/appeals-due.ts';
import { runCasesDue } from './cases/cases-due.ts';
import { runClaimsDue } from './claims/claims-due.ts';
import type { DueDeps } from './context.ts';
import { inTransaction } from './database/transaction.ts';
import { runDepositsDue } from './deposits/deposits-due.ts';
import { runIdentityDue } from './identity/expiry.ts';
import { applyEvent } from './orders/apply-event.ts';
import { dueEvents, pausedByCase } from './orders/order-machine.ts';
import type { OrderRow } from './orders/order-row.ts';
import { runRechargesDue } from './recharges/recharges-due.ts';
import { Refusal } from './refuse.ts';
import { expireHolds } from './restrictions/holds.ts';
import { runRestrictionsDue } from './restrictions/restrict.ts';
import { downloads } from './schema/downloads.ts';
import { orders } from './schema/orders.ts';
import { quotes } from './schema/quotes.ts';
import { runClosingsDue } from './shop/close-shop.ts';
import { runWithdrawalsDue } from './withdrawals/withdrawals-due.ts';

const batch = 200;
const pausable = (Object.keys(dueEvents) as OrderStatus[]).filter((status) => {
  const event = dueEvents[status];
  return event !== undefined && pausedByCase.includes(event);
});

const dueOrders = ({ db, clock }: DueDeps, passedOver: string[]) =>
  db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(
      and(
        lte(orders.dueAt, clock.now()),
        or(isNull(orders.caseSince), notInArray(orders.status, pausable)),
        passedOver.length > 0 ? notInArray(orders.id, passedOver) : undefined,
      ),
    )
    .orderBy(asc(orders.dueAt), asc(orders.id))
    .limit(batch);

/** Does what an order's date demands of its status, in a transaction of its own; null where somebody was faster. */
export async function meetDeadline(deps: DueDeps, id: string, status: OrderStatus): Promise<OrderRow | null> {
  const event = dueEvents[status];
  if (!event) return null;
  try {
    return await inTransaction(deps.db, (tx) =>
      applyEvent({ ...deps, db: tx }, { orderId: id, event, party: 'system', actor: 'system' }),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log.error('due', error, { orderId: id, status });
    return null;
  }
}

type Rounds = Record<string, (deps: DueDeps) => Promise<unknown>>;

// A case that ends lets its order go in the same round.
const beforeOrders: Rounds = { cases: runCasesDue };

/** What else time brings, noun by noun; one that fails keeps none of the others. */
const rounds: Rounds = {
  claims: runClaimsDue,
  identity: runIdentityDue,
  restrictions: runRestrictionsDue,
  ads: runAdsDue,
  appeals: runAppealsDue,
  deposits: runDepositsDue,
  closings: runClosingsDue,
  withdrawals: runWithdrawalsDue,
  recharges: runRechargesDue,
};

async function runAll(deps: DueDeps, all: Rounds): Promise<void> {
  for (const [round, run] of Object.entries(all))
    await run(deps).catch((error: unknown) => deps.log.error('due', error, { round }));
}

/**
 * Does what the passing of time demands: cases, pay-by, ship-by, acceptance, settlement, release, holds, old quotes and links.
 * Each order in a transaction of its own, so that one that fails keeps none of the others.
 */
export async function runDue(deps: DueDeps): Promise<{ orders: number; holds: number }> {
  await runAll(deps, beforeOrders);
  const passedOver: string[] = [];
  let done = 0;
  for (;;) {
    const due = await dueOrders(deps, passedOver);
    for (const { id, status } of due) {
      if (await meetDeadline(deps, id, status)) done += 1;
      else passedOver.push(id);
    }
    if (due.length === 0) break;
  }
  const holds = await expireHolds(deps);
  await runAll(deps, rounds);
  await deps.db.delete(quotes).where(lt(quotes.expiresAt, deps.clock.now()));
  await deps.db.delete(downloads).where(lt(downloads.expiresAt, deps.clock.now()));
  return { orders: done, holds };
}
