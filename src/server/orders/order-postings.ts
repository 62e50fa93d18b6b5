import type { Fault, Funding, OrderStatus } from '../../contract/status.ts';
import { availableOf, depositOf, escrowOf, shopBalanceOf } from '../ledger/account-names.ts';
import { type Entry, move } from '../ledger/ledger.ts';
import type { OrderEvent } from './order-machine.ts';

/** The figures of an order that postings are made of, in 10^-6 of its currency. */
export interface OrderFigures {
  id: string;
  shopId: string;
  status: OrderStatus;
  amount: bigint;
  cost: bigint;
  fee: bigint;
  refunded: bigint;
  /** What a claim has paid the buyer out of the deposit. */
  claimed: bigint;
  funding: Funding;
}

/** The same, with what a refund has to know besides. */
export interface OrderMoney extends OrderFigures {
  /** What the buyer keeps of claims that were taken back, at the platform's cost. */
  kept: bigint;
}

/** Out of what a merchant's fault is made good, in this order; decided before posting, under the ledger's lock. */
export interface Cover {
  available: bigint;
  deposit: bigint;
  loss: bigint;
}

export interface Decision {
  fault?: Fault;
  cover?: Cover;
  partial?: bigint;
}

type Move = readonly [from: string, to: string, amount: bigint];

const escrowFunded = (order: OrderFigures) => order.funding === 'escrow';

/** What the order's settlement brings the merchant: N, before any of it is paid out. */
export const netOf = (order: OrderFigures): bigint =>
  order.amount - order.fee - order.refunded - (escrowFunded(order) ? order.cost : 0n);

/** What the buyer has not had back yet. */
export const leftOf = (order: OrderMoney): bigint =>
  order.amount - order.refunded - order.claimed - order.kept;

/** What the merchant earns by the order in the end, the same for both kinds of funding. */
export const profitOf = (order: OrderFigures): bigint =>
  order.amount - order.refunded - order.fee - order.cost;

/** What a merchant's fault costs on top: only an escrow-funded purchase still has to be made good. */
export const faultCost = (order: OrderFigures, fault: Fault | undefined): bigint =>
  fault === 'merchant' && order.status !== 'to_be_shipped' && escrowFunded(order) ? order.cost : 0n;

const held = (order: OrderFigures) => order.amount - order.refunded - (escrowFunded(order) ? order.cost : 0n);

const names = (order: OrderFigures) => ({
  escrow: escrowOf(order.id),
  available: availableOf(order.shopId),
  deposit: depositOf(order.shopId),
  shop: shopBalanceOf(order.shopId),
});

const buyer = 'world:buyer';

function costMoves(order: OrderFigures, { fault, cover }: Decision): Move[] {
  const { available, deposit } = names(order);
  if (fault !== 'merchant') {
    return [['P.supplier_receivable', escrowFunded(order) ? buyer : available, order.cost]];
  }
  if (!escrowFunded(order)) return [];
  if (!cover) throw new Error('A refund for a merchant fault needs its cover: ask coverOf first.');
  return [
    [available, buyer, cover.available],
    [deposit, buyer, cover.deposit],
    ['P.loss', buyer, cover.loss],
  ];
}

function refundMoves(order: OrderMoney, decision: Decision): Move[] {
  const { escrow, available, shop, deposit } = names(order);
  if (order.status === 'to_be_shipped') {
    return [
      ['P.supplier_payable', escrowFunded(order) ? escrow : available, order.cost],
      [escrow, buyer, order.amount - order.refunded],
    ];
  }
  if (order.status !== 'waiting_for_withdrawal')
    return [[escrow, buyer, held(order)], ...costMoves(order, decision)];
  return [
    [shop, buyer, netOf(order)],
    ['P.fees', buyer, order.fee],
    // The buyer has had this out of the deposit, or at the platform's cost: as much of the refund goes there instead.
    [buyer, deposit, order.claimed],
    [buyer, 'P.loss', order.kept],
    ...costMoves(order, decision),
  ];
}

function movesOf(event: OrderEvent | 'place', order: OrderMoney, decision: Decision): Move[] {
  const { escrow, available, shop } = names(order);
  switch (event) {
    case 'place':
      return [[buyer, escrow, order.amount]];
    case 'pay':
      return [[escrowFunded(order) ? escrow : available, 'P.supplier_payable', order.cost]];
    case 'decline':
    case 'cancel':
    case 'lapse':
      return [[escrow, buyer, order.amount]];
    case 'ship':
      return [['P.supplier_payable', 'world:supplier', order.cost]];
    case 'settle':
      return [
        [escrow, shop, netOf(order)],
        [escrow, 'P.fees', order.fee],
      ];
    case 'release':
      return [[shop, available, netOf(order)]];
    case 'partial_refund':
      return [[escrow, buyer, decision.partial ?? 0n]];
    case 'overdue':
    case 'refund':
      return refundMoves(order, decision);
    default:
      return [];
  }
}

/**
 * The ledger entries of an event on an order as it stands before the event; empty where no money moves.
 * @example entriesOf('pay', order) // [{ account: 'M.available:…', amount: -C }, { account: 'P.supplier_payable', amount: C }]
 */
export const entriesOf = (event: OrderEvent | 'place', order: OrderMoney, decision: Decision = {}): Entry[] =>
  movesOf(event, order, decision)
    .filter(([, , amount]) => amount !== 0n)
    .flatMap(([from, to, amount]) => move(from, to, amount));

/** The kind a posting is filed under; a merchant meets it in the wallet flow. */
export const postingKinds: Partial<Record<OrderEvent, string>> = {
  pay: 'order_pay',
  decline: 'order_cancel',
  cancel: 'order_cancel',
  lapse: 'order_cancel',
  ship: 'order_ship',
  overdue: 'order_refund',
  settle: 'settlement',
  release: 'release',
  partial_refund: 'partial_refund',
  refund: 'order_refund',
};

/** By how much an event changes the shop's purchase cost and its settled profit. */
export function effectOf(event: OrderEvent, order: OrderFigures, decision: Decision) {
  if (event === 'pay') return { purchase: order.cost, profit: 0n };
  if (event === 'settle') return { purchase: 0n, profit: profitOf(order) };
  if (event !== 'refund' && event !== 'overdue') return { purchase: 0n, profit: 0n };
  const reversed = order.status === 'waiting_for_withdrawal' ? order.claimed - profitOf(order) : 0n;
  const merchantFault = decision.fault === 'merchant' && order.status !== 'to_be_shipped';
  if (!merchantFault) return { purchase: -order.cost, profit: reversed };
  return { purchase: 0n, profit: reversed - order.cost + (decision.cover?.loss ?? 0n) };
}
