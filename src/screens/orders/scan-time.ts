import type { Logistics } from '../../data/orders.ts';
import { dateTime, zonedTime } from '../../lang/format.ts';

type Scan = Logistics['checkpoints'][number];

/** When a parcel was scanned, by the clock of the place; of a zone that this engine does not know, by the shop's. */
export function scanTime({ at, tz }: Scan): string {
  try {
    return tz ? zonedTime(at, tz) : dateTime(at);
  } catch {
    return dateTime(at);
  }
}
