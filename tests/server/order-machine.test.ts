import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { type OrderStatus, orderStatuses } from '../../src/contract/status.ts';
import { accounts, orderEvents as history, orders } from '../../src/server/schema.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import {
  type OrderEvent,
  orderEventNames,
  orderMachine,
  type Party,
} from '../../src/server/trade/model/order-machine.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { kinds } from '../harness/database.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

// The declared pairs once more, by hand: a line added to the machine by mistake shows here.
const declared: Record<OrderStatus, OrderEvent[]> = {
  pending_payment: ['pay', 'decline', 'cancel', 'expire'],
  to_be_shipped: ['ship', 'overdue', 'refund'],
  shipped: ['deliver', 'overdue', 'partial_refund', 'refund'],
  to_be_accepted: ['accept', 'auto_accept', 'partial_refund', 'refund'],
  accepted: ['enqueue_settlement', 'partial_refund', 'refund'],
  pending_settlement: ['settle', 'partial_refund', 'refund'],
  waiting_for_withdrawal: ['release', 'refund'],
  completed: [],
  cancelled: [],
  refunded: [],
};

const parties: Party[] = ['merchant', 'buyer', 'supplier', 'carrier', 'system', 'platform'];
const decision = { fault: 'supplier', partialAmount: UNITS } as const;

describe('the order machine', () => {
  it('declares these pairs and no others', () => {
    const found = orderStatuses.map((status) => [status, Object.keys(orderMachine[status]).sort()]);
    expect(found).toEqual(orderStatuses.map((status) => [status, [...declared[status]].sort()]));
  });
});

describe.each(kinds)('an order on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let goodsId: string;
  const snapshot = async (id: string) => ({
    order: await server.deps.db.select().from(orders).where(eq(orders.id, id)),
    history: await server.deps.db.select().from(history).where(eq(history.orderId, id)),
    accounts: await server.deps.db.select().from(accounts).orderBy(accounts.id),
  });

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 10_000n * UNITS);
    goodsId = (await addListed(server, user)).id;
  });

  describe.each(orderStatuses)('%s', (status) => {
    let order: OrderRow;
    const other = orderEventNames.filter((event) => !declared[status].includes(event));
    beforeAll(async () => {
      order = await drive(
        server,
        await place(server, user, goodsId, { wallet: 'held_until_delivery' }),
        status,
      );
    });

    it('refuses every other event with 203 and changes nothing', async () => {
      const before = await snapshot(order.id);
      for (const event of other) {
        for (const party of parties) {
          const refused = apply(server, { orderId: order.id, event, party, decision });
          await expect(refused, `${event} by ${party}`).rejects.toMatchObject({
            code: codes.invalidOperation,
          });
        }
      }
      expect(await snapshot(order.id)).toEqual(before);
    });

    it.each(declared[status])('goes on by %s', async (event) => {
      const fresh = await drive(server, await place(server, user, goodsId), status);
      const { to, by } = orderMachine[status][event] ?? { to: status, by: 'system' };
      const after = await apply(server, { orderId: fresh.id, event, party: by, decision });
      expect(after.status).toBe(to);
      const rows = await server.deps.db
        .select()
        .from(history)
        .where(eq(history.orderId, fresh.id))
        .orderBy(history.seq);
      expect(rows.at(-1)).toMatchObject({ event, from: status, to, actor: 'test' });
    });
  });

  it.each([
    ['pending_payment', 'expire'],
    ['to_be_shipped', 'overdue'],
    ['shipped', 'overdue'],
    ['to_be_accepted', 'auto_accept'],
    ['accepted', 'enqueue_settlement'],
    ['pending_settlement', 'settle'],
    ['waiting_for_withdrawal', 'release'],
  ] as const)('%s ends by itself when its time has come: %s', async (status, event) => {
    const order = await drive(server, await place(server, user, goodsId), status);
    const wait = (order.dueAt?.getTime() ?? Number.NaN) - server.clock.now().getTime();
    server.clock.advance(wait);
    await runDue(server.deps);
    const rows = await server.deps.db
      .select({ event: history.event, from: history.from })
      .from(history)
      .where(eq(history.orderId, order.id));
    expect(rows).toContainEqual({ event, from: status });
  });

  it('lets only the merchant pay or decline, and the merchant do nothing else', async () => {
    const order = await place(server, user, goodsId);
    for (const [event, party] of [
      ['pay', 'platform'],
      ['decline', 'system'],
      ['cancel', 'merchant'],
    ] as const) {
      const refused = apply(server, { orderId: order.id, event, party });
      await expect(refused).rejects.toMatchObject({ detail: { reason: 'not_yours_to_do' } });
    }
  });
});
