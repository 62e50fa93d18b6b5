import type { AfterSaleState, afterSaleParties, afterSaleTypes } from '../../contract/status.ts';

/** Who brings an event about; the platform may stand in for any of them but the merchant. */
export type CaseParty = (typeof afterSaleParties)[number];
export type CaseType = (typeof afterSaleTypes)[number];

export const caseEvents = [
  'forward',
  'approve',
  'reject',
  'silence',
  'appeal',
  'uphold',
  'dismiss',
  'extend',
  'send_back',
  'receive',
  'overdue',
  'refund',
  'lapse',
  'withdraw',
  'order_ended',
] as const;
export type CaseEvent = (typeof caseEvents)[number];

export interface CaseTransition {
  to: AfterSaleState;
  by: CaseParty;
  /** Only for cases of this type; goods that stay with the buyer are not waited for. */
  only?: CaseType;
}

type Row = Partial<Record<CaseEvent, CaseTransition>>;

const goes = (to: AfterSaleState, by: CaseParty, only?: CaseType): CaseTransition => ({
  ...{ to, by },
  ...(only && { only }),
});

// Until the goods are back and looked at, buyers may let their request go; and an order that ends ends its case.
const canEnd: Row = { withdraw: goes('closed', 'buyer'), order_ended: goes('closed', 'system') };

/**
 * Every change of a case there is; a pair that is not listed is refused with 203. Nobody loses by silence: where the
 * merchant says nothing, or goods on their way back do not arrive, the platform looks at it.
 */
export const caseMachine: Record<AfterSaleState, Row> = {
  requested: { forward: goes('merchant_due', 'system'), ...canEnd },
  merchant_due: {
    approve: goes('approved', 'merchant'),
    reject: goes('rejected', 'merchant'),
    silence: goes('platform_review', 'system'),
    ...canEnd,
  },
  approved: {
    send_back: goes('returning', 'buyer', 'return_refund'),
    lapse: goes('closed', 'system', 'return_refund'),
    refund: goes('closed', 'system', 'refund'),
    ...canEnd,
  },
  rejected: { appeal: goes('platform_review', 'buyer'), lapse: goes('closed', 'system'), ...canEnd },
  platform_review: {
    uphold: goes('approved', 'platform'),
    dismiss: goes('closed', 'platform'),
    extend: goes('platform_review', 'platform'),
    lapse: goes('closed', 'system'),
    ...canEnd,
  },
  returning: {
    receive: goes('received', 'supplier'),
    overdue: goes('platform_review', 'system'),
    ...canEnd,
  },
  received: { refund: goes('closed', 'system'), order_ended: goes('closed', 'system') },
  closed: {},
};

/** What the passing of a case's date does to it. Only approved goods that stay have none: they are refunded at once. */
export const dueCaseEvents: Partial<Record<AfterSaleState, CaseEvent>> = {
  merchant_due: 'silence',
  approved: 'lapse',
  rejected: 'lapse',
  platform_review: 'lapse',
  returning: 'overdue',
  received: 'refund',
};

/** Who has to act next; null where nobody has. */
export function nextParty(state: AfterSaleState): CaseParty | null {
  const acting: Record<AfterSaleState, CaseParty | null> = {
    ...{ requested: 'platform', merchant_due: 'merchant', approved: 'buyer', rejected: 'buyer' },
    ...{ platform_review: 'platform', returning: 'supplier', received: 'supplier', closed: null },
  };
  return acting[state];
}
