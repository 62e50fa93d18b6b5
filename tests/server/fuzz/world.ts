import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Output } from '../../../src/contract/calls.ts';
import { UNITS } from '../../../src/contract/money.ts';
import { orderStatuses } from '../../../src/contract/status.ts';
import { decide } from '../../../src/server/operators/decisions.ts';
import { hour } from '../../../src/server/platform/clock.ts';
import * as tables from '../../../src/server/schema.ts';
import { seedHelp } from '../../../src/server/services/help/seed-help.ts';
import { addAccount, card, tron } from '../../harness/bank.ts';
import { driveCase, request } from '../../harness/cases.ts';
import { apply, verify } from '../../harness/identity.ts';
import { addGoods, addListed, drive, place } from '../../harness/market.ts';
import { passTime } from '../../harness/pass-time.ts';
import { openTronChannel } from '../../harness/recharging.ts';
import { password, payPassword, type TestServer, type TestUser } from '../../harness/server.ts';
import { withdraw } from '../../harness/withdrawing.ts';
import type { Known } from './valid.ts';

export interface World {
  user: TestUser;
  /** Values that mean something here, by the field of a call that takes them. */
  knownTo(path: string): Known;
}

/** What all shops share: channels to pay in by, offers, help. */
export async function openHouse(server: TestServer): Promise<void> {
  await seedHelp(server.deps);
  await openTronChannel(server);
  const offer = {
    title: 'Top of the list',
    image: '/files/x.svg',
    target: 'shop',
    unit: 'click',
    days: '30',
  };
  await decide(server.deps, 'ad-create', { ...offer, price: '9.00', quantity: '10' }, 'test');
  const forGoods = { ...offer, target: 'goods', price: '9.00', quantity: '10' };
  await decide(server.deps, 'ad-create', forGoods, 'test');
}

const idsIn = async ({ deps }: TestServer, table: PgTable, shopId?: string): Promise<string[]> => {
  const rows = (await deps.db.select().from(table)) as { id: string; shopId?: string }[];
  return rows.filter((row) => shopId === undefined || row.shopId === shopId).map(({ id }) => id);
};

// Two of each status, and more of those that a merchant has to do with: each call spends some.
const placeOrders = async (server: TestServer, user: TestUser, goodsId: string) => {
  const orders = [];
  for (let n = 0; n < 2; n++) {
    const paid = await drive(server, await place(server, user, goodsId), 'to_be_shipped');
    await decide(server.deps, 'ship', { order: paid.id }, 'test');
    orders.push(paid);
  }
  for (const status of [...orderStatuses, ...Array(12).fill('pending_payment')] as const)
    orders.push(await drive(server, await place(server, user, goodsId), status));
  for (let n = 0; n < 6; n++) {
    const delivered = await drive(server, await place(server, user, goodsId), 'to_be_accepted');
    await driveCase(server, await request(server, delivered.id), 'merchant_due');
    orders.push(delivered);
  }
  return orders;
};

/**
 * A shop with something of everything, and the names of all of it: inputs that are right reach what they ask for.
 * For one call only what that one asks for; without one, for all that only read.
 */
