import type { OrderStatus } from '../../contract/status.ts';

// Who brings an event about. The operator may stand in for any of them; merchants only for themselves.
export type Party = 'merchant' | 'buyer' | 'supplier' | 'carrier' | 'system' | 'operator';

export const orderEvents = [
  'pay',
  'decline',
  'cancel',
  'lapse',
  'ship',
  'overdue',
  'deliver',
  'accept',
  'auto_accept',
  'queue',
  'settle',
  'release',
  'partial_refund',
  'refund',
] as const;

export type OrderEvent = (typeof orderEvents)[number];

export interface Transition {
  to: OrderStatus;
  by: Party;
}

const goes = (to: OrderStatus, by: Party): Transition => ({ to, by });

/**
 * Every change of status there is; a pair that is not listed is refused with 203.
 * cancelled: no merchant money ever moved. refunded: the buyer got money back after a purchase was paid.
 */
export const orderMachine: Record<OrderStatus, Partial<Record<OrderEvent, Transition>>> = {
  pending_payment: {
    pay: goes('to_be_shipped', 'merchant'),
    decline: goes('cancelled', 'merchant'),
    cancel: goes('cancelled', 'buyer'),
    lapse: goes('cancelled', 'system'),
  },
  to_be_shipped: {
    ship: goes('shipped', 'supplier'),
    overdue: goes('refunded', 'system'),
    refund: goes('refunded', 'operator'),
  },
  shipped: {
    deliver: goes('to_be_accepted', 'carrier'),
    partial_refund: goes('shipped', 'operator'),
    refund: goes('refunded', 'operator'),
  },
  to_be_accepted: {
    accept: goes('accepted', 'buyer'),
    auto_accept: goes('accepted', 'system'),
    partial_refund: goes('to_be_accepted', 'operator'),
    refund: goes('refunded', 'operator'),
  },
  accepted: {
    queue: goes('pending_settlement', 'system'),
    partial_refund: goes('accepted', 'operator'),
    refund: goes('refunded', 'operator'),
  },
  pending_settlement: {
    settle: goes('waiting_for_withdrawal', 'system'),
    partial_refund: goes('pending_settlement', 'operator'),
    refund: goes('refunded', 'operator'),
  },
  waiting_for_withdrawal: {
    release: goes('completed', 'system'),
    refund: goes('refunded', 'operator'),
  },
  completed: {},
  cancelled: {},
  refunded: {},
};

/** What the passing of `dueAt` does to an order, by the status it is in. */
export const dueEvents: Partial<Record<OrderStatus, OrderEvent>> = {
  pending_payment: 'lapse',
  to_be_shipped: 'overdue',
  to_be_accepted: 'auto_accept',
  accepted: 'queue',
  pending_settlement: 'settle',
  waiting_for_withdrawal: 'release',
};

/** An open after-sale case keeps proceeds where they are until it is closed, and it alone decides about parts. */
export const pausedByCase: readonly OrderEvent[] = ['settle', 'release', 'partial_refund'];
