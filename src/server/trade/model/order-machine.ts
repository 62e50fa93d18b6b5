import type { OrderStatus } from '../../../contract/status.ts';

/** The party that triggers an event; the platform may act for any other party but the merchant. */
export type Party = 'merchant' | 'buyer' | 'supplier' | 'carrier' | 'system' | 'platform';

export const orderEventNames = [
  'pay',
  'decline',
  'cancel',
  'expire',
  'ship',
  'overdue',
  'deliver',
  'accept',
  'auto_accept',
  'enqueue_settlement',
  'settle',
  'release',
  'partial_refund',
  'refund',
] as const;

export type OrderEvent = (typeof orderEventNames)[number];

export interface Transition {
  to: OrderStatus;
  by: Party;
}

const transitionTo = (to: OrderStatus, by: Party): Transition => ({ to, by });

/**
 * All transitions of an order; a pair that is not listed is refused with 203. cancelled: no merchant money ever moved.
 * refunded: the buyer got money back after a purchase was paid.
 */
export const orderMachine: Record<OrderStatus, Partial<Record<OrderEvent, Transition>>> = {
  pending_payment: {
    pay: transitionTo('to_be_shipped', 'merchant'),
    decline: transitionTo('cancelled', 'merchant'),
    cancel: transitionTo('cancelled', 'buyer'),
    expire: transitionTo('cancelled', 'system'),
  },
  to_be_shipped: {
    ship: transitionTo('shipped', 'supplier'),
    overdue: transitionTo('refunded', 'system'),
    refund: transitionTo('refunded', 'platform'),
  },
  shipped: {
    deliver: transitionTo('to_be_accepted', 'carrier'),
    overdue: transitionTo('refunded', 'system'),
    partial_refund: transitionTo('shipped', 'platform'),
    refund: transitionTo('refunded', 'platform'),
  },
  to_be_accepted: {
    accept: transitionTo('accepted', 'buyer'),
    auto_accept: transitionTo('accepted', 'system'),
    partial_refund: transitionTo('to_be_accepted', 'platform'),
    refund: transitionTo('refunded', 'platform'),
  },
  accepted: {
    enqueue_settlement: transitionTo('pending_settlement', 'system'),
    partial_refund: transitionTo('accepted', 'platform'),
    refund: transitionTo('refunded', 'platform'),
  },
  pending_settlement: {
    settle: transitionTo('waiting_for_withdrawal', 'system'),
    partial_refund: transitionTo('pending_settlement', 'platform'),
    refund: transitionTo('refunded', 'platform'),
  },
  waiting_for_withdrawal: {
    release: transitionTo('completed', 'system'),
    refund: transitionTo('refunded', 'platform'),
  },
  completed: {},
  cancelled: {},
  refunded: {},
};

/** The event that is due when `dueAt` passes, by the order's status. */
export const dueEvents: Partial<Record<OrderStatus, OrderEvent>> = {
  pending_payment: 'expire',
  to_be_shipped: 'overdue',
  shipped: 'overdue',
  to_be_accepted: 'auto_accept',
  accepted: 'enqueue_settlement',
  pending_settlement: 'settle',
  waiting_for_withdrawal: 'release',
};

/**
 * Events that an open after-sale case pauses: proceeds stay where they are until it is closed, and only the case
 * decides about partial refunds.
 */
export const pausedByCase: readonly OrderEvent[] = ['settle', 'release', 'partial_refund'];
