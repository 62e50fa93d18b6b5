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
}

export const timingAt = (speed: number): Timing => ({
  payBy: 48 * hour,
  quote: 5 * minute,
  afterSale: 48 * hour,
  supplierShips: day / speed,
  shipBy: (5 * day) / speed,
  carrierDelivers: (3 * day) / speed,
  buyerAccepts: day / speed,
  autoAccept: (7 * day) / speed,
  settle: day / speed,
  returnWindow: (14 * day) / speed,
});
