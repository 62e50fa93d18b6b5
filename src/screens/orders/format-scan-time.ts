import type { Logistics } from '../../data/orders.ts';
import { dateTime, zonedTime } from '../../lang/format.ts';

type Scan = Logistics['checkpoints'][number];

/** Formats when a parcel was scanned in the zone of the place; if this engine does not know it, in the shop's. */
export function formatScanTime({ at, tz }: Scan): string {
  try {
    return tz ? zonedTime(at, tz) : dateTime(at);
  } catch {
    return dateTime(at);
  }
}
