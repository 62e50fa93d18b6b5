import type { OrderStatus } from '../../../contract/status.ts';
import { after } from '../../platform/clock.ts';
import type { Timing } from '../../platform/config/timing.ts';

// Settlement is enqueued some hours after acceptance, on the same day as a rule.
const enqueueDivisor = 4;

/**
 * Returns when an order that enters a status now leaves it by time; null where it has ended.
 * The return window runs from delivery, so waiting for it never takes longer than the statutory period.
 */
export function dueAt(status: OrderStatus, at: Date, timing: Timing, deliveredAt: Date | null): Date | null {
  switch (status) {
    case 'pending_payment':
      return after(at, timing.payBy);
    case 'to_be_shipped':
      return after(at, timing.shipBy);
    case 'shipped':
      return after(at, timing.deliverBy);
    case 'to_be_accepted':
      return after(at, timing.autoAccept);
    case 'accepted':
      return after(at, Math.round(timing.settle / enqueueDivisor));
    case 'pending_settlement':
      return after(at, timing.settle);
    case 'waiting_for_withdrawal': {
      const windowEnds = after(deliveredAt ?? at, timing.returnWindow);
      return windowEnds > at ? windowEnds : at;
    }
    default:
      return null;
  }
}
