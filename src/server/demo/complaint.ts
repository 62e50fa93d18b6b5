import type { OrderStatus } from '../../contract/status.ts';
import { lowest, roundDown } from '../ledger/amounts.ts';
import { demoSentences } from '../platform/texts/demo-texts.ts';
import type { CaseRequest } from '../trade/cases/open-case.ts';
import { netOf, type OrderFigures } from '../trade/model/order-rules.ts';
import { unitOf } from './seeded-random.ts';

/** What a buyer asks for, and the status of the order when the buyer finds the defect. */
export interface Complaint {
  at: OrderStatus;
  type: CaseRequest['type'];
  reasonCode: CaseRequest['reasonCode'];
  reason: string;
  /** The divisor of the amount that is wanted back; the whole amount by default. */
  share?: bigint;
}

export const complaints = {
  sendsBack: {
    at: 'waiting_for_withdrawal',
    type: 'return_refund',
    reasonCode: 'changed_mind',
    reason: demoSentences.sends_back,
  },
  dented: {
    at: 'pending_settlement',
    type: 'refund',
    reasonCode: 'damaged',
    share: 10n,
    reason: demoSentences.dented,
  },
  otherThing: {
    at: 'waiting_for_withdrawal',
    type: 'refund',
    reasonCode: 'not_as_described',
    reason: demoSentences.other_thing,
  },
} satisfies Record<string, Complaint>;

const oneInSix = 1 / 6;

/** Returns what is wrong with an order, if anything; derived from its id, so that every round returns the same. */
export function complaintOf(orderId: string): Complaint | null {
  const luck = unitOf(`complaint ${orderId}`) / oneInSix;
  if (luck >= 1) return null;
  if (luck < 0.5) return complaints.sendsBack;
  return luck < 0.8 ? complaints.dented : complaints.otherThing;
}

/** Returns a share of what was paid, as the currency can write it, at most what the order can refund. */
export function partialRefundOf(
  order: OrderFigures,
  { share }: Complaint,
  currency: string,
): bigint | undefined {
  if (share === undefined) return undefined;
  const partialAmount = roundDown(lowest(order.amount / share, netOf(order)), currency);
  return partialAmount > 0n ? partialAmount : undefined;
}
