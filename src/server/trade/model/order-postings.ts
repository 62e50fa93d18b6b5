import type { Fault } from '../../../contract/status.ts';
import { availableOf, depositOf, escrowOf, shopBalanceOf } from '../../ledger/account-names.ts';
import { type Entry, move } from '../../ledger/ledger.ts';
import type { OrderEvent } from './order-machine.ts';
import { isEscrowFunded, netOf, type OrderFigures, profitOf } from './order-rules.ts';

/** The sources that cover a merchant's fault, in this order; computed before posting, under the lock of the shop's chain. */
export interface Cover {
  available: bigint;
  deposit: bigint;
  loss: bigint;
}

/** What is decided about a refund: who is at fault, what covers it, or the amount of a partial refund. */
export interface RefundDecision {
  fault?: Fault;
  cover?: Cover;
  partialAmount?: bigint;
}

type Move = readonly [from: string, to: string, amount: bigint];

/** Returns what a merchant's fault costs in addition: only an escrow-funded purchase is still to be covered. */
export const faultCost = (order: OrderFigures, fault: Fault | undefined): bigint =>
  fault === 'merchant' && order.status !== 'to_be_shipped' && isEscrowFunded(order) ? order.cost : 0n;

const heldInEscrow = (order: OrderFigures) =>
  order.amount - order.refunded - (isEscrowFunded(order) ? order.cost : 0n);

const accountsOf = (order: OrderFigures) => ({
  escrow: escrowOf(order.id),
  available: availableOf(order.shopId),
  deposit: depositOf(order.shopId),
  shop: shopBalanceOf(order.shopId),
});

const buyer = 'world:buyer';

function costMoves(order: OrderFigures, { fault, cover }: RefundDecision): Move[] {
  const { available, deposit } = accountsOf(order);
  if (fault !== 'merchant') {
    return [['P.supplier_receivable', isEscrowFunded(order) ? buyer : available, order.cost]];
  }
  if (!isEscrowFunded(order)) return [];
  if (!cover) throw new Error('A refund for a merchant fault needs its cover: ask coverForPosting first.');
  return [
    [available, buyer, cover.available],
    [deposit, buyer, cover.deposit],
    ['P.loss', buyer, cover.loss],
  ];
}

function refundMoves(order: OrderFigures, decision: RefundDecision): Move[] {
  const { escrow, available, shop } = accountsOf(order);
  if (order.status === 'to_be_shipped') {
    return [
      ['P.supplier_payable', isEscrowFunded(order) ? escrow : available, order.cost],
      [escrow, buyer, order.amount - order.refunded],
    ];
  }
  if (order.status !== 'waiting_for_withdrawal')
    return [[escrow, buyer, heldInEscrow(order)], ...costMoves(order, decision)];
  return [[shop, buyer, netOf(order)], ['P.fees', buyer, order.fee], ...costMoves(order, decision)];
}

function movesOf(event: OrderEvent | 'place', order: OrderFigures, decision: RefundDecision): Move[] {
  const { escrow, available, shop } = accountsOf(order);
  switch (event) {
    case 'place':
      return [[buyer, escrow, order.amount]];
    case 'pay':
      return [[isEscrowFunded(order) ? escrow : available, 'P.supplier_payable', order.cost]];
    case 'decline':
    case 'cancel':
    case 'expire':
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
      return [[escrow, buyer, decision.partialAmount ?? 0n]];
    case 'overdue':
    case 'refund':
      return refundMoves(order, decision);
    default:
      return [];
  }
}

/**
 * Returns the ledger entries of an event on an order in its state before the event; empty where no money moves.
 * @example entriesOf('pay', order) // [{ account: 'M.available:…', amount: -C }, { account: 'P.supplier_payable',
 *   amount: C }]
 */
export const entriesOf = (
  event: OrderEvent | 'place',
  order: OrderFigures,
  decision: RefundDecision = {},
): Entry[] =>
  movesOf(event, order, decision)
    .filter(([, , amount]) => amount !== 0n)
    .flatMap(([from, to, amount]) => move(from, to, amount));

/** The kind of posting of a full refund. */
export const refundKind = 'order_refund';

/** The kind of posting of each event, which merchants see in the wallet flow. */
export const postingKinds: Partial<Record<OrderEvent, string>> = {
  pay: 'order_pay',
  decline: 'order_cancel',
  cancel: 'order_cancel',
  expire: 'order_cancel',
  ship: 'order_ship',
  overdue: refundKind,
  settle: 'settlement',
  release: 'release',
  partial_refund: 'partial_refund',
  refund: refundKind,
};

/** Returns by how much an event changes the shop's purchase cost and its settled profit. */
export function effectOnFigures(event: OrderEvent, order: OrderFigures, decision: RefundDecision) {
  if (event === 'pay') return { purchase: order.cost, profit: 0n };
  if (event === 'settle') return { purchase: 0n, profit: profitOf(order) };
  if (event !== 'refund' && event !== 'overdue') return { purchase: 0n, profit: 0n };
  const reversed = order.status === 'waiting_for_withdrawal' ? -profitOf(order) : 0n;
  const merchantFault = decision.fault === 'merchant' && order.status !== 'to_be_shipped';
  if (!merchantFault) return { purchase: -order.cost, profit: reversed };
  return { purchase: 0n, profit: reversed - order.cost + (decision.cover?.loss ?? 0n) };
}
