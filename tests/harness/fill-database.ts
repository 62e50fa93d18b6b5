import { UNITS } from '../../src/contract/money.ts';
import { orderStatuses } from '../../src/contract/status.ts';
import { reportTraffic } from '../../src/server/demo/traffic.ts';
import { day, hour } from '../../src/server/platform/clock.ts';
import { qualifications, restrictions, statements } from '../../src/server/schema.ts';
import { decide } from './decide.ts';
import { addListed, apply, drive, place } from './market.ts';
import { payPassword, type TestServer, type TestUser } from './server.ts';

const freezeWallet = async ({ deps: { db }, clock }: TestServer, { shopId }: TestUser): Promise<void> => {
  const since = clock.now();
  const reviewBy = new Date(since.getTime() + 14 * day);
  const reasons = { facts: 'The account was used from two places.', rule: 'Accounts are personal.' };
  await db.insert(statements).values({
    id: 'sta_frozen',
    shopId,
    kind: 'wallet_frozen',
    appeal: '/appeal?ref=sta_frozen',
    actor: 'nour',
    ...reasons,
    at: since,
  });
  await db
    .insert(restrictions)
    .values({ id: 'rst_frozen', shopId, kind: 'wallet_frozen', statementId: 'sta_frozen', since, reviewBy });
};

/** Plays a day of two shops, with something of nearly every kind in it. */
export async function fillDatabase(server: TestServer): Promise<void> {
  const { deps, clock } = server;
  const salma = await server.addUser({ username: 'salma' });
  const badr = await server.addUser({ username: 'badr' });
  const call = (user: TestUser, name: string, input: object) =>
    server.call<never>(name, input, { token: user.token });
  await server.fund(salma.shopId, 900n * UNITS);
  await server.fund(badr.shopId, 50n * UNITS);
  const lamp = await addListed(server, salma, { name: 'Olive wood lamp' });
  const bowl = await addListed(server, salma, { name: 'Clay bowl, 30 cm — وعاء', cost: 7_350_000n });
  await addListed(server, badr, { name: 'Brass tray', type: 'Trays' });

  // One order a status twice over, once out of each purse, with what time does in between.
  for (const wallet of [undefined, 'held_until_delivery']) {
    for (const status of orderStatuses) {
      clock.advance(hour / 4);
      await drive(
        server,
        await place(server, salma, lamp.id, { quantity: 2, ...(wallet && { wallet }) }),
        status,
      );
    }
  }
  const inPart = await drive(server, await place(server, salma, bowl.id), 'accepted');
  const refund = { event: 'partial_refund', party: 'platform', decision: { partialAmount: UNITS } } as const;
  await apply(server, { orderId: inPart.id, ...refund });

  const parcel = await drive(server, await place(server, salma, lamp.id), 'to_be_shipped');
  const sent = { order: parcel.id, carrier: 'Meridian Post', tracking: 'MP1' };
  for (const [decision, input] of [
    ['ship', sent],
    ['scan', { order: parcel.id }],
    ['deliver', { order: parcel.id }],
  ] as const) {
    await decide(deps, decision, input, 'nour');
    clock.advance(hour);
  }

  const payable = await place(server, salma, bowl.id, { wallet: 'held_until_delivery' });
  const paid = await place(server, salma, bowl.id, { wallet: 'held_until_delivery' });
  await call(salma, 'POST /v1/quote', { kind: 'order', orderIds: [payable.id] });
  await call(salma, 'POST /v1/order/pay', { orderIds: [paid.id], payPassword });
  const listing = await call(salma, 'POST /v1/showcase/list', {});
  const { list } = listing.data as { list: { id: string; name: string }[] };
  await call(salma, 'POST /v1/showcase/del', { ids: [list.find(({ name }) => name === bowl.name)?.id] });
  await call(salma, 'POST /v1/user/wallet_flow', { format: 'csv' });
  await call(badr, 'POST /v1/order/pay', { orderIds: ['none'], payPassword: '908070' });
  await server.call('POST /login', { username: 'nobody-here', password: 'wrong-password' });

  const shop = salma.shopId;
  const hold = { shop, facts: 'A buyer asked their bank.', rule: 'Money in dispute is held.' };
  await decide(deps, 'hold', { ...hold, amount: '12.50', code: 'dispute', days: '14' }, 'nour');
  clock.advance(day);
  await decide(deps, 'hold', { ...hold, amount: '3.00', code: 'risk', days: '2' }, 'nour');
  await reportTraffic(deps, shop, { visitors: 4, clicks: [{ goods: lamp.code, count: 9 }] });
  await freezeWallet(server, badr);
  const document = { id: 'qlf_trade', shopId: shop, url: '/files/trade.pdf', status: 'verified' as const };
  await deps.db.insert(qualifications).values(document);
}
