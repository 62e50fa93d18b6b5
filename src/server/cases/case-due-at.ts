import type { AfterSaleState } from '../../contract/status.ts';
import { after } from '../clock.ts';
import type { Timing } from '../config/timing.ts';

/** When a case that enters a state leaves it by itself; null where only somebody's act, or nothing, leads on. */
export function caseDueAt(state: AfterSaleState, at: Date, timing: Timing): Date | null {
  const waits: Partial<Record<AfterSaleState, number>> = {
    merchant_due: timing.afterSale,
    rejected: timing.buyerAppeals,
    platform_review: timing.caseReview,
    approved: timing.sendsBack,
    returning: timing.comesBack,
    received: timing.inspects,
  };
  const wait = waits[state];
  return wait === undefined ? null : after(at, wait);
}
