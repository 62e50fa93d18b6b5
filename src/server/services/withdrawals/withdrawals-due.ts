import { and, eq, isNotNull, isNull, lt, lte, type SQL } from 'drizzle-orm';
import { after } from '../../platform/clock.ts';
import { type DueRows, dueWork } from '../../platform/due-work.ts';
import { withdrawals } from '../../schema/withdrawals.ts';
import { applyWithdrawalEvent } from './apply-withdrawal-event.ts';
import { stateOf, type WithdrawalEvent, type WithdrawalState } from './withdrawal-machine.ts';
import { notifyWithdrawal } from './withdrawal-notices.ts';
import { lockWithdrawal } from './withdrawal-row.ts';

const isLate = (now: Date) =>
  and(
    eq(withdrawals.status, 'moderated'),
    lt(withdrawals.expectedBy, now),
    isNull(withdrawals.overdueNoticedAt),
  );

/** Notifies merchants once of withdrawals that were not paid by the promised date. */
export const withdrawalsLate = dueWork({
  name: 'withdrawal',
  due: (now) => ({ id: withdrawals.id, at: withdrawals.expectedBy, where: isLate(now) }),
  handle: async (deps, id) => {
    const at = deps.clock.now();
    const [row] = await deps.db
      .update(withdrawals)
      .set({ overdueNoticedAt: at })
      .where(and(eq(withdrawals.id, id), isLate(at)))
      .returning();
    if (!row) return false;
    await notifyWithdrawal(deps, row, { event: 'late', at });
    return true;
  },
});

interface TimedTransition {
  from: WithdrawalState;
  event: WithdrawalEvent;
  at: DueRows['at'];
  /** The condition beside being sent and unconfirmed, which all of them share. */
  where: SQL | undefined;
  /** The setting that says how long after `at` the transition is due. */
  wait: 'withdrawalOverdue' | 'withdrawalRecall' | 'withdrawalRelease';
  reasonCode?: string;
}

/** Returns the due work of one transition of sent, unconfirmed withdrawals. */
const timedTransition = (name: string, { from, event, at, where, wait, reasonCode }: TimedTransition) =>
  dueWork({
    name,
    due: (now, { config }) => ({
      id: withdrawals.id,
      at,
      where: and(eq(withdrawals.step, 'sent'), where, lte(at, after(now, -config.timing[wait]))),
    }),
    handle: async (deps, id) => {
      // Confirmed or returned in the meantime.
      if (stateOf(await lockWithdrawal(deps.db, id), deps.clock.now()) !== from) return false;
      await applyWithdrawalEvent(deps, { id, event, actor: 'system', reasonCode });
      return true;
    },
  });

/** Marks a withdrawal as overdue three days after its promised date without a confirmation. */
export const unconfirmedDue = timedTransition('withdrawal overdue', {
  from: 'sent',
  event: 'overdue',
  at: withdrawals.expectedBy,
  where: isNull(withdrawals.overdueAt),
  wait: 'withdrawalOverdue',
});

/** Recalls it to the wallet, on hold, fourteen days later. */
export const recallsDue = timedTransition('withdrawal recall', {
  from: 'overdue',
  event: 'recall',
  at: withdrawals.overdueAt,
  where: and(isNotNull(withdrawals.overdueAt), isNull(withdrawals.recalledAt)),
  wait: 'withdrawalRecall',
});

/** Restores it to the balance after another seven days. */
export const restoresDue = timedTransition('withdrawal restore', {
  from: 'recalled',
  event: 'restore',
  at: withdrawals.recalledAt,
  where: isNotNull(withdrawals.recalledAt),
  wait: 'withdrawalRelease',
  reasonCode: 'unconfirmed',
});
