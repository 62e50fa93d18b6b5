import { limits as defaults, type Limits } from '../../../contract/limits.ts';
import { day, hour, minute } from '../clock.ts';

/** Periods in milliseconds. The dates that merchants see are computed from these, so they are true. */
export interface Timing {
  /** The merchant's own deadlines: not accelerated in the demo. */
  payBy: number;
  quote: number;
  afterSale: number;
  /** The platform's own deadline: not accelerated, so that a person can meet it in the demo too. */
  caseReview: number;
  /** Periods of machines and other parties: the demo divides these by its speed. */
  supplierShips: number;
  shipBy: number;
  carrierDelivers: number;
  /** After this time on its way a parcel counts as lost. */
  deliverBy: number;
  buyerAccepts: number;
  autoAccept: number;
  settle: number;
  returnWindow: number;
  buyerEscalates: number;
  buyerReturns: number;
  returnArrives: number;
  supplierInspects: number;
  /** The operator's deadlines to check a reported recharge, and to pay a withdrawal. */
  recharge: number;
  withdrawal: number;
  /** How long a withdrawal cannot be cancelled while an operator, a person, pays it: not accelerated in the demo. */
  withdrawalPaying: number;
  /** The deadline to return the money of a refused recharge to its sender. */
  rechargeSendBack: number;
  /**
   * For a withdrawal that was sent and is not confirmed: from its date until it is overdue, from then until it is
   * recalled on hold, and from then until it is available.
   */
  withdrawalOverdue: number;
  withdrawalRecall: number;
  withdrawalRelease: number;
}

export const timingAt = (speed: number, limits: Limits = defaults): Timing => ({
  payBy: limits.payByHours * hour,
  quote: limits.quoteMinutes * minute,
  afterSale: limits.afterSaleHours * hour,
  caseReview: limits.caseReviewDays * day,
  supplierShips: day / speed,
  shipBy: (5 * day) / speed,
  carrierDelivers: (3 * day) / speed,
  deliverBy: (45 * day) / speed,
  buyerAccepts: day / speed,
  autoAccept: (limits.autoAcceptDays * day) / speed,
  settle: day / speed,
  returnWindow: (limits.returnWindowDays * day) / speed,
  buyerEscalates: (3 * day) / speed,
  buyerReturns: (7 * day) / speed,
  returnArrives: (14 * day) / speed,
  supplierInspects: (2 * day) / speed,
  recharge: day / speed,
  withdrawal: (2 * day) / speed,
  withdrawalPaying: 4 * hour,
  rechargeSendBack: (7 * day) / speed,
  withdrawalOverdue: (3 * day) / speed,
  withdrawalRecall: (14 * day) / speed,
  withdrawalRelease: (7 * day) / speed,
});

/** Returns the timing for an order, which keeps the periods of the day on which it was placed, divided by the same speed. */
export const timingOfOrder = (
  { timing, limits }: { timing: Timing; limits: Limits },
  { autoAcceptDays, returnWindowDays }: Pick<Limits, 'autoAcceptDays' | 'returnWindowDays'>,
): Timing => ({
  ...timing,
  autoAccept: (timing.autoAccept / limits.autoAcceptDays) * autoAcceptDays,
  returnWindow: (timing.returnWindow / limits.returnWindowDays) * returnWindowDays,
});
