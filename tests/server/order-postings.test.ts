import { describe, expect, it } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import type { OrderStatus } from '../../src/contract/status.ts';
import type { OrderEvent } from '../../src/server/trade/model/order-machine.ts';
import {
  effectOnFigures,
  entriesOf,
  type RefundDecision,
} from '../../src/server/trade/model/order-postings.ts';
import { netOf, type OrderFigures, profitOf } from '../../src/server/trade/model/order-rules.ts';

// S 86.40, C 61.20, f 4.32 (5 %): N is 82.08 with the balance paying, 20.88 with the held payment paying.
const order = (funding: 'escrow' | 'wallet', status: OrderStatus, refunded = 0n): OrderFigures => ({
  id: 'o',
  shopId: 's',
  status,
  funding,
  refunded,
  amount: 86_400_000n,
  cost: 61_200_000n,
  fee: 4_320_000n,
});

const sums = (entries: { account: string; amount: bigint }[]) => {
  const byAccount: Record<string, string> = {};
  for (const { account, amount } of entries) {
    const before = BigInt(Math.round(Number(byAccount[account] ?? 0) * 100));
    byAccount[account] = (Number(before + amount / 10_000n) / 100).toFixed(2);
  }
  return byAccount;
};

const E = 'E.order:o';
const available = 'M.available:s';
const shop = 'M.shop:s';
const buyer = 'world:buyer';
const supplier = { fault: 'supplier' } as const;
const returned = { fault: 'returned' } as const;
const merchant = {
  fault: 'merchant',
  cover: { available: 40n * UNITS, deposit: 20n * UNITS, loss: 1_200_000n },
} as const;
const noCover = { fault: 'merchant' } as const;

type Row = [
  funding: 'escrow' | 'wallet',
  status: OrderStatus,
  event: OrderEvent | 'place',
  decision: RefundDecision,
  entries: Record<string, string>,
  refunded?: bigint,
];

// Worked out by hand, in the currency.
const rows: Row[] = [
  ['escrow', 'pending_payment', 'place', {}, { [buyer]: '-86.40', [E]: '86.40' }],
  ['wallet', 'pending_payment', 'place', {}, { [buyer]: '-86.40', [E]: '86.40' }],
  ['escrow', 'pending_payment', 'pay', {}, { [E]: '-61.20', 'P.supplier_payable': '61.20' }],
  ['wallet', 'pending_payment', 'pay', {}, { [available]: '-61.20', 'P.supplier_payable': '61.20' }],
  ['escrow', 'pending_payment', 'decline', {}, { [E]: '-86.40', [buyer]: '86.40' }],
  ['wallet', 'pending_payment', 'cancel', {}, { [E]: '-86.40', [buyer]: '86.40' }],
  ['escrow', 'pending_payment', 'expire', {}, { [E]: '-86.40', [buyer]: '86.40' }],
  ['escrow', 'to_be_shipped', 'ship', {}, { 'P.supplier_payable': '-61.20', 'world:supplier': '61.20' }],
  [
    'escrow',
    'to_be_shipped',
    'refund',
    noCover,
    { 'P.supplier_payable': '-61.20', [E]: '-25.20', [buyer]: '86.40' },
  ],
  [
    ...(['wallet', 'to_be_shipped', 'overdue', {}] as const),
    { 'P.supplier_payable': '-61.20', [available]: '61.20', [E]: '-86.40', [buyer]: '86.40' },
  ],
  ['escrow', 'shipped', 'deliver', {}, {}],
  ['escrow', 'to_be_accepted', 'accept', {}, {}],
  ['wallet', 'to_be_accepted', 'auto_accept', {}, {}],
  ['wallet', 'accepted', 'enqueue_settlement', {}, {}],
  ['escrow', 'pending_settlement', 'settle', {}, { [E]: '-25.20', [shop]: '20.88', 'P.fees': '4.32' }],
  ['wallet', 'pending_settlement', 'settle', {}, { [E]: '-86.40', [shop]: '82.08', 'P.fees': '4.32' }],
  ['escrow', 'waiting_for_withdrawal', 'release', {}, { [shop]: '-20.88', [available]: '20.88' }],
  ['wallet', 'waiting_for_withdrawal', 'release', {}, { [shop]: '-82.08', [available]: '82.08' }],
  // The refund rule, by who is at fault, before settlement.
  [
    'escrow',
    'shipped',
    'refund',
    supplier,
    { [E]: '-25.20', 'P.supplier_receivable': '-61.20', [buyer]: '86.40' },
  ],
  [
    ...(['wallet', 'shipped', 'refund', supplier] as const),
    { [E]: '-86.40', [buyer]: '86.40', 'P.supplier_receivable': '-61.20', [available]: '61.20' },
  ],
  [
    'escrow',
    'accepted',
    'refund',
    returned,
    { [E]: '-25.20', 'P.supplier_receivable': '-61.20', [buyer]: '86.40' },
  ],
  ['wallet', 'to_be_accepted', 'refund', noCover, { [E]: '-86.40', [buyer]: '86.40' }],
  [
    ...(['escrow', 'pending_settlement', 'refund', merchant] as const),
    { [E]: '-25.20', [available]: '-40.00', 'M.deposit:s': '-20.00', 'P.loss': '-1.20', [buyer]: '86.40' },
  ],
  // And after it.
  [
    ...(['escrow', 'waiting_for_withdrawal', 'refund', supplier] as const),
    { [shop]: '-20.88', 'P.fees': '-4.32', 'P.supplier_receivable': '-61.20', [buyer]: '86.40' },
  ],
  [
    ...(['wallet', 'waiting_for_withdrawal', 'refund', supplier] as const),
    {
      [shop]: '-82.08',
      'P.fees': '-4.32',
      'P.supplier_receivable': '-61.20',
      [available]: '61.20',
      [buyer]: '86.40',
    },
  ],
  [
    ...(['wallet', 'waiting_for_withdrawal', 'refund', noCover] as const),
    { [shop]: '-82.08', 'P.fees': '-4.32', [buyer]: '86.40' },
  ],
  // 10.00 given back in part: the rest of the way knows it.
  [
    'escrow',
    'shipped',
    'partial_refund',
    { partialAmount: 10n * UNITS },
    { [E]: '-10.00', [buyer]: '10.00' },
  ],
  [
    'escrow',
    'pending_settlement',
    'settle',
    {},
    { [E]: '-15.20', [shop]: '10.88', 'P.fees': '4.32' },
    10n * UNITS,
  ],
  [
    'wallet',
    'waiting_for_withdrawal',
    'release',
    {},
    { [shop]: '-72.08', [available]: '72.08' },
    10n * UNITS,
  ],
  [
    ...(['escrow', 'accepted', 'refund', supplier] as const),
    { [E]: '-15.20', 'P.supplier_receivable': '-61.20', [buyer]: '76.40' },
    10n * UNITS,
  ],
];

