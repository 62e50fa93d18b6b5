import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { day } from '../../src/server/platform/clock.ts';
import { seed } from '../harness/seed.ts';
import { type Act, funds, takeInModel, walkOf } from './models/cases-acts.ts';
import { faultsIn } from './models/cases-invariants.ts';
import * as model from './models/cases-model.ts';

const { balance, emptyModel, move, net, postings } = model;

/** The first thing that is wrong with the books anywhere along a walk. */
function firstFault(acts: Act[], money: number): string | null {
  const m = emptyModel(0, money);
  for (const act of acts) {
    try {
      takeInModel(m, act);
    } catch (error) {
      if (!(error instanceof model.Overdrawn)) throw error;
      return error.message;
    }
    const [fault] = faultsIn(m);
    if (fault) return `after ${JSON.stringify(act)}: ${fault}`;
  }
  return null;
}

const walked = (walks: number, length: number) =>
  fc.check(
    fc.property(walkOf(length), funds, (acts, money) => firstFault(acts, money) === null),
    {
      numRuns: walks,
      seed,
      endOnFailure: true,
    },
  );

describe('the model of refunds, cases and deposit claims', () => {
  const right = { ...postings };
  afterEach(() => Object.assign(postings, right));

  it('keeps every invariant along 10,000 walks', () => {
    fc.assert(
      fc.property(walkOf(24), funds, (acts, money) => {
        expect(firstFault(acts, money)).toBeNull();
      }),
      { numRuns: 10_000, seed },
    );
  });

  it('reaches every state, and leaves no money stuck once all parties have acted', () => {
    const reached = new Set<string>();
    const walk = fc.property(walkOf(24), funds, (acts, money) => {
      const m = emptyModel(0, money);
      for (const act of acts) {
        takeInModel(m, act);
        for (const order of m.orders) reached.add(`order ${order.status}`);
        for (const one of m.cases) reached.add(`case ${one.type} ${one.state}`);
        for (const claim of m.claims) reached.add(`claim ${claim.state}`);
      }
      for (let round = 0; round < 12; round++) {
        for (const order of m.orders) if (order.status === 'shipped') model.goesOn(m, order);
        for (const claim of m.claims)
          if (claim.state === 'objected') model.claimDecided(m, claim.order, 'drop');
        takeInModel(m, { do: 'wait', hours: (40 * day) / 3_600_000 });
      }
      const open = m.orders.filter(({ status }) => !['completed', 'cancelled', 'refunded'].includes(status));
      expect(open).toEqual([]);
      expect(m.cases.filter(({ state }) => state !== 'closed')).toEqual([]);
      expect([balance(m, 'shop'), balance(m, 'frozen'), model.reserved(m)]).toEqual([0, 0, 0]);
      expect(faultsIn(m)).toEqual([]);
    });
    fc.assert(walk, { numRuns: 4_000, seed });
    const states = ['merchant_due', 'approved', 'rejected', 'platform_review', 'closed'];
    expect([...reached].sort()).toEqual(
      [
        'pending_payment',
        'to_be_shipped',
        'shipped',
        'to_be_accepted',
        'accepted',
        'pending_settlement',
        'waiting_for_withdrawal',
        'completed',
        'cancelled',
        'refunded',
      ]
        .map((status) => `order ${status}`)
        .concat(states.map((state) => `case refund ${state}`))
        .concat([...states, 'returning', 'received'].map((state) => `case return_refund ${state}`))
        .concat(['open', 'objected', 'paid', 'dropped'].map((state) => `claim ${state}`))
        .sort(),
    );
  });

  const wrong: [what: string, twist: Partial<typeof postings>][] = [
    [
      'a part paid by the merchant',
      { part: (m, o, cents) => move(m, 'available', `buyer ${o.name}`, cents) },
    ],
    [
      'a part paid twice',
      { part: (m, o, cents) => move(m, `escrow ${o.name}`, `buyer ${o.name}`, 2 * cents) },
    ],
    [
      'a part forgotten at settlement',
      {
        settle(m, o) {
          move(m, `escrow ${o.name}`, 'shop', net(o) + o.refunded);
          move(m, `escrow ${o.name}`, 'fees', o.fee);
        },
      },
    ],
    ['a part forgotten at release', { release: (m, o) => move(m, 'shop', 'available', net(o) + o.refunded) }],
    [
      'a claim not given back to the deposit',
      { giveBack: (m, o) => right.giveBack(m, { ...o, claimed: 0 }) },
    ],
    [
      'what the buyer keeps of a claim paid once more',
      { giveBack: (m, o) => right.giveBack(m, { ...o, spared: 0 }) },
    ],
    [
      'a refund before delivery that forgets the purchase',
      { unship: (m, o) => move(m, `escrow ${o.name}`, `buyer ${o.name}`, o.amount) },
    ],
    [
      'a claim out of the balance',
      { claim: (m, o, cents) => move(m, 'available', `buyer ${o.name}`, cents) },
    ],
    ['a claim that is not counted', { claim: (m, o, cents) => move(m, 'deposit', `buyer ${o.name}`, cents) }],
    [
      'the supplier’s fault on the merchant',
      { supplierOwes: (m, o) => move(m, 'available', o.wallet ? 'available' : `buyer ${o.name}`, o.cost) },
    ],
    [
      'the deposit skipped',
      { makeGood: (m, o) => move(m, 'available', `buyer ${o.name}`, o.wallet ? 0 : o.cost) },
    ],
    [
      'the fee kept after a refund',
      { settle: (m, o) => move(m, `escrow ${o.name}`, 'shop', net(o) + o.fee) },
    ],
  ];
  it.each(wrong)('finds out %s', (_, twist) => {
    Object.assign(postings, twist);
    expect(walked(20_000, 24).failed).toBe(true);
  });
});

