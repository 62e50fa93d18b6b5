import type { Database } from '../database/db.ts';
import { type News, notify } from '../notices/notify.ts';
import type { OrderRow } from '../orders/order-row.ts';
import type { CaseEvent } from './case-machine.ts';
import type { CaseRow } from './case-row.ts';

type Teller = (order: OrderRow, row: CaseRow) => News | null;

const until = ({ dueAt, openedAt }: CaseRow) => (dueAt ?? openedAt).toISOString();
const closed: Teller = ({ no }, { outcome }) => ({
  kind: 'case_closed',
  params: { no, outcome: `case_${outcome ?? 'withdrawn'}` },
});

// What the merchant did is no news to the merchant.
const news: Record<CaseEvent, Teller> = {
  forward: ({ no }, row) => ({ kind: 'case_opened', params: { no, reason: row.reason, actBy: until(row) } }),
  approve: () => null,
  reject: () => null,
  silence: ({ no }, row) => ({ kind: 'case_in_review', params: { no, decideBy: until(row) } }),
  appeal: ({ no }, row) => ({ kind: 'case_in_review', params: { no, decideBy: until(row) } }),
  uphold: ({ no }, row) => ({ kind: 'case_upheld', params: { no, sendBackBy: until(row) } }),
  dismiss: closed,
  extend: ({ no }, row) => ({ kind: 'case_extended', params: { no, decideBy: until(row) } }),
  send_back: ({ no }, { carrier }) => ({ kind: 'case_sent_back', params: { no, carrier: carrier ?? '' } }),
  receive: ({ no }, row) => ({ kind: 'case_received', params: { no, refundBy: until(row) } }),
  overdue: ({ no }, row) => ({ kind: 'case_in_review', params: { no, decideBy: until(row) } }),
  // The order's own notice says what went back.
  refund: () => null,
  lapse: closed,
  withdraw: closed,
  order_ended: () => null,
};

const linkTo = (row: CaseRow) => `/afterSale?id=${row.id}`;

/** Tells the merchant what an event has made of a case: the last thing of the event, after its postings. */
export async function tellCase(
  tx: Database,
  event: CaseEvent,
  { order, row, at }: { order: OrderRow; row: CaseRow; at: Date },
): Promise<void> {
  const told = news[event](order, row);
  if (told) await notify(tx, { ...told, shopId: row.shopId, link: linkTo(row), at });
}

/** Tells the merchant who is now found to be at fault, before anything is decided by it. */
export const tellFinding = (tx: Database, order: OrderRow, row: CaseRow, at: Date): Promise<void> =>
  notify(tx, {
    ...{ kind: 'case_finding', params: { no: order.no, fault: `fault_${row.fault}` } },
    ...{ shopId: row.shopId, link: linkTo(row), at },
  });