describe('the postings of an order', () => {
  it.each(rows)(
    'are what the table says: %s, %s, by %s with %o',
    (funding, status, event, decision, expected, refunded) => {
      expect(sums(entriesOf(event, order(funding, status, refunded), decision))).toEqual(expected);
    },
  );

  it('leave the merchant the same profit, from whichever account the supplier is paid', () => {
    expect(netOf(order('escrow', 'accepted'))).toBe(20_880_000n);
    expect(netOf(order('wallet', 'accepted'))).toBe(82_080_000n);
    expect(profitOf(order('escrow', 'accepted'))).toBe(20_880_000n);
    expect(profitOf(order('wallet', 'accepted'))).toBe(20_880_000n);
  });

  it('need a decided cover where the merchant has to make good', () => {
    expect(() => entriesOf('refund', order('escrow', 'shipped'), noCover)).toThrow(/cover/);
  });
});

describe('the effect of an event on the figures', () => {
  it.each<
    [funding: 'escrow' | 'wallet', OrderStatus, OrderEvent, RefundDecision, purchase: bigint, profit: bigint]
  >([
    ['wallet', 'pending_payment', 'pay', {}, 61_200_000n, 0n],
    ['escrow', 'pending_payment', 'pay', {}, 61_200_000n, 0n],
    ['escrow', 'pending_settlement', 'settle', {}, 0n, 20_880_000n],
    ['wallet', 'shipped', 'refund', supplier, -61_200_000n, 0n],
    ['wallet', 'to_be_shipped', 'overdue', {}, -61_200_000n, 0n],
    ['wallet', 'shipped', 'refund', noCover, 0n, -61_200_000n],
    ['escrow', 'shipped', 'refund', merchant, 0n, -60_000_000n],
    ['escrow', 'waiting_for_withdrawal', 'refund', supplier, -61_200_000n, -20_880_000n],
    ['wallet', 'waiting_for_withdrawal', 'refund', noCover, 0n, -82_080_000n],
    ['wallet', 'pending_payment', 'expire', {}, 0n, 0n],
  ])('is what the table says: %s, %s, by %s', (funding, status, event, decision, purchase, profit) => {
    expect(effectOnFigures(event, order(funding, status), decision)).toEqual({ purchase, profit });
  });
});
