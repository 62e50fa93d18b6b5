import { and, eq, max, sql } from 'drizzle-orm';
import { formatMoney, UNITS } from '../../contract/money.ts';
import { decide } from '../operators/decisions.ts';
import { hour } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { demoSentences } from '../platform/texts/demo-texts.ts';
import { identities, identityEvents } from '../schema/identity.ts';
import { recharges } from '../schema/recharges.ts';
import { withdrawalSteps, withdrawals } from '../schema/withdrawals.ts';
import { countRejections, isRejectable } from '../services/withdrawals/rejections.ts';
import { stateOf, stepOf, type WithdrawalState } from '../services/withdrawals/withdrawal-machine.ts';
import type { Market } from './run-demo-action.ts';
import { isWaitOver, runDemoAction } from './run-demo-action.ts';
import { unitOf } from './seeded-random.ts';

type Verdict = [decision: string, input: object];

const carryOut = (deps: Deps, [name, input]: Verdict) =>
  runDemoAction(deps, (own) => decide(own, name, input, 'demo'));

const networkFee = UNITS;

/**
 * Returns the decision on a recharge: most reports are right, some lose a fee on the way, and for a few no money
 * arrives.
 */
function rechargeVerdict({ id, amount }: { id: string; amount: bigint }): Verdict {
  const luck = unitOf(`verdict ${id}`);
  const recharge = { recharge: id };
  if (luck < 0.12)
    return ['recharge-reject', { ...recharge, code: 'not_arrived', reason: demoSentences.hash_unknown }];
  if (luck > 0.35 || amount <= networkFee)
    return ['recharge-approve', { ...recharge, amount: formatMoney(amount) }];
  const received = formatMoney(amount - networkFee);
  return ['recharge-approve', { ...recharge, amount: received, code: 'network_fee' }];
}

const demoProof = (id: string): string => `DEMO-${Math.floor(unitOf(`proof ${id}`) * 1e9)}`;

/** Returns the next decision on a withdrawal. */
function withdrawalVerdict({
  id,
  state,
  rejections,
}: {
  id: string;
  state: WithdrawalState;
  rejections: number;
}): Verdict {
  const luck = unitOf(`${stepOf(state)} ${id}`);
  const withdrawal = { withdrawal: id };
  if (state === 'submitted' && luck < 0.12 && isRejectable(rejections)) {
    const reason = demoSentences.name_differs;
    return ['withdraw-reject', { ...withdrawal, code: 'name_mismatch', reason }];
  }
  if (state === 'submitted') return ['withdraw-start', withdrawal];
  if (state === 'paying' || state === 'lapsed')
    return ['withdraw-approve', { ...withdrawal, proof: demoProof(id) }];
  if (luck < 0.12) {
    const reason = demoSentences.bank_silent;
    return [
      'withdraw-returned',
      { ...withdrawal, code: 'bank_refused', reason, proof: demoProof(`back ${id}`) },
    ];
  }
  return ['withdraw-paid', { ...withdrawal, proof: demoProof(id) }];
}

/** Returns the decision on an application: a first one sometimes has a bad photo, a second one is approved. */
function identityVerdict({ shopId, tries, luck }: { shopId: string; tries: number; luck: number }): Verdict {
  const shop = { shop: shopId };
  if (tries > 1 || luck >= 0.25) return ['identity-approve', shop];
  return ['identity-reject', { ...shop, reasons: ['front:blurry'], reason: demoSentences.daylight }];
}

async function reviewIdentity(deps: Deps, market: Market, shopId: string): Promise<void> {
  const tries = sql<number>`(select count(*)::int from ${identityEvents}
    where ${identityEvents.shopId} = ${shopId} and ${identityEvents.kind} = 'submitted')`;
  const [row] = await deps.db
    .select({ since: identities.submittedAt, tries })
    .from(identities)
    .where(and(eq(identities.shopId, shopId), eq(identities.status, 'applying')));
  if (!row?.since) return;
  const seed = `identity ${shopId} ${row.since.toISOString()}`;
  // A reviewer takes half a day, at the demo's speed.
  if (!isWaitOver(deps, market, { since: row.since, ms: (12 * hour) / deps.config.demoSpeed, seed })) return;
  await carryOut(deps, identityVerdict({ shopId, tries: row.tries, luck: unitOf(`verdict ${seed}`) }));
}

async function reviewRecharges(deps: Deps, market: Market, shopId: string): Promise<void> {
  const open = await deps.db
    .select({ id: recharges.id, amount: recharges.amount, since: recharges.createdAt })
    .from(recharges)
    .where(and(eq(recharges.shopId, shopId), eq(recharges.status, 'moderated')));
  // Always before the promised date.
  const ms = deps.config.timing.recharge / 2;
  for (const row of open)
    if (isWaitOver(deps, market, { since: row.since, ms, seed: row.id }))
      await carryOut(deps, rechargeVerdict(row));
}

async function reviewWithdrawals(deps: Deps, market: Market, shopId: string): Promise<void> {
  const open = await deps.db
    .select({ row: withdrawals, since: max(withdrawalSteps.at) })
    .from(withdrawals)
    .innerJoin(withdrawalSteps, eq(withdrawalSteps.withdrawalId, withdrawals.id))
    .where(and(eq(withdrawals.shopId, shopId), eq(withdrawals.status, 'moderated')))
    .groupBy(withdrawals.id);
  const ms = deps.config.timing.withdrawal / 4;
  for (const { since, row } of open) {
    if (!since || !isWaitOver(deps, market, { since, ms, seed: `${row.step} since ${row.id}` })) continue;
    const state = stateOf(row, deps.clock.now());
    const rejections = await countRejections(deps, row);
    await carryOut(deps, withdrawalVerdict({ id: row.id, state, rejections }));
  }
}

/** Plays the reviewer: decides on applications, reported recharges and withdrawals. */
export async function reviewerRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  await reviewIdentity(deps, market, shopId);
  await reviewRecharges(deps, market, shopId);
  await reviewWithdrawals(deps, market, shopId);
}
