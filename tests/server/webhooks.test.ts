import { eq, max } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { day, hour, minute, second } from '../../src/server/platform/clock.ts';
import { outsidePoster } from '../../src/server/platform/post-outside.ts';
import { eventKinds } from '../../src/server/schema/webhooks.ts';
import { users, webhookEvents } from '../../src/server/schema.ts';
import { signedHeaders } from '../../src/server/shops/webhooks/endpoint-secret.ts';
import { publishEvents } from '../../src/server/shops/webhooks/feed.ts';
import { webhookSender } from '../../src/server/shops/webhooks/send-webhooks.ts';
import { tidy } from '../../src/server/start.ts';
import { bothKinds } from '../harness/database.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { type Receiver, startReceiver, type Treatment } from './webhooks/receiver.ts';

it('signs a message as the published example of Standard Webhooks is signed', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1614265330_000),
    body: '{"test": 2432232314}',
  };
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  expect(signedHeaders(key, message)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

describe.each(bothKinds)('events for other systems, on %s', (kind) => {
  const server = useServer(kind, { config: { demo: true } });
  let user: TestUser;
  let goodsId: string;
  let receiver: Receiver;
  let sender: ReturnType<typeof webhookSender>;
  let endpoint: string;
  let treatment: Treatment;
  let requests = 0;

  const add = async (flags: object = {}) => {
    const made = await server.decide<{ endpoint: string; secret: string }>('webhook-add', {
      url: receiver.url,
      kinds: eventKinds.join(','),
      ...flags,
    });
    return made;
  };
  const round = async () => {
    await sender.round();
    await sender.idle();
  };
  const pay = async (merchant = user) => {
    const order = await place(server, merchant, goodsId);
    await drive(server, order, 'to_be_shipped');
    return order;
  };
  const orders = () => receiver.received.map(({ data }) => data.order);
  type List<Row> = { list: Row[] };
  type Endpoint = { endpoint: string; error: string; failingSince: string };
  const endpoints = async () => ((await server.read('webhooks', {})) as List<Endpoint>).list;
  const listed = async () => (await endpoints()).find((row) => row.endpoint === endpoint);
  const letters = async () => ((await server.read('webhook-dead-letters', {})) as List<object>).list;

  beforeAll(async () => {
    user = await server.addUser();
    await server.fund(user.shopId, 1_000_000_000n);
    goodsId = (await addListed(server, user)).id;
  });
  beforeEach(async () => {
    await publishEvents(server.deps);
    treatment = 'take';
    requests = 0;
    receiver = await startReceiver((before) => {
      requests = before + 1;
      return treatment;
    });
    sender = webhookSender(server.deps, outsidePoster({ mayReachLoopback: true, timeout: 300 }));
    const made = await add();
    endpoint = made.endpoint;
    receiver.trust(made.secret);
  });
  afterEach(async () => {
    await server.decide('webhook-end', { endpoint });
    await receiver.close();
    await sender.stop();
  });

  it('reach an endpoint once, signed by its secret, with ids, the address of their read and no content', async () => {
    const order = await pay();
    await round();
    await round();
    expect(receiver.received).toMatchObject([
      {
        type: 'order.to_ship',
        data: { order: order.id, no: order.no, shop: user.shopId, link: `/ops/order?order=${order.id}` },
      },
    ]);
    expect(receiver.unsigned).toBe(0);
  });

  it('are not there where the transaction of what happened was rolled back', async () => {
    const order = await place(server, user, goodsId);
    const undone = server.deps.db.transaction(async (tx) => {
      const inTx = { ...server, deps: { ...server.deps, db: tx } };
      await apply(inTx, { orderId: order.id, event: 'pay', party: 'merchant' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await round();
    expect(receiver.received).toEqual([]);
  });

  it('tell a supplier not to ship an order that is refunded before', async () => {
    const { id } = await pay();
    await apply(server, { orderId: id, event: 'refund', party: 'platform', decision: { fault: 'supplier' } });
    await round();
    expect(receiver.received.map(({ type }) => type)).toEqual(['order.to_ship', 'order.cancelled']);
  });

  it.each([
    ['fail', 'it answered 500'],
    ['hang', 'no whole answer came in time'],
    ['cut', 'the answer was cut off'],
    ['redirect', 'it answered 307'],
    ['endless', 'the answer is longer than 64 kB'],
  ] as const)('wait in their order while an endpoint behaves so: %s', async (bad, error) => {
    treatment = bad;
    const first = await pay();
    await round();
    expect(await listed()).toMatchObject({ error, failingSince: server.clock.now().toISOString() });
    const next = await pay();
    treatment = 'take';
    await round();
    expect(receiver.received).toEqual([]);
    server.clock.advance(10 * second);
    await round();
    expect(orders()).toEqual([first.id, next.id]);
    expect(await listed()).toMatchObject({ error: null, failingSince: null });
  });

  it('of one shop are sent one at a time, though a round begins while one is under way', async () => {
    treatment = 'hang';
    await pay();
    await pay();
    await sender.round();
    await round();
    expect(requests).toBe(1);
  });

  it('of one shop do not wait for those of another', async () => {
    const other = await server.addUser();
    await server.fund(other.shopId, 1_000_000_000n);
    const { id } = await addListed(server, other);
    treatment = 'fail';
    await pay();
    await round();
    treatment = 'take';
    const order = await place(server, other, id);
    await drive(server, order, 'to_be_shipped');
    await round();
    expect(orders()).toEqual([order.id]);
  });

  it('are dead letters after three days of tries, and are replayed in their order before what is newer', async () => {
    treatment = 'fail';
    const [one, two] = [await pay(), await pay()];
    await round();
    server.clock.advance(3 * day - minute);
    await round();
    expect(await letters()).toEqual([]);
    server.clock.advance(hour);
    await round();
    await round();
    expect(await letters()).toMatchObject([{ error: 'it answered 500' }, { error: 'it answered 500' }]);
    treatment = 'take';
    const three = await pay();
    await server.decide('webhook-replay', { endpoint });
    await round();
    expect(orders()).toEqual([one.id, two.id, three.id]);
    expect(await letters()).toEqual([]);
  });

  it('are listed in a feed for each who acts on them, page by page', async () => {
    type Feed = { next: number; list: { data: { order: string } }[] };
    const page = (name: string, after: number) =>
      server.read(name, { after: String(after), limit: '2' }) as Promise<Feed>;
    const [latest] = await server.deps.db
      .select({ position: max(webhookEvents.position) })
      .from(webhookEvents);
    const after = latest?.position ?? 0;
    const paid = [await pay(), await pay(), await pay()];
    await publishEvents(server.deps);
    const first = await page('supplier-events', after);
    const last = await page('supplier-events', first.next);
    expect([...first.list, ...last.list].map(({ data }) => data.order)).toEqual(paid.map(({ id }) => id));
    expect(await page('supplier-events', last.next)).toEqual({ list: [], next: last.next });
    expect((await page('finance-events', after)).list).toEqual([]);
  });

  it('tell a host what its own merchant has to do, with the number of the badge when it is sent', async () => {
    const own = await server.addUser();
    await server.deps.db
      .update(users)
      .set({ partnerRef: `host-${kind}` })
      .where(eq(users.id, own.userId));
    const order = await place(server, own, (await addListed(server, own)).id);
    await place(server, user, goodsId);
    await round();
    expect(receiver.received).toMatchObject([
      {
        type: 'merchant.to_act',
        data: {
          user: `host-${kind}`,
          shop: own.shopId,
          notice: 'order_placed',
          link: `/order?id=${order.id}`,
          badge: 1,
        },
      },
    ]);
    const { list } = (await server.read('host-events', { limit: '200' })) as List<{
      data: { badge: number };
    }>;
    expect(list.map(({ data }) => data.badge)).toEqual([1]);
  });

  it('are refused behind a position that the feed has not reached, as after a restored backup', async () => {
    await pay();
    await publishEvents(server.deps);
    const [{ position = null } = {}] = await server.deps.db
      .select({ position: max(webhookEvents.position) })
      .from(webhookEvents);
    expect(await server.read('events', { after: String(position) })).toEqual({ list: [], next: position });
    await expect(server.read('events', { after: String(Number(position) + 1) })).rejects.toMatchObject({
      code: codes.invalidParameter,
      detail: { field: 'after', reason: 'position_ahead' },
    });
  });

  it('are deleted when they are too old to be replayed', async () => {
    await pay();
    await round();
    server.clock.advance(29 * day);
    await tidy(server.deps);
    expect((await server.deps.db.select().from(webhookEvents)).length).toBeGreaterThan(0);
    server.clock.advance(2 * day);
    await tidy(server.deps);
    expect(await server.deps.db.select().from(webhookEvents)).toEqual([]);
  });

  it.each([
    'http://supplier.example/souk',
    'https://10.0.0.8/souk',
    'https://[fd00::1]:8443/',
    'https://0x0a.1/',
    'https://user:secret@supplier.example/',
    'ftp://localhost/',
    'supplier',
  ])('are not sent to %s', async (url) => {
    const { code, detail } = await server.refused('webhook-add', { url, kinds: 'order.to_ship' });
    expect([code, detail.field]).toEqual([codes.invalidParameter, 'url']);
  });

  afterAll(async () => {
    for (const row of await endpoints()) await server.decide('webhook-end', { endpoint: row.endpoint });
  });
});
