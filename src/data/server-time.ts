/** How far the server's clock is ahead of the device's; undefined until an answer says so. */
let aheadMs: number | undefined;

/** Learns the server's time from an answer that has just come. */
export function noteServerTime(asOf: string | undefined): void {
  if (asOf) aheadMs = Date.parse(asOf) - Date.now();
}

/** Returns the server's time in milliseconds; undefined on a server that tells none: the device's may be a day wrong. */
export const serverTime = (): number | undefined =>
  aheadMs === undefined ? undefined : Date.now() + aheadMs;
