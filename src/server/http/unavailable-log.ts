import { minute } from '../platform/clock.ts';
import type { Deps } from '../platform/context.ts';
import { unavailableKind } from '../platform/database/sql-state.ts';

/** Whether a client went away in the middle of its own upload, which the system reports by the same code. */
const isAborted = (error: unknown): boolean => error instanceof Error && error.message === 'aborted';

/**
 * Makes the log of requests that the database turned away: a line at once, then at most one a minute and kind, with how
 * many of the kind this process has met since its start. Their senders only read that the server is busy.
 */
export const unavailableLog = ({ clock, log }: Pick<Deps, 'clock' | 'log'>) => {
  const kinds = new Map<string, { count: number; loggedAt: number }>();
  return (error: unknown): void => {
    const kind = unavailableKind(error);
    if (kind === null || isAborted(error)) return;
    const now = clock.now().getTime();
    const { count, loggedAt } = kinds.get(kind) ?? { count: 0, loggedAt: -Infinity };
    const isLogged = now - loggedAt >= minute;
    kinds.set(kind, { count: count + 1, loggedAt: isLogged ? now : loggedAt });
    if (isLogged) log.error('unavailable', error, { kind, count: count + 1 });
  };
};
