import { and, eq, exists, inArray, max } from 'drizzle-orm';
import type { CaseState } from '../../contract/status.ts';
import { decide } from '../operators/decisions.ts';
import { hour } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { demoSentences } from '../platform/texts/demo-texts.ts';
import { afterSaleCases, afterSaleEvents } from '../schema/cases.ts';
import { applyCaseEvent } from '../trade/cases/apply-case-event.ts';
import type { CaseType } from '../trade/model/case-machine.ts';
import { lockCase } from '../trade/model/case-row.ts';
import type { CaseChange } from '../trade/model/move-case.ts';
import { demoBuyer } from './buyer-complaints.ts';
import type { Market } from './run-demo-action.ts';
import { isWaitOver, runDemoAction } from './run-demo-action.ts';
import { unitOf } from './seeded-random.ts';

interface DemoCase {
  id: string;
  orderId: string;
  state: CaseState;
  type: CaseType;
  trackingNo: string | null;
}

const advanceCase = async (deps: Deps, id: string, change: CaseChange) =>
  applyCaseEvent(deps, await lockCase(deps.db, id), change);

const sendBack = (deps: Deps, { id, orderId }: DemoCase) =>
  advanceCase(deps, id, {
    event: 'send_back',
    party: 'buyer',
    actor: demoBuyer,
    set: { carrier: 'Meridian Post', trackingNo: `DEMO${Math.floor(unitOf(`back ${orderId}`) * 1e9)}` },
  });

const escalate = (deps: Deps, { id }: DemoCase) =>
  advanceCase(deps, id, {
    event: 'escalate',
    party: 'buyer',
    actor: demoBuyer,
    reason: demoSentences.not_agreed,
  });

const receive = (deps: Deps, { id }: DemoCase) =>
  advanceCase(deps, id, { event: 'receive', party: 'supplier', actor: 'demo:supplier' });

const refund = (deps: Deps, { orderId }: DemoCase) => decide(deps, 'case-close', { order: orderId }, 'demo');

const review = async (deps: Deps, { id, orderId, type, trackingNo }: DemoCase) => {
  const isRight = unitOf(`review ${id}`) < 0.6;
  const reason = isRight ? demoSentences.case_right : demoSentences.case_wrong;
  // Goods that were lost on their way back are waited for no longer.
  if (isRight && type === 'return_refund' && trackingNo !== null)
    await decide(deps, 'case-finding', { order: orderId, fault: 'supplier', reason }, 'demo');
  return decide(
    deps,
    'case-decide',
    { order: orderId, result: isRight ? 'approve' : 'reject', reason },
    'demo',
  );
};

type CaseAction = (deps: Deps, demoCase: DemoCase) => Promise<unknown>;

/** Returns the next step of a case by a party other than the merchant. Some rejected buyers do not escalate. */
function nextCaseAction({ id, state, type }: DemoCase): CaseAction | null {
  // An announced refund waits for its date only.
  if (state === 'approved' && type === 'refund') return null;
  if (state === 'rejected') return unitOf(`appeal ${id}`) < 0.7 ? escalate : null;
  const acts: Partial<Record<CaseState, CaseAction>> = {
    approved: sendBack,
    platform_review: review,
    returning: receive,
    received: refund,
  };
  return acts[state] ?? null;
}

// Well before the date by which a case would go on by itself.
const usualWait = ({ config: { timing, demoSpeed } }: Deps, state: CaseState): number => {
  const waits: Partial<Record<CaseState, number>> = {
    approved: timing.buyerReturns * 0.3,
    rejected: timing.buyerEscalates * 0.3,
    platform_review: (12 * hour) / demoSpeed,
    returning: timing.returnArrives * 0.3,
    received: timing.supplierInspects * 0.3,
  };
  return waits[state] ?? 0;
};

const moving: CaseState[] = ['approved', 'rejected', 'platform_review', 'returning', 'received'];

function openDemoCases({ db }: Deps, shopId: string) {
  const opened = db
    .select({ seq: afterSaleEvents.seq })
    .from(afterSaleEvents)
    .where(
      and(
        eq(afterSaleEvents.caseId, afterSaleCases.id),
        eq(afterSaleEvents.event, 'open'),
        eq(afterSaleEvents.actor, demoBuyer),
      ),
    );
  return db
    .select({
      id: afterSaleCases.id,
      orderId: afterSaleCases.orderId,
      state: afterSaleCases.state,
      type: afterSaleCases.type,
      trackingNo: afterSaleCases.trackingNo,
    })
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.shopId, shopId), inArray(afterSaleCases.state, moving), exists(opened)));
}

async function lastStep({ db }: Deps, caseId: string): Promise<Date> {
  const [row] = await db
    .select({ at: max(afterSaleEvents.at) })
    .from(afterSaleEvents)
    .where(eq(afterSaleEvents.caseId, caseId));
  if (!row?.at) throw new Error('a case begins with an event');
  return row.at;
}

/** Advances the cases of the market's own buyers, except for the steps of the merchant. */
export async function casesRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  for (const standing of await openDemoCases(deps, shopId)) {
    const next = nextCaseAction(standing);
    if (!next) continue;
    const { id, state } = standing;
    const wait = { since: await lastStep(deps, id), ms: usualWait(deps, state), seed: `${state} ${id}` };
    if (isWaitOver(deps, market, wait)) await runDemoAction(deps, (opened) => next(opened, standing));
  }
}
