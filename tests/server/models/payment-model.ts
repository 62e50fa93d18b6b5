// One file: every rule of recharges and withdrawals once more, in one model that shares no code with the server.
import { codes } from '../../../src/contract/errors.ts';
import { day, hour } from '../../../src/server/platform/clock.ts';

// The rules of recharges and withdrawals once more, in cents and as simple as possible, for the random walks
// to be compared with. It shares no code with the server: a payment is a record, what happens to it is a case.

export interface ModelWithdrawal {
  amount: number;
  fee: number;
  step: 'submitted' | 'sent' | 'paid' | 'cancelled' | 'rejected' | 'returned';
  askedAt: number;
  /** Until when it is being paid, and how many times that was started. */
  payingUntil: number;
  starts: number;
  /** What time did to one that was sent and not confirmed. */
  overdueAt?: number;
  recalledAt?: number;
  /** When it was rejected or came back. */
  refusedAt?: number;
  isLost?: true;
  /** A bank sent it back after it had confirmed it. */
  isSentBack?: true;
}

export interface ModelRecharge {
  reported: number;
  received: number;
  step: 'under_review' | 'confirmed' | 'rejected';
  /** What lies with the platform until it goes back to its sender. */
  unmatched: number;
}

export interface Model {
  now: number;
  available: number;
  /** Asked for and not sent yet, and what is held for another reason. */
  setAside: number;
  onTheWay: number;
  fees: number;
  /** What a bank confirmed after it had been given back. */
  lost: number;
  unmatched: number;
  withdrawals: ModelWithdrawal[];
  recharges: ModelRecharge[];
  holds: { amount: number; endsAt: number }[];
  /** Each as it came; of several in the way the gravest is the answer, however late it came. */
  restrictions: { kind: 'wallet_frozen' | 'withdrawal_prohibited'; endsAt: number }[];
}

type Outcome = number;

export const emptyModel = (now: number, available: number): Model => ({
  now,
  available,
  setAside: 0,
  onTheWay: 0,
  fees: 0,
  lost: 0,
  unmatched: 0,
  withdrawals: [],
  recharges: [],
  holds: [],
  restrictions: [],
});

const inForce = (model: Model) => model.restrictions.filter(({ endsAt }) => endsAt > model.now);

const shareOf = (amount: number): number => Math.floor((amount * 15 + 500) / 1000);
const feeOf = (amount: number): number => (amount < 1_000 ? shareOf(amount) : Math.max(50, shareOf(amount)));

export function capLeft(model: Model): number {
  if (model.withdrawals.some(({ step }) => step === 'paid')) return Number.POSITIVE_INFINITY;
  const counted = model.recharges
    .filter(({ step }) => step !== 'rejected')
    .map(({ reported, received, step }) => (step === 'confirmed' ? received : reported));
  return Math.max(0, 20_000 - counted.reduce((sum, one) => sum + one, 0));
}

export function reportRecharge(model: Model, reported: number): Outcome {
  if (inForce(model).some(({ kind }) => kind === 'wallet_frozen')) return codes.walletFrozen;
  if (reported < 2_000) return codes.belowMinimumDeposit;
  if (reported > Math.min(5_000_000, capLeft(model))) return codes.invalidParameter;
  model.recharges.push({ reported, received: 0, step: 'under_review', unmatched: 0 });
  return codes.ok;
}

export function arrived(model: Model, recharge: ModelRecharge, received: number): Outcome {
  if (recharge.step !== 'under_review') return codes.invalidOperation;
  recharge.step = 'confirmed';
  recharge.received = received;
  model.available += received;
  return codes.ok;
}

export function refused(model: Model, recharge: ModelRecharge, came: number): Outcome {
  if (recharge.step !== 'under_review') return codes.invalidOperation;
  recharge.step = 'rejected';
  recharge.unmatched = came;
  model.unmatched += came;
  return codes.ok;
}

export function sentBack(model: Model, recharge: ModelRecharge): Outcome {
  if (recharge.unmatched === 0) return codes.invalidOperation;
  model.unmatched -= recharge.unmatched;
  recharge.unmatched = 0;
  return codes.ok;
}

export function askedFor(model: Model, amount: number): Outcome {
  // All there is can be withdrawn, however little it is.
  if (amount < 1_000 && amount !== model.available) return codes.invalidParameter;
  const inTheWay = inForce(model).map(({ kind }) => kind);
  if (inTheWay.includes('wallet_frozen')) return codes.walletFrozen;
  if (inTheWay.includes('withdrawal_prohibited')) return codes.withdrawalDisabled;
  if (model.available < amount) return codes.insufficientBalance;
  model.available -= amount;
  model.setAside += amount;
  model.withdrawals.push({
    amount,
    fee: feeOf(amount),
    step: 'submitted',
    askedAt: model.now,
    payingUntil: 0,
    starts: 0,
  });
  return codes.ok;
}

