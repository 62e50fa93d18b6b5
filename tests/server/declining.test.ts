import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import type { OrderStatus } from '../../src/contract/status.ts';
import { orderStatuses } from '../../src/contract/status.ts';
import { kinds } from '../harness/database.ts';
import { addListed, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { totalOf } from '../harness/total.ts';
import { useServer } from '../harness/use-server.ts';

describe.each(kinds)('declining an order on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let goodsId: string;
  const decline = (
    orderId: string,
    key: string = randomUUID(),
    as = user,
    reason = 'Cannot pack it this week',
  ) => server.call('POST /v1/order/decline', { orderId, reason }, { token: as.token, key });
  const held = (account: string) => totalOf(server.deps.db, account);

  beforeEach(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 100n * UNITS);
    goodsId = (await addListed(server, user)).id;
  });

  it('gives the buyer everything back, and costs nothing', async () => {
    const { id } = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
    const buyer = await held('world:buyer');
    expect((await decline(id)).data.order).toMatchObject({
      status: 'cancelled',
      endReason: 'declined',
      refunded: '20.00',
      allowedActions: [],
      net: '0.00',
      expectedProfit: '0.00',
      provenance: { held: '0.00' },
    });
    expect((await held('world:buyer')) - buyer).toBe(20n * UNITS);
    expect(await held(`M.available:${user.shopId}`)).toBe(100n * UNITS);
  });

  it('is too late once its time has passed, also before the round that says so', async () => {
    const { id } = await place(server, user, goodsId);
    server.clock.advance(server.deps.config.timing.payBy);
    const now = { ...user, token: await server.signIn(user) };
    expect(await decline(id, randomUUID(), now)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'status' },
    });
  });

  const later = orderStatuses.filter((status) => status !== 'pending_payment');
  it.each(later)('is too late for an order that is %s', async (status: OrderStatus) => {
    const { id } = await drive(server, await place(server, user, goodsId), status);
    const before = await held(`M.available:${user.shopId}`);
    expect(await decline(id)).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'status', params: { status } },
    });
    const { data } = await server.call('POST /v1/order/list', { id }, { token: user.token });
    expect(data.list[0]?.status).toBe(status);
    expect(await held(`M.available:${user.shopId}`)).toBe(before);
  });
});
