// Longer than other files: the rules of refunds and cases once more, in one place, as plain
// double-entry bookkeeping in cents. It shares no code with the server, which is compared with it.
import { codes } from '../../../src/contract/errors.ts';
import { day, hour } from '../../../src/server/platform/clock.ts';

export type Fault = 'supplier' | 'merchant' | 'returned';
type Status =
  | 'pending_payment'
  | 'to_be_shipped'
  | 'shipped'
  | 'to_be_accepted'
  | 'accepted'
  | 'pending_settlement'
  | 'waiting_for_withdrawal'
  | 'completed'
  | 'cancelled'
  | 'refunded';
export type CaseState =
  | 'merchant_due'
  | 'approved'
  | 'rejected'
  | 'platform_review'
  | 'returning'
  | 'received'
  | 'closed';

export interface Case {
  state: CaseState;
  type: 'refund' | 'return_refund';
  /** A part of what was paid; null for all of it. */
  part: number | null;
  fault: Fault;
  dueAt: number | null;
  /** What of the balance is set aside until what it takes is posted. */
  held: number;
  order: string;
  since: number;
  until: number | null;
  /** How often the platform took longer. */
  extended: number;
  /** Goods are sent back once in a case. */
  isSentBack: boolean;
}

export interface Order {
  name: string;
  status: Status;
  wallet: boolean;
  amount: number;
  cost: number;
  fee: number;
  refunded: number;
  dueAt: number | null;
  deliveredAt: number;
  case: Case | null;
  /** What the supplier owes for a refunded order. */
  owed: number;
}

export interface Model {
  now: number;
  funded: number;
  accounts: Map<string, number>;
  orders: Order[];
  cases: Case[];
}

export const emptyModel = (now: number, funded: number): Model => {
  const m: Model = { now, funded, accounts: new Map(), orders: [], cases: [] };
  move(m, 'rail', 'available', funded);
  return m;
};

export const balance = (m: Model, account: string): number => m.accounts.get(account) ?? 0;

class Overdrawn extends Error {}

function move(m: Model, from: string, to: string, cents: number): void {
  if (cents < 0) throw new Overdrawn(`${from} to ${to}: ${cents}`);
  m.accounts.set(from, balance(m, from) - cents);
  m.accounts.set(to, balance(m, to) + cents);
}

const escrow = (o: Order) => `escrow ${o.name}`;
const buyer = (o: Order) => `buyer ${o.name}`;

const net = (o: Order): number => o.amount - o.fee - o.refunded - (o.wallet ? 0 : o.cost);
/** What the buyer has not had back yet. */
const left = (o: Order): number => o.amount - o.refunded;

/** Every movement of money there is. */
const postings = {
  place: (m: Model, o: Order) => move(m, buyer(o), escrow(o), o.amount),
  pay: (m: Model, o: Order) => move(m, o.wallet ? 'available' : escrow(o), 'payable', o.cost),
  ship: (m: Model, o: Order) => move(m, 'payable', 'supplier', o.cost),
  cancel: (m: Model, o: Order) => move(m, escrow(o), buyer(o), o.amount),
  settle(m: Model, o: Order) {
    move(m, escrow(o), 'shop', net(o));
    move(m, escrow(o), 'fees', o.fee);
  },
  release: (m: Model, o: Order) => move(m, 'shop', 'available', net(o)),
  part: (m: Model, o: Order, cents: number) => move(m, escrow(o), buyer(o), cents),
  unship(m: Model, o: Order) {
    move(m, 'payable', o.wallet ? 'available' : escrow(o), o.cost);
    move(m, escrow(o), buyer(o), o.amount);
  },
  giveBack(m: Model, o: Order) {
    const settled = o.status === 'waiting_for_withdrawal';
    if (settled) move(m, 'shop', buyer(o), net(o));
    if (settled) move(m, 'fees', buyer(o), o.fee);
    if (!settled) move(m, escrow(o), buyer(o), balance(m, escrow(o)));
  },
  supplierOwes(m: Model, o: Order) {
    move(m, 'receivable', o.wallet ? 'available' : buyer(o), o.cost);
    o.owed = o.cost;
  },
  makeGood(m: Model, o: Order) {
    if (o.wallet) return;
    const own = Math.min(balance(m, 'available'), o.cost);
    const deposit = Math.min(balance(m, 'deposit'), o.cost - own);
    move(m, 'available', buyer(o), own);
    move(m, 'deposit', buyer(o), deposit);
    move(m, 'loss', buyer(o), o.cost - own - deposit);
  },
  deposit: (m: Model, cents: number) => move(m, 'available', 'deposit', cents),
  depositBack: (m: Model) => move(m, 'deposit', 'available', balance(m, 'deposit')),
};

const dueIn: Partial<Record<Status, number>> = {
  pending_payment: 48 * hour,
  to_be_shipped: 5 * day,
  shipped: 45 * day,
  to_be_accepted: 7 * day,
  accepted: 6 * hour,
  pending_settlement: day,
};

