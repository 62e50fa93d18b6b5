/** Waits so many milliseconds. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Calls until it succeeds: once, and again after each of the delays in milliseconds. Passes the number of failures so far;
 * throws the last error.
 */
export const retry = <T>(
  call: (failures: number) => Promise<T>,
  delays: readonly number[] = [450, 900],
  failures = 0,
): Promise<T> =>
  call(failures).catch((error) => {
    const delay = delays[failures];
    if (delay === undefined) throw error;
    return pause(delay).then(() => retry(call, delays, failures + 1));
  });
