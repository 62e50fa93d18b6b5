import { tn } from '../lang/index.ts';
import type { Failure } from './error-state.tsx';

const textKeys = { too_many_attempts: 'session.wait', sent_already: 'session.sent_already' } as const;

interface RateLimited extends Failure {
  data?: { reason?: string | undefined; retryAfter?: number | undefined };
}

/** Returns an error that names the wait, as the time of the next try is more useful than the general sentence. */
export function rateLimitError(error: RateLimited): Failure {
  const { reason = '', retryAfter = 1 } = error.data ?? {};
  return reason in textKeys
    ? { code: reason, message: tn(textKeys[reason as keyof typeof textKeys], retryAfter) }
    : error;
}
