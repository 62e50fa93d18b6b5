import fc from 'fast-check';
import { codes } from '../../../src/contract/errors.ts';
import { hour } from '../../../src/server/platform/clock.ts';
import * as model from './order-model.ts';

// What a walk is made of; the model alone walks by it, and the server beside the model.

export type Act =
  | { do: 'place'; wallet: boolean; article: keyof typeof articles }
  | { do: 'forward' | 'decline' | 'cancel' | 'repaid'; at: number }
  | { do: 'refund' | 'finding'; at: number; fault: model.Fault }
  | { do: 'part'; at: number; cents: number }
  | { do: 'open'; at: number; type: model.Case['type']; fault: model.Fault; cents: number | null }
  /** What the case waits for, or, where `act` is named, that. */
  | { do: 'case'; at: number; act: model.CaseAct | null; turn: number }
  | { do: 'deposit'; cents: number }
  | { do: 'deposit_back' }
  | { do: 'wait'; hours: number };

const caseActs: model.CaseAct[] = [
  ...(['approve', 'reject', 'escalate', 'uphold', 'dismiss'] as const),
  ...(['send_back', 'receive', 'inspected', 'withdraw', 'extend'] as const),
];

const at = fc.nat(2);
const article = fc.constantFrom(
  'cheap' as const,
  'cheap' as const,
  'dear' as const,
  'dear' as const,
  'both' as const,
);
const fault = fc.constantFrom<model.Fault>('supplier', 'merchant', 'returned');
// The possible findings where the goods stay with the buyer: they cannot have been returned.
const found = fc.constantFrom<model.Fault>('supplier', 'merchant');
const cents = fc.oneof(
  fc.integer({ min: 0, max: 800 }),
  fc.integer({ min: 1, max: 100 }),
  // About what the order would bring, and about all of it.
  fc.integer({ min: 680, max: 1_300 }),
  fc.constantFrom(2_000, 1_900),
);
const acts = {
  place: fc.record({ do: fc.constant('place' as const), wallet: fc.boolean(), article }),
  step: fc.record({ do: fc.constant('forward' as const), at }),
  end: fc.record({ do: fc.constantFrom('decline' as const, 'cancel' as const, 'repaid' as const), at }),
  refund: fc.record({ do: fc.constant('refund' as const), at, fault }),
  part: fc.record({ do: fc.constant('part' as const), at, cents }),
  open: fc.record({
    do: fc.constant('open' as const),
    at,
    fault: found,
    type: fc.constantFrom<model.Case['type']>('refund', 'refund', 'return_refund'),
    cents: fc.option(cents, { freq: 3 }),
  }),
  finding: fc.record({ do: fc.constant('finding' as const), at, fault: found }),
  case: fc.record({
    do: fc.constant('case' as const),
    at,
    turn: fc.nat(5),
    act: fc.option(fc.constantFrom(...caseActs), { freq: 1 }),
  }),
  deposit: fc.record({ do: fc.constant('deposit' as const), cents: fc.integer({ min: 1, max: 3_000 }) }),
  depositBack: fc.record({ do: fc.constant('deposit_back' as const) }),
  wait: fc.record({
    do: fc.constant('wait' as const),
    hours: fc.constantFrom(1, 7, 25, 49, 80, 170, 340, 1_100),
  }),
};

const step: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: acts.place },
  { weight: 24, arbitrary: acts.step },
  { weight: 3, arbitrary: acts.end },
  { weight: 2, arbitrary: acts.refund },
  { weight: 4, arbitrary: acts.part },
  { weight: 8, arbitrary: acts.open },
  { weight: 3, arbitrary: acts.finding },
  { weight: 14, arbitrary: acts.case },
  { weight: 3, arbitrary: acts.deposit },
  { weight: 2, arbitrary: acts.depositBack },
  { weight: 5, arbitrary: acts.wait },
);

const begin = (wallet: boolean): Act => ({ do: 'place', wallet, article: 'cheap' });
const on: Act = { do: 'forward', at: 0 };

const onwards = (steps: number): Act[] => Array.from({ length: steps }, () => on);
// What is rare by chance: a part given back before a case.
const starts: fc.Arbitrary<Act[]> = fc.oneof(
  { weight: 4, arbitrary: fc.nat(7).map(onwards) },
  {
    weight: 1,
    arbitrary: fc.constant<Act[]>([...onwards(4), { do: 'part', at: 0, cents: 300 }]),
  },
);

/** A walk begins with an order somewhere on its way, and a deposit, or most of it would find nothing to act on. */
export const walkOf = (length: number): fc.Arbitrary<Act[]> =>
  fc
    .tuple(fc.boolean(), starts, fc.array(step, { minLength: length, maxLength: length }))
    .map(([wallet, start, rest]) => [
      begin(wallet),
      { do: 'deposit', cents: 900 } as const,
      ...start,
      ...rest,
    ]);

/** How much money a walk starts with, in cents: none, too little, and enough. */
export const funds = fc.constantFrom(0, 1_500, 100_000);

// 10.00 with 2.00 shipping, fee 5 %; the dear article earns less than its fee.
const articles = {
  cheap: { amount: 2_000, cost: 1_200, fee: 100 },
  dear: { amount: 1_200, cost: 1_200, fee: 60 },
  both: { amount: 3_200, cost: 2_400, fee: 160 },
};

const waitedFor: Partial<Record<model.CaseState, model.CaseAct[]>> = {
  merchant_due: ['approve', 'reject', 'approve'],
  rejected: ['escalate', 'escalate', 'withdraw'],
  platform_review: ['uphold', 'dismiss', 'extend'],
  approved: ['send_back'],
  returning: ['receive'],
  received: ['inspected'],
};

/** The act on a case that is meant, as its order stands. */
export function caseActOf(m: model.Model, { at, act, turn }: Extract<Act, { do: 'case' }>): model.CaseAct {
  const waiting = waitedFor[m.orders[at % m.orders.length]?.case?.state ?? 'closed'] ?? ['approve'];
  return act ?? waiting[turn % waiting.length] ?? 'approve';
}

/** What the model says to an act. */
export function takeInModel(m: model.Model, act: Act): number {
  if (act.do === 'wait') {
    m.now += act.hours * hour;
    model.due(m);
    return codes.ok;
  }
  if (act.do === 'deposit') return model.depositPaid(m, act.cents);
  if (act.do === 'deposit_back') return model.depositReturned(m);
  if (act.do === 'place') {
    model.placed(m, articles[act.article], act.wallet);
    return codes.ok;
  }
  const order = m.orders[act.at % m.orders.length];
  if (!order) throw new Error('a walk begins with an order');
  switch (act.do) {
    case 'forward':
      return model.goesOn(m, order);
    case 'decline':
    case 'cancel':
      return model.ended(m, order);
    case 'repaid':
      return model.repaid(order);
    case 'refund':
      return model.refunded(m, order, act.fault);
    case 'part':
      return model.partlyRefunded(m, order, act.cents);
    case 'open':
      return model.caseOpened(m, order, act.type, act.fault, act.cents);
    case 'finding':
      return model.faultFound(order, act.fault);
    default:
      return model.caseActed(m, order, caseActOf(m, act));
  }
}
