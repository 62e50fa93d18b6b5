import type { Database } from '../../platform/database/db.ts';
import { markDone, type NoticeEvent, notify, topicOfCase } from '../../shops/notices/notify.ts';
import type { CaseEvent } from '../model/case-machine.ts';
import type { CaseRow } from '../model/case-row.ts';

type NoticeBuilder = (row: CaseRow) => NoticeEvent | null;

const until = ({ dueAt, openedAt }: CaseRow) => (dueAt ?? openedAt).toISOString();
const closed: NoticeBuilder = ({ outcome }) => ({
  kind: 'case_closed',
  params: { outcome: `case_${outcome ?? 'withdrawn'}` },
});

// Merchants get no notice of what they did themselves.
const noticeBuilders: Record<CaseEvent, NoticeBuilder> = {
  forward: (row) => ({ kind: 'case_opened', params: { actBy: until(row) } }),
  approve: () => null,
  reject: () => null,
  no_answer: (row) => ({ kind: 'case_in_review', params: { decideBy: until(row) } }),
  escalate: (row) => ({ kind: 'case_in_review', params: { decideBy: until(row) } }),
  uphold: (row) => ({ kind: 'case_upheld', params: { sendBackBy: until(row) } }),
  dismiss: closed,
  extend: (row) => ({ kind: 'case_extended', params: { decideBy: until(row) } }),
  send_back: ({ carrier }) => ({ kind: 'case_sent_back', params: { carrier: carrier ?? '' } }),
  appeal: (row) => ({ kind: 'case_in_review', params: { decideBy: until(row) } }),
  receive: (row) => ({ kind: 'case_received', params: { refundBy: until(row) } }),
  overdue: (row) => ({ kind: 'case_in_review', params: { decideBy: until(row) } }),
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
  { row, at }: { row: CaseRow; at: Date },
): Promise<void> {
  const { shopId, id, orderId } = row;
  const notice = noticeBuilders[event](row);
  if (notice) return notify(tx, { ...notice, shopId, id, orderId, at });
  await markDone(tx, { shopId, topics: [topicOfCase(orderId)], at });
}

/** Notifies the merchant of who is now found to be at fault, before anything is decided by it. */
export const notifyFinding = (tx: Database, row: CaseRow, at: Date): Promise<void> =>
  notify(tx, {
    kind: 'case_finding',
    params: { fault: `fault_${row.fault}` },
    shopId: row.shopId,
    id: row.id,
    orderId: row.orderId,
    at,
  });
