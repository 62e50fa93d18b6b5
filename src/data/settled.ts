import { ApiError } from './api-error.ts';
import type { Outcome } from './once.ts';

/**
 * The output of a keyed call that is done. One that did not arrive fails as `network`; one whose end nobody knows
 * fails as `timeout`, and what is on the screen must be asked for anew before it is sent again.
 */
export function settled<T>(outcome: Outcome<T>): T {
  if (outcome.state === 'done') return outcome.output;
  throw new ApiError(outcome.state === 'unknown' ? 'timeout' : 'network');
}
