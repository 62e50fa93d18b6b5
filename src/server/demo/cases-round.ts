import { and, eq, exists, inArray, max } from 'drizzle-orm';
import type { AfterSaleState } from '../../contract/status.ts';
import { lockCase } from '../cases/case-row.ts';
import type { CaseChange } from '../cases/move-case.ts';
import { stepCase } from '../cases/step-case.ts';
import { hour } from '../clock.ts';
import type { Deps } from '../context.ts';
import { decide } from '../ops/decisions.ts';
import { afterSaleCases, afterSaleEvents } from '../schema/cases.ts';
import { act, isOver } from './act.ts';
import { unitOf } from './chance.ts';
import type { Market } from './market.ts';
import { whimsical } from './returns.ts';

export interface Standing {
  id: string;
  orderId: string;
  state: AfterSaleState;
}

const takeStep = async (deps: Deps, id: string, change: CaseChange) =>
  stepCase(deps, await lockCase(deps.db, id), change);

const sendBack = (deps: Deps, { id, orderId }: Standing) =>
  takeStep(deps, id, {
    ...{ event: 'send_back', party: 'buyer', actor: whimsical },
    set: { carrier: 'Meridian Post', trackingNo: `DEMO${Math.floor(unitOf(`back ${orderId}`) * 1e9)}` },
  });

const appeal = (deps: Deps, { id }: Standing) => {
  const reason = 'I do not agree. Please have somebody else look at it.';
  return takeStep(deps, id, { event: 'appeal', party: 'buyer', actor: whimsical, reason });
};

const receive = (deps: Deps, { id }: Standing) =>
  takeStep(deps, id, { event: 'receive', party: 'supplier', actor: 'demo:supplier' });

const refund = (deps: Deps, { orderId }: Standing) => decide(deps, 'case-close', { order: orderId }, 'demo');

const review = (deps: Deps, { id, orderId }: Standing) => {
  const isRight = unitOf(`review ${id}`) < 0.6;
  const reason = isRight
    ? 'What the buyer says agrees with what was laid before us.'
    : 'What was delivered is what was described.';
  return decide(
    deps,
    'case-decide',
    { order: orderId, result: isRight ? 'approve' : 'reject', reason },
    'demo',
  );
};

type Act = (deps: Deps, standing: Standing) => Promise<unknown>;

/** What somebody other than the merchant does next to a case. Some rejected buyers leave it at that. */
export function nextCaseAct({ id, state }: Standing): Act | null {
  if (state === 'rejected') return unitOf(`appeal ${id}`) < 0.7 ? appeal : null;
  const acts: Partial<Record<AfterSaleState, Act>> = {
    ...{ approved: sendBack, platform_review: review, returning: receive, received: refund },
  };
  return acts[state] ?? null;
}

// Well before the date by which a case would go on by itself.
const usual = ({ config: { timing, demoSpeed } }: Deps, state: AfterSaleState): number => {
  const waits: Partial<Record<AfterSaleState, number>> = {
    ...{ approved: timing.sendsBack * 0.3, rejected: timing.buyerAppeals * 0.3 },
    ...{ platform_review: (12 * hour) / demoSpeed },
    ...{ returning: timing.comesBack * 0.3, received: timing.inspects * 0.3 },
  };
  return waits[state] ?? 0;
};

const moving: AfterSaleState[] = ['approved', 'rejected', 'platform_review', 'returning', 'received'];

function standingCases({ db }: Deps, shopId: string) {
  const own = db
    .select({ seq: afterSaleEvents.seq })
    .from(afterSaleEvents)
    .where(
      and(
        eq(afterSaleEvents.caseId, afterSaleCases.id),
        ...[eq(afterSaleEvents.event, 'open'), eq(afterSaleEvents.actor, whimsical)],
      ),
    );
  return db
    .select({ id: afterSaleCases.id, orderId: afterSaleCases.orderId, state: afterSaleCases.state })
    .from(afterSaleCases)
    .where(and(eq(afterSaleCases.shopId, shopId), inArray(afterSaleCases.state, moving), exists(own)));
}

async function lastStep({ db }: Deps, caseId: string): Promise<Date> {
  const [row] = await db
    .select({ at: max(afterSaleEvents.at) })
    .from(afterSaleEvents)
    .where(eq(afterSaleEvents.caseId, caseId));
  if (!row?.at) throw new Error('a case begins with an event');
  return row.at;
}

/** Takes the cases of the market's own buyers on, but for the merchant's part: that is the merchant's. */
export async function casesRound(deps: Deps, market: Market, shopId: string): Promise<void> {
  for (const standing of await standingCases(deps, shopId)) {
    const next = nextCaseAct(standing);
    if (!next) continue;
    const { id, state } = standing;
    const wait = { since: await lastStep(deps, id), ms: usual(deps, state), luck: `${state} ${id}` };
    if (isOver(deps, market, wait)) await act(deps, (own) => next(own, standing));
  }
}
