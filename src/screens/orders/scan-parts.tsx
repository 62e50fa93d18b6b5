import type { Logistics } from '../../data/orders.ts';
import { dateTime, type TextKey, t, zonedTime } from '../../lang/index.ts';
import type { Children } from '../../ui/props.ts';
import { Quoted } from '../../ui/quotation.tsx';

type Scan = Logistics['checkpoints'][number];

/** Formats when a parcel was scanned in the zone of the place; if this engine does not know it, in the shop's. */
export function formatScanTime({ at, tz }: Scan): string {
  try {
    return tz ? zonedTime(at, tz) : dateTime(at);
  } catch {
    return dateTime(at);
  }
}

/** Returns the text of a code of parcels; one that this version does not know has the server's text. */
export const parcelText = (code: string, text: string) => t(`parcel.${code}` as TextKey) || text;

/** Returns what a scan reports. Without a code it is the carrier's own text, quoted, in a language that is not known. */
export const scanText = ({ code, text }: Scan): Children =>
  code ? parcelText(code, text) : text && <Quoted>{text}</Quoted>;

/** Returns where a parcel was scanned: a known place in the reader's language, any other as the carrier writes it. */
export const scanPlace = ({ placeCode, place }: Scan): Children => (placeCode ? place : <bdi>{place}</bdi>);