function enter(m: Model, o: Order, status: Status): number {
  o.status = status;
  if (status === 'to_be_accepted') o.deliveredAt = m.now;
  const wait = dueIn[status];
  o.dueAt = wait === undefined ? null : m.now + wait;
  if (status === 'waiting_for_withdrawal') o.dueAt = Math.max(m.now, o.deliveredAt + 14 * day);
  return codes.ok;
}

export function placed(m: Model, cents: Pick<Order, 'amount' | 'cost' | 'fee'>, wallet: boolean): void {
  const short = cents.amount - cents.cost - cents.fee < 0;
  const o: Order = {
    ...cents,
    name: String(m.orders.length),
    status: 'pending_payment',
    wallet: wallet || short,
    refunded: 0,
    dueAt: null,
    deliveredAt: 0,
    case: null,
    owed: 0,
  };
  postings.place(m, o);
  enter(m, o, 'pending_payment');
  m.orders.push(o);
}

const next: Partial<Record<Status, Status>> = {
  pending_payment: 'to_be_shipped',
  to_be_shipped: 'shipped',
  shipped: 'to_be_accepted',
  to_be_accepted: 'accepted',
  accepted: 'pending_settlement',
  pending_settlement: 'waiting_for_withdrawal',
  waiting_for_withdrawal: 'completed',
};

export function goesOn(m: Model, o: Order): number {
  const to = next[o.status];
  if (!to) return codes.invalidOperation;
  if (o.case && (to === 'waiting_for_withdrawal' || to === 'completed')) return codes.invalidOperation;
  if (o.status === 'pending_payment') {
    if (o.wallet && balance(m, 'available') < o.cost) return codes.insufficientBalance;
    postings.pay(m, o);
  }
  if (o.status === 'to_be_shipped') postings.ship(m, o);
  if (o.status === 'pending_settlement') postings.settle(m, o);
  if (o.status === 'waiting_for_withdrawal') postings.release(m, o);
  return enter(m, o, to);
}

export function ended(m: Model, o: Order): number {
  if (o.status !== 'pending_payment') return codes.invalidOperation;
  postings.cancel(m, o);
  return enter(m, o, 'cancelled');
}

/** The supplier pays back what a refund has put on it, once. */
export function repaid(o: Order): number {
  if (o.owed === 0) return codes.invalidOperation;
  o.owed = 0;
  return codes.ok;
}

export function refunded(m: Model, o: Order, fault: Fault): number {
  if (['pending_payment', 'completed', 'cancelled', 'refunded'].includes(o.status))
    return codes.invalidOperation;
  if (o.case) release(m, o.case);
  if (o.status === 'to_be_shipped') postings.unship(m, o);
  else {
    postings.giveBack(m, o);
    if (fault === 'merchant') postings.makeGood(m, o);
    else postings.supplierOwes(m, o);
  }
  if (o.case) close(m, o, o.case);
  return enter(m, o, 'refunded');
}

const partly: Status[] = ['shipped', 'to_be_accepted', 'accepted', 'pending_settlement'];

function part(m: Model, o: Order, cents: number): number {
  if (!partly.includes(o.status)) return codes.invalidOperation;
  if (cents <= 0 || cents > net(o)) return codes.invalidParameter;
  postings.part(m, o, cents);
  o.refunded += cents;
  return codes.ok;
}

/** Outside of a case; while one is open, it alone decides about parts. */
export function partlyRefunded(m: Model, o: Order, cents: number): number {
  return o.case ? codes.invalidOperation : part(m, o, cents);
}

const caseWait: Partial<Record<CaseState, number>> = {
  merchant_due: 48 * hour,
  rejected: 3 * day,
  platform_review: 14 * day,
  approved: 7 * day,
  returning: 14 * day,
  received: 2 * day,
};

function caseEnters(m: Model, c: Case, state: CaseState): number {
  c.state = state;
  c.dueAt = m.now + (caseWait[state] ?? 0);
  return codes.ok;
}

/** What was set aside is free: to be taken now, or because nothing is taken. */
function release(m: Model, c: Case): void {
  move(m, 'frozen', 'available', c.held);
  c.held = 0;
}

function close(m: Model, o: Order, c: Case): number {
  release(m, c);
  c.state = 'closed';
  c.dueAt = null;
  c.until = m.now;
  o.case = null;
  return codes.ok;
}

const delivered: Status[] = ['to_be_accepted', 'accepted', 'pending_settlement', 'waiting_for_withdrawal'];

/** `cents` is a part that the buyer wants; without it, everything. */
export function caseOpened(
  m: Model,
  o: Order,
  type: Case['type'],
  fault: Fault,
  cents: number | null,
): number {
  if (cents === 0) return codes.invalidParameter;
  const openable = type === 'refund' ? (['to_be_shipped', 'shipped', ...delivered] as Status[]) : delivered;
  if (o.case || !openable.includes(o.status) || left(o) === 0) return codes.invalidOperation;
  // Cases of one order follow each other, and keep it for 42 days at most before another begins.
  const earlier = m.cases.filter(({ order }) => order === o.name);
  if (earlier.reduce((sum, { since, until }) => sum + ((until ?? m.now) - since), 0) >= 42 * day)
    return codes.invalidOperation;
  const wanted = cents === left(o) ? null : cents;
  const isPart = wanted !== null;
  if (isPart && (type === 'return_refund' || wanted > net(o) || !partly.includes(o.status)))
    return codes.invalidParameter;
  const c: Case = {
    state: 'merchant_due',
    type,
    part: wanted,
    fault: type === 'refund' ? fault : 'returned',
    dueAt: null,
    held: 0,
    order: o.name,
    since: m.now,
    until: null,
    extended: 0,
    isSentBack: false,
  };
  o.case = c;
  m.cases.push(c);
  return caseEnters(m, c, 'merchant_due');
}

