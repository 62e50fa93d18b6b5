import type { results, withdrawSteps } from '../../../contract/status.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

export type WithdrawalStep = (typeof withdrawSteps)[number];
/**
 * The steps of the contract, and states within them. Of a submitted one: paying while an operator pays it, and lapsed
 * where the hours for that have ended. Of one that no bank has confirmed: overdue, recalled to the wallet on hold,
 * restored to the balance, and lost where it is confirmed after that.
 */
export type WithdrawalState =
  | WithdrawalStep
  | 'paying'
  | 'lapsed'
  | 'overdue'
  | 'recalled'
  | 'restored'
  | 'lost';

const withdrawEvents = [
  'start',
  'send',
  'confirm',
  'cancel',
  'reject',
  'give_back',
  'overdue',
  'recall',
  'restore',
] as const;
export type WithdrawalEvent = (typeof withdrawEvents)[number];

/** How often the payment of one withdrawal can be started. */
export const maxStarts = 2;

/**
 * All transitions; any other pair is refused with 203. Until it is sent the money is the merchant's, set aside, and the
 * merchant may cancel, but for the hours in which an operator pays it: the proof of a sending exists only once the
 * money has left. No operator rejects it in these hours either, as another one may have paid it already. They end by
 * themselves, and the merchant may cancel again; until then a proof is still recorded, as it may have been paid in them,
 * and it is started again, `maxStarts` times in all. After that the bank or the chain confirms or returns it; without
 * either it becomes overdue, recalled, restored. A confirmation after that is the platform's loss and not the merchant's.
 * A bank that has confirmed it can still send it back days later, as from a closed account.
 */
export const withdrawalMachine: Record<WithdrawalState, Partial<Record<WithdrawalEvent, WithdrawalState>>> = {
  submitted: { start: 'paying', cancel: 'cancelled', reject: 'rejected' },
  paying: { send: 'sent' },
  lapsed: { start: 'paying', send: 'sent', cancel: 'cancelled', reject: 'rejected' },
  sent: { confirm: 'paid', give_back: 'returned', overdue: 'overdue' },
  overdue: { confirm: 'paid', give_back: 'returned', recall: 'recalled' },
  recalled: { confirm: 'paid', give_back: 'restored', restore: 'restored' },
  restored: { confirm: 'lost' },
  lost: {},
  paid: { give_back: 'returned' },
  cancelled: {},
  rejected: {},
  returned: {},
};

/** Events that need the reference of a bank or the hash of a transaction. */
export const provenEvents: readonly WithdrawalEvent[] = ['send', 'confirm', 'give_back'];

/**
 * Returns the step that is stored and answered for a state: the specification and older clients know only the steps.
 */
export const stepOf = (state: WithdrawalState): WithdrawalStep => {
  if (state === 'paying' || state === 'lapsed') return 'submitted';
  if (state === 'overdue' || state === 'recalled') return 'sent';
  if (state === 'restored' || state === 'lost') return 'returned';
  return state;
};

/** Returns the state of a row at a time; its step is only a part of it. */
export function stateOf(
  row: Pick<WithdrawalRow, 'step' | 'payingUntil' | 'overdueAt' | 'recalledAt' | 'lostAt' | 'sentBackAt'>,
  now: Date,
): WithdrawalState {
  if (row.step === 'submitted' && row.payingUntil) return now < row.payingUntil ? 'paying' : 'lapsed';
  if (row.lostAt) return 'lost';
  if (row.sentBackAt) return 'returned';
  if (row.recalledAt && row.step === 'returned') return 'restored';
  if (row.recalledAt && row.step === 'sent') return 'recalled';
  if (row.overdueAt && row.step === 'sent') return 'overdue';
  return row.step;
}

/** The specification's three results, by step. */
export const resultOf: Record<WithdrawalStep, (typeof results)[number]> = {
  submitted: 'moderated',
  sent: 'moderated',
  paid: 'completed',
  cancelled: 'failed',
  rejected: 'failed',
  returned: 'failed',
};
