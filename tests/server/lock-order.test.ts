import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../src/server/ledger/audit.ts';
import { applyEvent, type OrderChange } from '../../src/server/orders/apply-event.ts';
import { placeOrder } from '../../src/server/orders/place-order.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const rounds = 6;
const many = 6;

// Without the second try that inTransaction gives: a deadlock is a failure here.
describe('orders that begin and end at once on PostgreSQL', () => {
  let server: TestServer;
  let user: TestUser;
  let goodsId: string;
  const begin = () =>
    server.deps.db.transaction((tx) =>
      placeOrder(
        { ...server.deps, db: tx },
        {
          ...{ shopId: user.shopId, items: [{ goodsId, quantity: 1 }], actor: 'test:buyer' },
          ...{ buyer: 'Layla H.', paymentRef: 'Card •••• 4242' },
        },
      ),
    );
  const end = (change: Pick<OrderChange, 'orderId' | 'event' | 'party'>) =>
    server.deps.db.transaction((tx) => applyEvent({ ...server.deps, db: tx }, { ...change, actor: 'test' }));
  const failures = async (work: Promise<unknown>[]) =>
    (await Promise.allSettled(work)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));

  beforeAll(async () => {
    server = await startTestServer('postgres');
    user = await server.addUser();
    goodsId = (await addListed(server, user)).id;
  });
  afterAll(async () => {
    expect((await audit(server.deps.db)).findings).toEqual([]);
    await server.close();
  });

  it('never wait for each other: pieces given back and pieces taken', async () => {
    for (let round = 0; round < rounds; round++) {
      const open = [];
      for (let n = 0; n < many; n++) open.push(await place(server, user, goodsId));
      const ends = open.map(({ id }) => end({ orderId: id, event: 'cancel', party: 'buyer' }));
      expect(await failures([...ends, ...open.map(begin)])).toEqual([]);
    }
  });

  it('never wait for each other: a better score and a new order of one shop', async () => {
    for (let round = 0; round < rounds; round++) {
      const open = [];
      for (let n = 0; n < many; n++)
        open.push(await drive(server, await place(server, user, goodsId), 'waiting_for_withdrawal'));
      const ends = open.map(({ id }) => end({ orderId: id, event: 'release', party: 'system' }));
      expect(await failures([...ends, ...open.map(begin)])).toEqual([]);
    }
  });
});
