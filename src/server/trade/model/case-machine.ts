import type { CaseState, caseParties, caseTypes } from '../../../contract/status.ts';

/** The party that triggers an event; the platform may act for any other party but the merchant. */
export type CaseParty = (typeof caseParties)[number];
export type CaseType = (typeof caseTypes)[number];

export const caseEvents = [
  'forward',
  'approve',
  'reject',
  'no_answer',
  'escalate',
  'uphold',
  'dismiss',
  'extend',
  'send_back',
  'receive',
  'appeal',
  'overdue',
  'refund',
  'expire',
  'withdraw',
  'order_ended',
] as const;
export type CaseEvent = (typeof caseEvents)[number];

export interface CaseTransition {
  to: CaseState;
  by: CaseParty;
  /** Only for cases of this type: a refund without return waits for no goods. */
  only?: CaseType;
}

type Transitions = Partial<Record<CaseEvent, CaseTransition>>;

const transitionTo = (to: CaseState, by: CaseParty, only?: CaseType): CaseTransition => ({
  to,
  by,
  only,
});

// Until the returned goods are inspected, buyers may withdraw their request; an order that ends also ends its case.
const closings: Transitions = {
  withdraw: transitionTo('closed', 'buyer'),
  order_ended: transitionTo('closed', 'system'),
};

/**
 * All transitions of a case; a pair that is not listed is refused with 203. No party loses by not answering: where the
 * merchant does not answer, or returned goods do not arrive, the platform reviews the case.
 */
export const caseMachine: Record<CaseState, Transitions> = {
  requested: { forward: transitionTo('merchant_due', 'system'), ...closings },
  merchant_due: {
    approve: transitionTo('approved', 'merchant'),
    reject: transitionTo('rejected', 'merchant'),
    no_answer: transitionTo('platform_review', 'system'),
    ...closings,
  },
  approved: {
    send_back: transitionTo('returning', 'buyer', 'return_refund'),
    expire: transitionTo('closed', 'system', 'return_refund'),
    refund: transitionTo('closed', 'system', 'refund'),
    appeal: transitionTo('platform_review', 'merchant', 'refund'),
    ...closings,
  },
  rejected: {
    escalate: transitionTo('platform_review', 'buyer'),
    expire: transitionTo('closed', 'system'),
    ...closings,
  },
  platform_review: {
    uphold: transitionTo('approved', 'platform'),
    dismiss: transitionTo('closed', 'platform'),
    extend: transitionTo('platform_review', 'platform'),
    expire: transitionTo('closed', 'system'),
    ...closings,
  },
  returning: {
    receive: transitionTo('received', 'supplier'),
    overdue: transitionTo('platform_review', 'system'),
    ...closings,
  },
  received: { refund: transitionTo('closed', 'system'), order_ended: transitionTo('closed', 'system') },
  closed: {},
};

/**
 * The event that is due when a case's date passes: a return that is not sent closes the case, and an announced refund
 * without return is posted.
 */
export const dueCaseEvents: Partial<Record<CaseState, Record<CaseType, CaseEvent>>> = {
  merchant_due: { refund: 'no_answer', return_refund: 'no_answer' },
  approved: { refund: 'refund', return_refund: 'expire' },
  rejected: { refund: 'expire', return_refund: 'expire' },
  platform_review: { refund: 'expire', return_refund: 'expire' },
  returning: { refund: 'overdue', return_refund: 'overdue' },
  received: { refund: 'refund', return_refund: 'refund' },
};

/** Returns the party that has to act next; null for a closed case. */
export function nextParty({ state, type }: { state: CaseState; type: CaseType }): CaseParty | null {
  const acting: Record<CaseState, CaseParty | null> = {
    requested: 'platform',
    merchant_due: 'merchant',
    approved: 'buyer',
    rejected: 'buyer',
    platform_review: 'platform',
    returning: 'supplier',
    received: 'supplier',
    closed: null,
  };
  return state === 'approved' && type === 'refund' ? 'platform' : acting[state];
}
