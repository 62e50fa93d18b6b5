import { tn } from '../lang/i18n.ts';
import type { Failure } from './failed.tsx';

const waits = { too_many_attempts: 'session.wait', sent_already: 'session.sent_already' } as const;

interface Hasty extends Failure {
  data?: { reason?: string | undefined; retryAfter?: number | undefined };
}

/** The server is not busy, it makes whoever asks too often wait: until when is worth more than its general word. */
export function wordWait(error: Hasty): Failure {
  const { reason = '', retryAfter = 1 } = error.data ?? {};
  return reason in waits
    ? { code: reason, message: tn(waits[reason as keyof typeof waits], retryAfter) }
    : error;
}