export function started(model: Model, withdrawal: ModelWithdrawal): Outcome {
  const isPaying = model.now < withdrawal.payingUntil;
  if (withdrawal.step !== 'submitted' || isPaying || withdrawal.starts === 2) return codes.invalidOperation;
  withdrawal.starts++;
  withdrawal.payingUntil = model.now + 4 * hour;
  return codes.ok;
}

export function cancelled(model: Model, withdrawal: ModelWithdrawal): Outcome {
  return givenBack(model, withdrawal, 'cancelled');
}

function givenBack(model: Model, withdrawal: ModelWithdrawal, to: 'cancelled' | 'rejected'): Outcome {
  const isPaying = model.now < withdrawal.payingUntil;
  if (withdrawal.step !== 'submitted' || isPaying) return codes.invalidOperation;
  withdrawal.step = to;
  model.setAside -= withdrawal.amount;
  model.available += withdrawal.amount;
  return codes.ok;
}

/** All withdrawals of a walk go to one account: after two that failed in 30 days none is rejected. */
export function rejected(model: Model, withdrawal: ModelWithdrawal): Outcome {
  const refused = model.withdrawals.filter(
    ({ refusedAt }) => refusedAt !== undefined && refusedAt > model.now - 30 * day,
  );
  if (refused.length >= 2) return codes.invalidOperation;
  const outcome = givenBack(model, withdrawal, 'rejected');
  if (outcome === codes.ok) withdrawal.refusedAt = model.now;
  return outcome;
}

export function sent(model: Model, withdrawal: ModelWithdrawal): Outcome {
  if (withdrawal.step !== 'submitted' || withdrawal.starts === 0) return codes.invalidOperation;
  withdrawal.step = 'sent';
  model.setAside -= withdrawal.amount;
  model.onTheWay += withdrawal.amount - withdrawal.fee;
  model.fees += withdrawal.fee;
  return codes.ok;
}

export function ended(model: Model, withdrawal: ModelWithdrawal, to: 'paid' | 'returned'): Outcome {
  const net = withdrawal.amount - withdrawal.fee;
  const isRestored = withdrawal.step === 'returned' && withdrawal.recalledAt && !withdrawal.isSentBack;
  if (to === 'paid' && isRestored && !withdrawal.isLost) {
    withdrawal.isLost = true;
    model.lost += net;
    return codes.ok;
  }
  if (to === 'returned' && withdrawal.step === 'paid') {
    withdrawal.step = 'returned';
    withdrawal.isSentBack = true;
    withdrawal.refusedAt = model.now;
    model.fees -= withdrawal.fee;
    model.available += withdrawal.amount;
    return codes.ok;
  }
  if (withdrawal.step !== 'sent') return codes.invalidOperation;
  withdrawal.step = to;
  if (to === 'returned') withdrawal.refusedAt = model.now;
  if (withdrawal.recalledAt) {
    model.setAside -= withdrawal.amount;
    if (to === 'paid') model.fees += withdrawal.fee;
    else model.available += withdrawal.amount;
    return codes.ok;
  }
  model.onTheWay -= net;
  if (to === 'paid') return codes.ok;
  model.fees -= withdrawal.fee;
  model.available += withdrawal.amount;
  return codes.ok;
}

export function held(model: Model, amount: number): Outcome {
  if (model.available < amount) return codes.insufficientBalance;
  model.available -= amount;
  model.setAside += amount;
  model.holds.push({ amount, endsAt: model.now + 14 * day });
  return codes.ok;
}

export function restricted(model: Model, kind: Model['restrictions'][number]['kind']): Outcome {
  if (inForce(model).some((one) => one.kind === kind)) return codes.invalidOperation;
  model.restrictions.push({ kind, endsAt: model.now + 14 * day });
  return codes.ok;
}

/** One look at the clock for a withdrawal that was sent: each look takes it one step on at the most. */
function pass(model: Model, withdrawal: ModelWithdrawal): void {
  const { step, amount, fee, askedAt, overdueAt, recalledAt } = withdrawal;
  if (step !== 'sent') return;
  if (!overdueAt) {
    if (model.now >= askedAt + 5 * day) withdrawal.overdueAt = model.now;
    return;
  }
  if (!recalledAt) {
    if (model.now < overdueAt + 14 * day) return;
    withdrawal.recalledAt = model.now;
    model.onTheWay -= amount - fee;
    model.fees -= fee;
    model.setAside += amount;
    return;
  }
  if (model.now < recalledAt + 7 * day) return;
  withdrawal.step = 'returned';
  withdrawal.refusedAt = model.now;
  model.setAside -= amount;
  model.available += amount;
}

/** What the passing of time does: holds and restrictions end, and what no bank confirms comes back. */
export function due(model: Model): void {
  for (const withdrawal of model.withdrawals) pass(model, withdrawal);
  for (const hold of model.holds.filter(({ endsAt }) => endsAt <= model.now)) {
    model.setAside -= hold.amount;
    model.available += hold.amount;
  }
  model.holds = model.holds.filter(({ endsAt }) => endsAt > model.now);
}
