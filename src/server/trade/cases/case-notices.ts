import type { Database } from '../../platform/database/db.ts';
import { markDone, type NoticeEvent, notify, topicOfCase } from '../../shops/notices/notify.ts';
import type { CaseEvent } from '../model/case-machine.ts';
import type { CaseRow } from '../model/case-row.ts';
import type { OrderRow } from '../model/order-row.ts';

type NoticeBuilder = (order: OrderRow, row: CaseRow) => NoticeEvent | null;

const until = ({ dueAt, openedAt }: CaseRow) => (dueAt ?? openedAt).toISOString();
const closed: NoticeBuilder = ({ no }, { outcome }) => ({
  kind: 'case_closed',
  params: { no, outcome: `case_${outcome ?? 'withdrawn'}` },
});

// Merchants get no notice of what they did themselves.
const noticeBuilders: Record<CaseEvent, NoticeBuilder> = {
  forward: ({ no }, row) => ({ kind: 'case_opened', params: { no, reason: row.reason, actBy: until(row) } }),
  approve: () => null,
  reject: () => null,
  no_answer: ({ no }, row) => ({ kind: 'case_in_review', params: { no, decideBy: until(row) } }),
  escalate: ({ no }, row) => ({ kind: 'case_in_review', params: { no, decideBy: until(row) } }),
  uphold: ({ no }, row) => ({ kind: 'case_upheld', params: { no, sendBackBy: until(row) } }),
  dismiss: closed,
  extend: ({ no }, row) => ({ kind: 'case_extended', params: { no, decideBy: until(row) } }),
  send_back: ({ no }, { carrier }) => ({ kind: 'case_sent_back', params: { no, carrier: carrier ?? '' } }),
  appeal: ({ no }, row) => ({ kind: 'case_in_review', params: { no, decideBy: until(row) } }),
  receive: ({ no }, row) => ({ kind: 'case_received', params: { no, refundBy: until(row) } }),
  overdue: ({ no }, row) => ({ kind: 'case_in_review', params: { no, decideBy: until(row) } }),
  // The order's own notice names the refund.
  refund: () => null,
  expire: closed,
  withdraw: closed,
  order_ended: () => null,
};

/** Notifies the merchant of the effect of an event on a case: the last step of the event, after its postings. */
export async function notifyCase(
  tx: Database,
  event: CaseEvent,
  { order, row, at }: { order: OrderRow; row: CaseRow; at: Date },
): Promise<void> {
  const { shopId, id, orderId } = row;
  const notice = noticeBuilders[event](order, row);
  if (notice) return notify(tx, { ...notice, shopId, id, orderId, at });
  await markDone(tx, { shopId, topics: [topicOfCase(orderId)], at });
}

/** Notifies the merchant of who is now found to be at fault, before anything is decided by it. */
export const notifyFinding = (tx: Database, order: OrderRow, row: CaseRow, at: Date): Promise<void> =>
  notify(tx, {
    kind: 'case_finding',
    params: { no: order.no, fault: `fault_${row.fault}` },
    shopId: row.shopId,
    id: row.id,
    orderId: row.orderId,
    at,
  });
