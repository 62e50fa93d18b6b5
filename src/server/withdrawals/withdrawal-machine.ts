import type { results, withdrawSteps } from '../../contract/status.ts';

export type WithdrawStep = (typeof withdrawSteps)[number];
export const withdrawEvents = ['send', 'confirm', 'cancel', 'reject', 'give_back'] as const;
export type WithdrawEvent = (typeof withdrawEvents)[number];

/**
 * Every step there is; a pair that is not listed is refused with 203. Until it is sent the money is the merchant's,
 * set aside, and the merchant may take it back; after that only the bank or the chain can bring it back.
 */
export const withdrawalMachine: Record<WithdrawStep, Partial<Record<WithdrawEvent, WithdrawStep>>> = {
  submitted: { send: 'sent', cancel: 'cancelled', reject: 'rejected' },
  sent: { confirm: 'paid', give_back: 'returned' },
  paid: {},
  cancelled: {},
  rejected: {},
  returned: {},
};

/** The specification's three results, by step. */
export const resultOf: Record<WithdrawStep, (typeof results)[number]> = {
  submitted: 'moderated',
  sent: 'moderated',
  paid: 'completed',
  cancelled: 'failed',
  rejected: 'failed',
  returned: 'failed',
};