describe('the model, by hand', () => {
  const begun = (wallet: boolean, forward: number) => {
    const m = emptyModel(0, 100_000);
    takeInModel(m, { do: 'place', wallet, dear: false });
    takeInModel(m, { do: 'deposit', cents: 900 });
    for (let n = 0; n < forward; n++) takeInModel(m, { do: 'forward', at: 0 });
    const [order] = m.orders;
    if (!order) throw new Error('no order');
    return { m, order };
  };
  const money = (m: model.Model) => ['available', 'shop', 'deposit'].map((account) => balance(m, account));

  // S 20.00, C 12.00, f 1.00: N is 7.00 by escrow.
  it('refunds parts out of the net, and the rest goes on to settlement', () => {
    const { m, order } = begun(false, 4);
    expect(model.partlyRefunded(m, order, 701)).toBe(codes.invalidParameter);
    expect(model.partlyRefunded(m, order, 300)).toBe(codes.ok);
    expect(model.partlyRefunded(m, order, 200)).toBe(codes.ok);
    expect(model.partlyRefunded(m, order, 201)).toBe(codes.invalidParameter);
    for (let n = 0; n < 2; n++) model.goesOn(m, order);
    expect(money(m)).toEqual([99_100, 200, 900]);
    expect(model.partlyRefunded(m, order, 100)).toBe(codes.invalidOperation);
    model.goesOn(m, order);
    expect(money(m)).toEqual([99_300, 0, 900]);
  });

  it('gives the buyer everything in the end, also after a part', () => {
    const { m, order } = begun(true, 4);
    model.partlyRefunded(m, order, 300);
    expect(model.refunded(m, order, 'merchant')).toBe(codes.ok);
    expect(balance(m, 'buyer 0')).toBe(0);
    expect(money(m)).toEqual([97_900, 0, 900]);
  });

  it('pays a claim after seven days without an appeal, and gives it back where the order is refunded', () => {
    const { m, order } = begun(false, 6);
    expect(model.claimOpened(m, order, 901)).toBe(codes.invalidParameter);
    expect(model.claimOpened(m, order, 500)).toBe(codes.ok);
    expect(model.claimOpened(m, order, 100)).toBe(codes.invalidOperation);
    expect(model.depositReturned(m)).toBe(codes.ok);
    expect(money(m)).toEqual([99_500, 700, 500]);
    takeInModel(m, { do: 'wait', hours: 167 });
    expect(order.claimed).toBe(0);
    takeInModel(m, { do: 'wait', hours: 1 });
    expect(money(m)).toEqual([99_500, 700, 0]);
    model.refunded(m, order, 'supplier');
    expect(money(m)).toEqual([99_500, 0, 500]);
    expect(balance(m, 'buyer 0')).toBe(0);
  });

  it('gives the buyer only the rest where a claim was taken back', () => {
    const { m, order } = begun(false, 6);
    model.claimOpened(m, order, 500);
    takeInModel(m, { do: 'wait', hours: 168 });
    expect(model.claimDecided(m, order, 'drop')).toBe(codes.ok);
    expect([balance(m, 'buyer 0'), balance(m, 'loss')]).toEqual([-1_500, -500]);
    expect(model.refunded(m, order, 'supplier')).toBe(codes.ok);
    expect([balance(m, 'buyer 0'), balance(m, 'loss')]).toEqual([0, 0]);
    expect(money(m)).toEqual([99_100, 0, 900]);
  });

  it('does not pay a claim that was appealed, until that is decided', () => {
    const { m, order } = begun(false, 6);
    model.claimOpened(m, order, 500);
    expect(model.claimDecided(m, order, 'pay')).toBe(codes.invalidOperation);
    expect(model.appealed(m, order)).toBe(codes.ok);
    takeInModel(m, { do: 'wait', hours: 330 });
    expect(order.claimed).toBe(0);
    expect(model.claimDecided(m, order, 'drop')).toBe(codes.ok);
    expect(model.claimOpened(m, order, 500)).toBe(codes.ok);
  });
});
