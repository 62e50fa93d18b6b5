import { limits as defaults, type Limits } from '../../contract/limits.ts';
import { day, hour, minute } from '../clock.ts';

/** How long things take, in milliseconds. Dates shown to a merchant are computed from these, so they are true. */
export interface Timing {
  /** The merchant's own deadlines: never shortened, not even in the demo. */
  payBy: number;
  quote: number;
  afterSale: number;
  claimObjection: number;
  /** The platform's own: long enough for a person, wherever the market is only simulated. */
  caseReview: number;
  /** What machines and other people do: the demo divides these by its speed. */
  supplierShips: number;
  shipBy: number;
  carrierDelivers: number;
  buyerAccepts: number;
  autoAccept: number;
  settle: number;
  returnWindow: number;
  buyerAppeals: number;
  sendsBack: number;
  comesBack: number;
  inspects: number;
  /** How long the operator takes at most over a reported recharge, and to pay a withdrawal. */
  recharge: number;
  withdrawal: number;
}

export const timingAt = (speed: number, limits: Limits = defaults): Timing => ({
  payBy: limits.payByHours * hour,
  quote: limits.quoteMinutes * minute,
  afterSale: limits.afterSaleHours * hour,
  claimObjection: limits.claimObjectionDays * day,
  caseReview: limits.caseReviewDays * day,
  supplierShips: day / speed,
  shipBy: (5 * day) / speed,
  carrierDelivers: (3 * day) / speed,
  buyerAccepts: day / speed,
  autoAccept: (limits.autoAcceptDays * day) / speed,
  settle: day / speed,
  returnWindow: (limits.returnWindowDays * day) / speed,
  buyerAppeals: (3 * day) / speed,
  sendsBack: (7 * day) / speed,
  comesBack: (14 * day) / speed,
  inspects: (2 * day) / speed,
  recharge: day / speed,
  withdrawal: (2 * day) / speed,
});
