import { and, eq, max, sql } from 'drizzle-orm';
import { formatMoney, UNITS } from '../../contract/money.ts';
import { hour } from '../clock.ts';
import type { Deps } from '../context.ts';
import { decide } from '../ops/decisions.ts';
import { identities, identityEvents } from '../schema/identity.ts';
import { recharges } from '../schema/recharges.ts';
import { withdrawalSteps, withdrawals } from '../schema/withdrawals.ts';
import { act, isOver } from './act.ts';
import { unitOf } from './chance.ts';
import type { Market } from './market.ts';

type Verdict = [decision: string, flags: Record<string, string>];

const carryOut = (deps: Deps, [name, flags]: Verdict) => act(deps, (own) => decide(own, name, flags, 'demo'));

const networkFee = UNITS;

/** Most reports are right; some lose a fee on the way, and of a few nothing ever comes. */
export function rechargeVerdict({ id, amount }: { id: string; amount: bigint }): Verdict {
  const luck = unitOf(`verdict ${id}`);
  const recharge = { recharge: id };
  if (luck < 0.12)
    return [
      'recharge-reject',
      { ...recharge, code: 'not_arrived', reason: 'Nothing has come under this hash.' },
    ];
  if (luck > 0.35 || amount <= networkFee)
    return ['recharge-approve', { ...recharge, amount: formatMoney(amount) }];
  const received = formatMoney(amount - networkFee);
  const why = { code: 'network_fee', reason: 'The sending exchange took its fee out of the amount.' };
  return ['recharge-approve', { ...recharge, amount: received, ...why }];
}

/** What becomes of a withdrawal at its next step. */
export function withdrawalVerdict({ id, step }: { id: string; step: string }): Verdict {
  const luck = unitOf(`${step} ${id}`);
  const withdrawal = { withdrawal: id };
  if (step === 'submitted' && luck < 0.12) {
    const reason = 'The name on the account could not be matched.';
    return ['withdraw-reject', { ...withdrawal, code: 'name_mismatch', reason }];
  }
  if (step === 'submitted') return ['withdraw-approve', withdrawal];
  if (luck < 0.12) {
    const reason = 'The bank has sent the payment back.';
    return ['withdraw-returned', { ...withdrawal, code: 'bank_refused', reason }];
  }
  return ['withdraw-paid', { ...withdrawal, proof: `DEMO-${Math.floor(unitOf(`proof ${id}`) * 1e9)}` }];
}

/** A first application now and then has a bad photo; what is sent again is good. */
export function identityVerdict({
  shopId,
  tries,
  luck,
}: {
  shopId: string;
  tries: number;
  luck: number;
}): Verdict {
  const shop = { shop: shopId };
  if (tries > 1 || luck >= 0.25) return ['identity-approve', shop];
  const reason = 'The text cannot be read. Please take the photo again, in daylight.';
  return ['identity-reject', { ...shop, reasons: 'front:blurry', reason }];
}

async function reviewIdentity(deps: Deps, market: Market, shopId: string): Promise<void> {
  const tries = sql<number>`(select count(*)::int from ${identityEvents}
    where ${identityEvents.shopId} = ${shopId} and ${identityEvents.kind} = 'submitted')`;
  const [row] = await deps.db
    .select({ since: identities.submittedAt, tries })
    .from(identities)
    .where(and(eq(identities.shopId, shopId), eq(identities.status, 'applying')));
  if (!row?.since) return;
  const luck = `identity ${shopId} ${row.since.toISOString()}`;
  // An office takes half a day, at the demo's pace.
  if (!isOver(deps, market, { since: row.since, ms: (12 * hour) / deps.config.demoSpeed, luck })) return;
  await carryOut(deps, identityVerdict({ shopId, tries: row.tries, luck: unitOf(`verdict ${luck}`) }));
}

async function reviewRecharges(deps: Deps, market: Market, shopId: string): Promise<void> {
  const open = await deps.db
    .select({ id: recharges.id, amount: recharges.amount, since: recharges.createdAt })
    .from(recharges)
    .where(and(eq(recharges.shopId, shopId), eq(recharges.status, 'moderated')));
  // Less than the date that was promised, however the luck falls.
  const ms = deps.config.timing.recharge / 2;
  for (const row of open)
    if (isOver(deps, market, { since: row.since, ms, luck: row.id }))
      await carryOut(deps, rechargeVerdict(row));
}

async function reviewWithdrawals(deps: Deps, market: Market, shopId: string): Promise<void> {
  const open = await deps.db
    .select({ id: withdrawals.id, step: withdrawals.step, since: max(withdrawalSteps.at) })
    .from(withdrawals)
    .innerJoin(withdrawalSteps, eq(withdrawalSteps.withdrawalId, withdrawals.id))
    .where(and(eq(withdrawals.shopId, shopId), eq(withdrawals.status, 'moderated')))
    .groupBy(withdrawals.id);
  const ms = deps.config.timing.withdrawal / 4;
  for (const { since, ...row } of open)
    if (since && isOver(deps, market, { since, ms, luck: `${row.step} since ${row.id}` }))
      await carryOut(deps, withdrawalVerdict(row));
}

/** The demo's reviewer looks at what waits for one: applications, reported money, and money on its way out. */
export async function reviewerRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  await reviewIdentity(deps, market, shopId);
  await reviewRecharges(deps, market, shopId);
  await reviewWithdrawals(deps, market, shopId);
}