function paidOut(m: Model, o: Order, c: Case): number {
  if (c.part === null) return refunded(m, o, c.fault);
  const code = part(m, o, c.part);
  return code === codes.ok ? close(m, o, c) : code;
}

export type CaseAct =
  | 'approve'
  | 'reject'
  | 'escalate'
  | 'uphold'
  | 'dismiss'
  | 'send_back'
  | 'receive'
  | 'inspected'
  | 'withdraw'
  | 'extend';

const from: Record<CaseAct, CaseState[]> = {
  approve: ['merchant_due'],
  reject: ['merchant_due'],
  escalate: ['rejected'],
  uphold: ['platform_review'],
  dismiss: ['platform_review'],
  extend: ['platform_review'],
  send_back: ['approved'],
  receive: ['returning'],
  inspected: ['received'],
  withdraw: ['merchant_due', 'rejected', 'platform_review', 'approved', 'returning'],
};

/** What is found for the buyer at the merchant's cost is set aside first, and waits for the merchant's appeal. */
function upheld(m: Model, o: Order, c: Case): number {
  if (c.type === 'return_refund') return caseEnters(m, c, 'approved');
  const isAtFault = c.fault === 'merchant' && o.status !== 'to_be_shipped';
  const isSettled = o.status === 'waiting_for_withdrawal';
  if (c.part === null && !isAtFault && !isSettled) return paidOut(m, o, c);
  caseEnters(m, c, 'approved');
  if (c.part === null && isAtFault && !o.wallet) c.held = Math.min(o.cost, balance(m, 'available'));
  move(m, 'available', 'frozen', c.held);
  return codes.ok;
}

export function caseActed(m: Model, o: Order, act: CaseAct): number {
  const c = o.case;
  if (!c || !from[act].includes(c.state)) return codes.invalidOperation;
  if (act === 'send_back' && c.type === 'refund') return codes.invalidOperation;
  switch (act) {
    case 'approve':
      return c.type === 'refund' ? paidOut(m, o, c) : caseEnters(m, c, 'approved');
    case 'uphold':
      if (c.type === 'return_refund' && c.isSentBack) return codes.invalidOperation;
      return upheld(m, o, c);
    case 'reject':
      return caseEnters(m, c, 'rejected');
    case 'extend':
      if (c.extended === 2) return codes.invalidOperation;
      c.extended++;
      return caseEnters(m, c, 'platform_review');
    case 'escalate':
      return caseEnters(m, c, 'platform_review');
    case 'send_back':
      c.isSentBack = true;
      return caseEnters(m, c, 'returning');
    case 'receive':
      return caseEnters(m, c, 'received');
    case 'inspected':
      return paidOut(m, o, c);
    default:
      return close(m, o, c);
  }
}

/** Who is at fault is found before it is decided on; goods that were to come back are waited for no longer. */
export function faultFound(o: Order, fault: Fault): number {
  const c = o.case;
  const states = c?.type === 'refund' ? ['merchant_due', 'rejected', 'platform_review'] : ['platform_review'];
  if (!c || !states.includes(c.state)) return codes.invalidOperation;
  c.fault = fault;
  c.type = 'refund';
  return codes.ok;
}

export function depositPaid(m: Model, cents: number): number {
  if (balance(m, 'available') < cents) return codes.insufficientBalance;
  postings.deposit(m, cents);
  return codes.ok;
}

export function depositReturned(m: Model): number {
  if (balance(m, 'deposit') <= 0) return codes.invalidOperation;
  postings.depositBack(m);
  return codes.ok;
}

const isDue = (m: Model, dueAt: number | null) => dueAt !== null && dueAt <= m.now;

function caseDue(m: Model, o: Order, c: Case): void {
  if (c.state === 'merchant_due' || c.state === 'returning') caseEnters(m, c, 'platform_review');
  else if (c.state === 'received' || (c.state === 'approved' && c.type === 'refund')) paidOut(m, o, c);
  else close(m, o, c);
}

/** What the passing of time does: cases, then orders. */
export function due(m: Model): void {
  for (const o of m.orders) if (o.case && isDue(m, o.case.dueAt)) caseDue(m, o, o.case);
  for (const o of m.orders) {
    while (isDue(m, o.dueAt)) {
      if (o.case && (o.status === 'pending_settlement' || o.status === 'waiting_for_withdrawal')) break;
      if (o.status === 'pending_payment') ended(m, o);
      else if (o.status === 'to_be_shipped' || o.status === 'shipped') refunded(m, o, 'supplier');
      else goesOn(m, o);
    }
  }
}
