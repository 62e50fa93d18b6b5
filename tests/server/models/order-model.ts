import { codes } from '../../../src/contract/errors.ts';
import type { OrderStatus } from '../../../src/contract/status.ts';
import { day, hour } from '../../../src/server/platform/clock.ts';

// The rules of money once more, as simple as possible, for the random walks to be compared with. It shares
// no code with the server: amounts are cents, an order is a record, an event is a case.

export interface ModelOrder {
  status: OrderStatus;
  wallet: boolean;
  amount: number;
  cost: number;
  fee: number;
  refunded: number;
  dueAt: number | null;
  deliveredAt: number;
  caseOpen: boolean;
  /** An open case waits for its merchant, then for the platform, then it ends. */
  caseDueAt: number;
  caseReviewed: boolean;
  supplierOwes: boolean;
}

export interface Model {
  now: number;
  available: number;
  frozen: number;
  shop: number;
  loss: number;
  holds: { amount: number; endsAt: number }[];
  orders: ModelOrder[];
}

export const emptyModel = (now: number, available: number): Model => ({
  now,
  available,
  frozen: 0,
  shop: 0,
  loss: 0,
  holds: [],
  orders: [],
});

export type Fault = 'supplier' | 'merchant' | 'returned';
type Outcome = number;

const forward: Partial<Record<OrderStatus, { event: string; to: OrderStatus }>> = {
  pending_payment: { event: 'pay', to: 'to_be_shipped' },
  to_be_shipped: { event: 'ship', to: 'shipped' },
  shipped: { event: 'deliver', to: 'to_be_accepted' },
  to_be_accepted: { event: 'accept', to: 'accepted' },
  accepted: { event: 'enqueue_settlement', to: 'pending_settlement' },
  pending_settlement: { event: 'settle', to: 'waiting_for_withdrawal' },
  waiting_for_withdrawal: { event: 'release', to: 'completed' },
};

export const forwardEvent = (order: ModelOrder) => forward[order.status]?.event;

const dueIn: Partial<Record<OrderStatus, number>> = {
  pending_payment: 48 * hour,
  to_be_shipped: 5 * day,
  shipped: 45 * day,
  to_be_accepted: 7 * day,
  accepted: 6 * hour,
  pending_settlement: day,
};

const net = (order: ModelOrder) =>
  order.amount - order.fee - order.refunded - (order.wallet ? 0 : order.cost);

/** What lies in the order's escrow. */
export const escrowOf = (order: ModelOrder): number => {
  if (['waiting_for_withdrawal', 'completed', 'cancelled', 'refunded'].includes(order.status)) return 0;
  const bought = !order.wallet && order.status !== 'pending_payment';
  return order.amount - order.refunded - (bought ? order.cost : 0);
};

function enter(model: Model, order: ModelOrder, status: OrderStatus): void {
  order.status = status;
  if (status === 'to_be_accepted') order.deliveredAt = model.now;
  const wait = dueIn[status];
  order.dueAt = wait === undefined ? null : model.now + wait;
  if (status === 'waiting_for_withdrawal') order.dueAt = Math.max(model.now, order.deliveredAt + 14 * day);
}

export function placed(
  model: Model,
  cents: { amount: number; cost: number; fee: number },
  wallet: boolean,
): void {
  const short = cents.amount - cents.cost - cents.fee < 0;
  const order: ModelOrder = {
    ...cents,
    status: 'pending_payment',
    wallet: wallet || short,
    refunded: 0,
    dueAt: null,
    deliveredAt: 0,
    caseOpen: false,
    caseDueAt: 0,
    caseReviewed: false,
    supplierOwes: false,
  };
  enter(model, order, 'pending_payment');
  model.orders.push(order);
}

export function goesOn(model: Model, order: ModelOrder): Outcome {
  const next = forward[order.status];
  if (!next) return codes.invalidOperation;
  if (order.caseOpen && (next.event === 'settle' || next.event === 'release')) return codes.invalidOperation;
  if (next.event === 'pay' && order.wallet) {
    if (model.available < order.cost) return codes.insufficientBalance;
    model.available -= order.cost;
  }
  if (next.event === 'settle') model.shop += net(order);
  if (next.event === 'release') {
    model.shop -= net(order);
    model.available += net(order);
  }
  enter(model, order, next.to);
  return codes.ok;
}

export function ends(model: Model, order: ModelOrder): Outcome {
  if (order.status !== 'pending_payment') return codes.invalidOperation;
  enter(model, order, 'cancelled');
  return codes.ok;
}

export function refunded(model: Model, order: ModelOrder, fault: Fault): Outcome {
  if (['pending_payment', 'completed', 'cancelled', 'refunded'].includes(order.status))
    return codes.invalidOperation;
  if (order.status === 'waiting_for_withdrawal') model.shop -= net(order);
  const unshipped = order.status === 'to_be_shipped';
  if (order.wallet && (unshipped || fault !== 'merchant')) model.available += order.cost;
  if (!order.wallet && !unshipped && fault === 'merchant') {
    const paid = Math.min(model.available, order.cost);
    model.available -= paid;
    model.loss += order.cost - paid;
  }
  order.supplierOwes = !unshipped && fault !== 'merchant';
  order.caseOpen = false;
  enter(model, order, 'refunded');
  return codes.ok;
}

const openable: OrderStatus[] = [
  ...(['to_be_shipped', 'shipped', 'to_be_accepted', 'accepted'] as const),
  ...(['pending_settlement', 'waiting_for_withdrawal'] as const),
];

/** Opens a case, or lets the open one go. */
export function caseTurned(model: Model, order: ModelOrder): Outcome {
  if (!order.caseOpen && !openable.includes(order.status)) return codes.invalidOperation;
  order.caseOpen = !order.caseOpen;
  order.caseReviewed = false;
  order.caseDueAt = model.now + 48 * hour;
  return codes.ok;
}

function caseDue(model: Model, order: ModelOrder): void {
  if (!order.caseOpen || order.caseDueAt > model.now) return;
  order.caseOpen = !order.caseReviewed;
  order.caseReviewed = true;
  order.caseDueAt = model.now + 14 * day;
}

const partly: OrderStatus[] = ['shipped', 'to_be_accepted', 'accepted', 'pending_settlement'];

export function partlyRefunded(order: ModelOrder, amount: number): Outcome {
  if (!partly.includes(order.status) || order.caseOpen) return codes.invalidOperation;
  if (amount <= 0 || amount > net(order)) return codes.invalidParameter;
  order.refunded += amount;
  return codes.ok;
}

export function held(model: Model, amount: number): Outcome {
  if (model.available < amount) return codes.insufficientBalance;
  model.available -= amount;
  model.frozen += amount;
  model.holds.push({ amount, endsAt: model.now + 14 * day });
  return codes.ok;
}

/** What the passing of time does to everything that is due, again and again until nothing is. */
export function due(model: Model): void {
  for (const order of model.orders) caseDue(model, order);
  for (const order of model.orders) {
    while (order.dueAt !== null && order.dueAt <= model.now) {
      const pausable = order.status === 'pending_settlement' || order.status === 'waiting_for_withdrawal';
      if (order.caseOpen && pausable) break;
      if (order.status === 'pending_payment') ends(model, order);
      else if (order.status === 'to_be_shipped' || order.status === 'shipped')
        refunded(model, order, 'supplier');
      else goesOn(model, order);
    }
  }
  for (const hold of model.holds.filter(({ endsAt }) => endsAt <= model.now)) {
    model.frozen -= hold.amount;
    model.available += hold.amount;
  }
  model.holds = model.holds.filter(({ endsAt }) => endsAt > model.now);
}
