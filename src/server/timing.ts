import { limits as defaults, type Limits } from '../contract/limits.ts';
import { day, hour, minute } from './clock.ts';

/** How long things take, in milliseconds. Dates shown to a merchant are computed from these, so they are true. */
export interface Timing {
  /** The merchant's own deadlines: never shortened, not even in the demo. */
  payBy: number;
  quote: number;
  afterSale: number;
  /** What machines and other people do: the demo divides these by its speed. */
  supplierShips: number;
  shipBy: number;
  carrierDelivers: number;
  buyerAccepts: number;
  autoAccept: number;
  settle: number;
  returnWindow: number;
  /** How long the operator takes at most over a reported recharge, and to pay a withdrawal. */
  recharge: number;
  withdrawal: number;
}

export const timingAt = (speed: number, limits: Limits = defaults): Timing => ({
  payBy: limits.payByHours * hour,
  quote: limits.quoteMinutes * minute,
  afterSale: 48 * hour,
  supplierShips: day / speed,
  shipBy: (5 * day) / speed,
  carrierDelivers: (3 * day) / speed,
  buyerAccepts: day / speed,
  autoAccept: (limits.autoAcceptDays * day) / speed,
  settle: day / speed,
  returnWindow: (limits.returnWindowDays * day) / speed,
  recharge: day / speed,
  withdrawal: (2 * day) / speed,
});
