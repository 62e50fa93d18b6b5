import { type ApiError, asApiError } from '../../data/api-error.ts';
import { tn } from '../../lang/i18n.ts';

const waits = { too_many_attempts: 'session.wait', sent_already: 'session.sent_already' } as const;

/** The server is not busy, it makes whoever asks too often wait: until when is worth more than its general word. */
export function wordWait(thrown: unknown): ApiError | { code: string; message: string } {
  const error = asApiError(thrown);
  const { reason = '', retryAfter = 1 } = error.data;
  return reason in waits
    ? { code: reason, message: tn(waits[reason as keyof typeof waits], retryAfter) }
    : error;
}
