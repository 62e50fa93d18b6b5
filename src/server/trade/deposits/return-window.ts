import { sql } from 'drizzle-orm';
import { type OrderStatus, orderStatuses } from '../../../contract/status.ts';
import { after } from '../../platform/clock.ts';
import type { Timing } from '../../platform/config/timing.ts';
import type { Deps } from '../../platform/context.ts';
import { queryRows, sqlList } from '../../platform/database/db.ts';

const ended: OrderStatus[] = ['completed', 'cancelled', 'refunded'];
const open = orderStatuses.filter((status) => !ended.includes(status));

interface Group {
  status: OrderStatus;
  dueAt: Date | null;
  deliveredAt: Date | null;
}

// After delivery an order is finished once its return window and its settlement have both ended.
const fromDelivery = (timing: Timing): number =>
  Math.max(timing.returnWindow, timing.autoAccept + timing.settle * 2);

const expectedEnd = ({ status, dueAt, deliveredAt }: Group, now: Date, timing: Timing): Date => {
  const onTheWay = timing.carrierDelivers + fromDelivery(timing);
  if (status === 'pending_payment') return after(dueAt ?? now, timing.shipBy + onTheWay);
  if (status === 'to_be_shipped') return after(dueAt ?? now, onTheWay);
  if (status === 'shipped') return after(now, onTheWay);
  // Its window was counted when it was settled, by what held for the order.
  if (status === 'waiting_for_withdrawal' && dueAt) return dueAt;
  return after(deliveredAt ?? now, fromDelivery(timing));
};

/**
 * Estimates when the last return window of a shop's orders ends, of the orders placed up to `until`; now, where no such
 * order is open.
 */
export async function lastWindowEnd(
  deps: Deps,
  shopId: string,
  until: Date = deps.clock.now(),
): Promise<{ at: Date; isOver: boolean }> {
  const { db, clock, config } = deps;
  const placed = sql`shop_id = ${shopId} and status = s.status and created_at <= ${until.toISOString()}::timestamptz`;
  // Each is the end of an index: a busy shop has as many open orders as others have orders.
  // The order is by the table's column, as its bare name would be the text that is selected.
  const groups = await queryRows<{ status: OrderStatus; dueAt: string | null; deliveredAt: string | null }>(
    db,
    sql`select s.status,
          case when s.status in ('pending_payment', 'to_be_shipped', 'waiting_for_withdrawal') then (select due_at::text
            from orders where ${placed} and due_at is not null order by orders.due_at desc limit 1) end as "dueAt",
          case when s.status in ('to_be_accepted', 'accepted', 'pending_settlement') then (select delivered_at::text
            from orders where ${placed} and delivered_at is not null order by orders.delivered_at desc limit 1) end as "deliveredAt"
        from unnest(array[${sqlList(open)}]::text[]) as s (status)
        where (select true from orders where ${placed} limit 1)`,
  );
  const now = clock.now();
  const ends = groups.map(({ status, dueAt, deliveredAt }) => {
    const moment = (at: string | null) => (at === null ? null : new Date(at));
    const group = { status, dueAt: moment(dueAt), deliveredAt: moment(deliveredAt) };
    return expectedEnd(group, now, config.timing).getTime();
  });
  return { at: new Date(Math.max(now.getTime(), ...ends)), isOver: groups.length === 0 };
}