export async function buildWorld(server: TestServer, path = ''): Promise<World> {
  const user = await server.addUser();
  const { shopId } = user;
  await server.fund(shopId, 5_000n * UNITS);
  // Who has applied can take it back, who has not can apply, and everything else is for the verified.
  if (path === '/v1/per/withdraw') await apply(server, user);
  else if (path !== '/v1/per/ident-upload') await verify(server, user);
  // Added two days ago, so that one world's wait is not another's end.
  server.clock.advance(-48 * hour);
  const { account } = (await addAccount(server, user, { type: 'trx_usdt', address: tron[0] })).data;
  const spare = (await addAccount(server, user, card)).data.account;
  await passTime(server, user, 48 * hour);
  const { token } = user;
  await withdraw(server, user, { amount: '20.00', accountId: account.id });
  const goods = [];
  for (let n = 0; n < 4; n++) goods.push(await addListed(server, user));
  const free = [await addGoods(server), await addGoods(server), await addGoods(server)];
  const hasOrders = path === '' || /order|shop.close/.test(path);
  const orders = hasOrders ? await placeOrders(server, user, goods[0]?.id ?? '') : [];
  const hold = { shop: shopId, amount: '5.00', code: 'dispute', facts: 'A dispute.', rule: 'Terms 7.' };
  await decide(server.deps, 'hold', hold, 'test');

  const offers = await server.deps.db.select().from(tables.adOffers);
  const offersOf = (wanted: string) => offers.filter(({ target }) => target === wanted).map(({ id }) => id);
  const adId = [...offersOf('shop'), ...offersOf('goods')];
  for (let n = 0; n < 3; n++)
    await server.call('POST /v1/ad/pay', { adId: adId[0], payPassword }, { token, key: randomUUID() });
  const quote = await server.call<Output<'POST /v1/quote'>>(
    'POST /v1/quote',
    { kind: 'withdraw', amount: '20.00', accountId: account.id },
    { token },
  );
  const friend = await server.call<Output<'POST /v1/user/invite/add'>>(
    'POST /v1/user/invite/add',
    {},
    { token },
  );
  // Guesses made in another world are not this one's.
  await server.deps.db.delete(tables.loginAttempts);
  if (path === '' || path.includes('password'))
    await server.call('POST /verify_code', { username: user.username });
  const pending = orders.filter(({ status }) => status === 'pending_payment').map(({ id }) => id);
  const notices = await idsIn(server, tables.notices, shopId);
  const showcase = await idsIn(server, tables.showcase, shopId);
  const cases = tables.afterSaleCases;
  const open = await server.deps.db.select().from(cases).where(eq(cases.shopId, shopId));

  const common: Known = {
    username: [user.username, 'nobody'],
    password: [password],
    loginPassword: [password],
    payPassword: [payPassword],
    oldPassword: [payPassword],
    newPassword: ['246813'],
    confirmPassword: ['246813'],
    sellingPrice: ['25.00'],
    amount: ['20.00', '10.00'],
    orderId: orders.map(({ id }) => id),
    orderIds: pending,
    refNo: orders.map(({ no }) => no),
    goodsId: [...goods, ...free].map(({ id }) => id),
    caseId: open.map(({ id }) => id),
    ref: await idsIn(server, tables.statements, shopId),
    accountId: [account.id],
    quoteId: [quote.data.quoteId],
    channelId: await idsIn(server, tables.rechargeChannels),
    adId,
    goodsAdId: offersOf('goods'),
    friendId: await idsIn(server, tables.friends, shopId),
    typeId: ['type', 'merchant', 'agent'],
    purchaseId: await idsIn(server, tables.adPurchases, shopId),
    upToId: notices,
    verifyCode: server.sent.slice(0, 1).map((sent) => sent.code),
    inviteCode: [friend.data.inviteCode],
    keyword: ['Thing', 'SK-'],
    address: [tron[1]],
  };
  const id: Record<string, string[]> = {
    '/v1/showcase/edit': showcase,
    '/v1/order/list': pending,
    '/v1/user/bank/edit': [spare.id],
    '/v1/user/bank/del': [spare.id],
    '/v1/user/withdraw/cancel': await idsIn(server, tables.withdrawals, shopId),
    '/v1/home/qa_detail': await idsIn(server, tables.articles),
  };
  const own: Record<string, Known> = {
    '/v1/showcase/add': { goodsId: free.map((row) => row.id) },
    '/v1/showcase/del': { ids: showcase },
    '/v1/notify/read': { ids: notices },
    '/v1/order/decline': { orderId: pending },
    '/v1/order/logistics': {
      orderId: orders.slice(0, 2).map((order) => order.id),
    },
    '/v1/shop/upgrade': { typeId: ['merchant', 'agent'] },
  };
  return { user, knownTo: (asked) => ({ ...common, id: id[asked] ?? [], ...own[asked] }) };
}
