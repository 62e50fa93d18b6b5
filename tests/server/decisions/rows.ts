// One file: each decision of the operator with what it needs, read as a table.

import { eq, max } from 'drizzle-orm';
import { formatMoney, UNITS } from '../../../src/contract/money.ts';
import type { OrderStatus } from '../../../src/contract/status.ts';
import { day } from '../../../src/server/platform/clock.ts';
import {
  qualifications,
  transactions,
  users,
  webhookDeadLetters,
  webhookEvents,
} from '../../../src/server/schema.ts';
import { publishEvents } from '../../../src/server/shops/webhooks/feed.ts';
import { usableAccount } from '../../harness/bank.ts';
import { driveCase, request } from '../../harness/cases.ts';
import { decide } from '../../harness/decide.ts';
import { apply as applyForIdentity, verify } from '../../harness/identity.ts';
import { addGoods, addListed, drive, type GoodsRow, place } from '../../harness/market.ts';
import { hashOf, openTronChannel, report } from '../../harness/recharging.ts';
import { png } from '../../harness/sample-files.ts';
import { password, payPassword, type TestServer, type TestUser } from '../../harness/server.ts';
import { withdraw } from '../../harness/withdrawing.ts';

type Flags = Record<string, string>;

/** A merchant of one row's own, with money and listed goods, and what a row makes for its decision. */
export interface DecisionDesk {
  server: TestServer;
  user: TestUser;
  goods: GoodsRow;
}

export const openDecisionDesk = async (server: TestServer): Promise<DecisionDesk> => {
  const user = await server.addUser();
  await server.fund(user.shopId, 900n * UNITS);
  return { server, user, goods: await addListed(server, user) };
};

/** Takes a decision that another one needs before it. */
const ops = ({ server }: DecisionDesk, name: string, flags: Flags) =>
  server.decide<{ id: string; no: string; statementId: string }>(name, flags, 'test');

const call = <T>({ server, user }: DecisionDesk, name: string, input: object = {}) =>
  server.call<T>(name, input, { token: user.token, key: crypto.randomUUID() });

const orderIn = async ({ server, user, goods }: DecisionDesk, status: OrderStatus): Promise<Flags> => ({
  order: (await drive(server, await place(server, user, goods.id), status)).id,
});

const stated = { facts: 'Two buyers reported the same parcel.', rule: 'Terms 9.1' };
const reason = 'As it was agreed.';
let made = 0;
/** Returns a text that no other row has; the same in each run. */
const unique = () => String(++made).padStart(8, '0');

const onShop = ({ user }: DecisionDesk): Flags => ({ shop: user.shopId });

const described = ({ goods }: DecisionDesk): Flags => ({
  goods: goods.code,
  text: 'Stoneware, 14 cm.',
  translations: '{"ja": "陶器のボウル"}',
  shipsFrom: 'PT',
  delivery: '[{"region": "europe", "days": {"min": 3, "max": 5}}]',
});

const parcel = { carrier: 'Meridian Post', tracking: 'MP1' };
const shipped = async (desk: DecisionDesk): Promise<Flags> => {
  const order = await orderIn(desk, 'to_be_shipped');
  await ops(desk, 'ship', { ...order, ...parcel });
  return order;
};

type CaseState = Parameters<typeof driveCase>[2];
/** An order with a case in a state. */
const caseIn = async (desk: DecisionDesk, state: CaseState, type: 'refund' | 'return_refund' = 'refund') => {
  const order = await orderIn(desk, 'to_be_accepted');
  const row = await request(desk.server, order.order ?? '', { type: type as never });
  await driveCase(desk.server, row, state);
  return order;
};

/** An order with a refund at the cost of the shop, as its merchant agreed to the buyer's request. */
const paidByShop = async (desk: DecisionDesk): Promise<Flags> => {
  const order = await orderIn(desk, 'accepted');
  const { id: caseId } = await ops(desk, 'case-open', { ...order, reason, code: 'broken_promise' });
  await call(desk, 'POST /v1/order/after-sale', { caseId, answer: 'approve' });
  return order;
};

// What ends in 3 days can be renewed at once, without the clock of all other rows moving.
const shortly = { ...stated, days: '3' };

const held = async (desk: DecisionDesk): Promise<Flags> => ({
  hold: (await ops(desk, 'hold', { ...onShop(desk), amount: '5', code: 'risk', ...shortly })).id,
});

const restricted = (desk: DecisionDesk) =>
  ops(desk, 'restrict', { ...onShop(desk), kind: 'listing', ...shortly });

const appealed = async (desk: DecisionDesk): Promise<Flags> => {
  const { statementId: ref } = await restricted(desk);
  const { data } = await call<{ appeal: { no: string } }>(desk, 'POST /v1/shop/appeal', {
    ref,
    text: 'It was another shop.',
  });
  return { appeal: data.appeal.no };
};

const withdrawn = async (desk: DecisionDesk): Promise<Flags> => {
  const { id: accountId } = await usableAccount(desk.server, desk.user);
  const { data } = await withdraw(desk.server, desk.user, { amount: '20.00', accountId });
  return { withdrawal: data.withdrawal.id };
};
const started = async (desk: DecisionDesk): Promise<Flags> => {
  const withdrawal = await withdrawn(desk);
  await ops(desk, 'withdraw-start', withdrawal);
  return withdrawal;
};
const sent = async (desk: DecisionDesk): Promise<Flags> => {
  const withdrawal = await started(desk);
  await ops(desk, 'withdraw-approve', { ...withdrawal, proof: `BANK-${unique()}` });
  return withdrawal;
};

const reported = async (desk: DecisionDesk): Promise<Flags> => {
  await verify(desk.server, desk.user);
  const { id: channelId } = await openTronChannel(desk.server);
  const fields = { channelId, amount: '50.00', txHash: hashOf(unique()) };
  return { recharge: (await report(desk.server, desk.user, fields)).data.recharge.id };
};

const uploaded = async ({ server, user }: DecisionDesk): Promise<Flags> => {
  const qualification = `qlf_${unique()}`;
  await server.deps.db
    .insert(qualifications)
    .values({ id: qualification, shopId: user.shopId, url: '/files/trade.pdf', status: 'applying' });
  return { qualification };
};

const advert = { title: 'First row', image: '/files/thing.svg', price: '9.00', unit: 'click', days: '30' };
const createAd = (desk: DecisionDesk) =>
  ops(desk, 'ad-create', { ...advert, target: 'shop', quantity: '10' });
const boughtAd = async (desk: DecisionDesk): Promise<Flags> => {
  const { id: adId } = await createAd(desk);
  const { data: quote } = await call<{ quoteId: string }>(desk, 'POST /v1/quote', { kind: 'ad', adId });
  const { data } = await call<{ purchase: { no: string } }>(desk, 'POST /v1/ad/pay', {
    adId,
    quoteId: quote.quoteId,
    payPassword,
  });
  return { purchase: data.purchase.no };
};

const endpoint = async (desk: DecisionDesk): Promise<Flags> => {
  const url = 'https://supplier.example/souk';
  const made = await desk.server.decide<{ endpoint: string }>('webhook-add', { url, kinds: 'order.to_ship' });
  return { endpoint: made.endpoint };
};

/** An endpoint that did not receive an event of the merchant's. */
const deadLetter = async (desk: DecisionDesk): Promise<Flags> => {
  const made = await endpoint(desk);
  const { deps } = desk.server;
  await orderIn(desk, 'to_be_shipped');
  await publishEvents(deps);
  const [event] = await deps.db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.shopId, desk.user.shopId))
    .limit(1);
  if (!event) throw new Error('a paid order is an event');
  const { id: eventId, position, shopId, kind, at: diedAt } = event;
  const error = 'it answered 500';
  const letter = { endpointId: made.endpoint ?? '', shopId, position, eventId, kind, error, diedAt };
  await deps.db.insert(webhookDeadLetters).values(letter);
  return made;
};

const article = () => ({
  id: `art-${unique()}`,
  lang: 'en',
  title: 'How it goes',
  category: 'orders',
  body: 'It goes well.',
});
const published = async (desk: DecisionDesk): Promise<string> => {
  const own = article();
  await ops(desk, 'qa-publish', own);
  return own.id;
};

const asked = async (desk: DecisionDesk): Promise<Flags> => {
  const content = 'The list could be sorted by what sells.';
  const { data } = await call<{ no: string }>(desk, 'POST /v1/home/feedback', { content });
  return { no: data.no };
};

const identityApplied = async (desk: DecisionDesk): Promise<Flags> => {
  await applyForIdentity(desk.server, desk.user);
  return onShop(desk);
};
const identityVerified = async (desk: DecisionDesk): Promise<Flags> => {
  await verify(desk.server, desk.user);
  return onShop(desk);
};
const inAYear = ({ server }: DecisionDesk) =>
  new Date(server.clock.now().getTime() + 365 * day).toISOString().slice(0, 10);

const bankIn = async (desk: DecisionDesk): Promise<string> => {
  await ops(desk, 'recharge-book', { ...onShop(desk), amount: '25.00', proof: `IN-${unique()}` });
  const [last] = await desk.server.deps.db
    .select({ seq: max(transactions.seq) })
    .from(transactions)
    .where(eq(transactions.shopId, desk.user.shopId));
  return String(last?.seq);
};

/** A decision about something that each list waits for. */
export const waitedFor: Record<string, string> = {
  identities: 'identity-approve',
  qualifications: 'qualification-approve',
  cases: 'case-decide',
  appeals: 'appeal-decide',
  withdrawals: 'withdraw-approve',
  recharges: 'recharge-approve',
  'recharges-to-send-back': 'recharge-sent-back',
  feedback: 'feedback-reply',
  events: 'webhook-replay',
  'supplier-events': 'webhook-replay',
  'finance-events': 'withdraw-start',
  'support-events': 'feedback-reply',
  'host-events': 'webhook-replay',
  webhooks: 'webhook-add',
  'webhook-dead-letters': 'webhook-replay',
  keys: 'key-end',
  orders: 'ship',
  order: 'ship',
  settlements: 'release',
  reviews: 'comment',
  goods: 'stock',
  article: 'goods-change',
  shop: 'hold',
  listings: 'place-order',
  decisions: 'hold-release',
};

/** The inputs of a read, where it is asked for more than its first page; made at a desk. */
const readInputs: Record<string, (desk: DecisionDesk) => Promise<object[]> | object[]> = {
  orders: () => [{}, { status: 'to_be_shipped' }, { since: '2025-01-01T00:00:00Z' }],
  order: async (desk) => [await orderIn(desk, 'to_be_shipped')],
  reviews: async (desk) => {
    await ops(desk, 'comment', { ...(await orderIn(desk, 'completed')), text: 'Good.', reference: 'R' });
    return [{}];
  },
  goods: () => [{}, { low: 20 }, { state: 'off' }],
  withdrawals: async (desk) => [{}, await withdrawn(desk)],
  'host-events': async (desk) => {
    const partnerRef = `customer-${unique()}`;
    await desk.server.deps.db.update(users).set({ partnerRef }).where(eq(users.id, desk.user.userId));
    await orderIn(desk, 'pending_payment');
    await publishEvents(desk.server.deps);
    return [{}];
  },
  appeals: async (desk) => [{}, await appealed(desk)],
  article: async (desk) => {
    await ops(desk, 'goods-change', described(desk));
    return [{ goods: desk.goods.code }];
  },
  shop: (desk) => [onShop(desk)],
  listings: (desk) => [onShop(desk)],
};

/** Returns the inputs of a read; what it reads is made at a desk. */
export const inputsOf = async (name: string, desk: DecisionDesk): Promise<object[]> =>
  (await readInputs[name]?.(desk)) ?? [{}];

/** What each decision is sent; the functions make what it is about. */
export const decisionRows: Record<string, (desk: DecisionDesk) => Promise<Flags> | Flags> = {
  anchor: () => ({}),
  'place-order': (desk) => ({
    goods: desk.goods.code,
    ...onShop(desk),
    payment: `PAY-${unique()}`,
    amount: formatMoney(desk.goods.suggestedPrice),
  }),
  accept: (desk) => orderIn(desk, 'to_be_accepted'),
  settle: (desk) => orderIn(desk, 'pending_settlement'),
  release: (desk) => orderIn(desk, 'waiting_for_withdrawal'),
  cancel: (desk) => orderIn(desk, 'pending_payment'),
  refund: async (desk) => ({ ...(await orderIn(desk, 'to_be_shipped')), fault: 'supplier', reason }),
  ship: async (desk) => ({ ...(await orderIn(desk, 'to_be_shipped')), ...parcel }),
  scan: shipped,
  exception: async (desk) => ({ ...(await shipped(desk)), text: 'Held by customs' }),
  lost: async (desk) => ({ ...(await shipped(desk)), reason }),
  deliver: shipped,
  'carrier-publish': () => ({ name: `Heron ${unique()}` }),
  'carrier-withdraw': async (desk) => {
    const name = `Heron ${unique()}`;
    await ops(desk, 'carrier-publish', { name });
    return { name };
  },
  'identity-open': identityApplied,
  'identity-approve': identityApplied,
  'identity-reject': async (desk) => ({ ...(await identityApplied(desk)), reasons: 'front:blurry', reason }),
  'identity-expire': async (desk) => ({ ...(await identityVerified(desk)), validUntil: inAYear(desk) }),
  'identity-revoke': async (desk) => ({ ...(await identityVerified(desk)), ...stated }),
  'qualification-approve': uploaded,
  'qualification-reject': async (desk) => ({ ...(await uploaded(desk)), code: 'unreadable', reason }),
  'case-open': async (desk) => ({ ...(await orderIn(desk, 'to_be_accepted')), reason }),
  'case-evidence': async (desk) => ({ ...(await caseIn(desk, 'merchant_due')), text: 'It broke at once.' }),
  'case-finding': async (desk) => ({ ...(await caseIn(desk, 'platform_review')), fault: 'supplier', reason }),
  'case-escalate': async (desk) => ({ ...(await caseIn(desk, 'rejected')), reason }),
  'case-decide': async (desk) => ({ ...(await caseIn(desk, 'platform_review')), result: 'reject', reason }),
  'case-extend': async (desk) => ({ ...(await caseIn(desk, 'platform_review')), ...stated }),
  'case-returned': async (desk) => ({
    ...(await caseIn(desk, 'approved', 'return_refund')),
    carrier: 'Meridian Post',
    tracking: unique(),
  }),
  'case-received': (desk) => caseIn(desk, 'returning', 'return_refund'),
  'case-close': (desk) => caseIn(desk, 'received', 'return_refund'),
  'case-withdraw': async (desk) => ({ ...(await caseIn(desk, 'merchant_due')), reason }),

  comment: async (desk) => ({
    ...(await orderIn(desk, 'completed')),
    stars: '5',
    text: 'Good.',
    reference: `REVIEW-${unique()}`,
  }),
  reverse: async (desk) => ({ ...onShop(desk), transaction: await bankIn(desk), reason }),
  'refund-correct': async (desk) => ({ ...(await paidByShop(desk)), reason }),
  hold: (desk) => ({ ...onShop(desk), amount: '5', code: 'risk', ...stated }),
  'hold-release': held,
  'hold-renew': async (desk) => ({ ...(await held(desk)), ...stated }),
  'supplier-repaid': async (desk) => {
    const order = await shipped(desk);
    await ops(desk, 'refund', { ...order, fault: 'supplier', reason });
    return order;
  },
  'traffic-report': (desk) => ({
    ...onShop(desk),
    day: desk.server.clock.now().toISOString().slice(0, 10),
    hour: '0',
    visitors: '40',
    clicks: JSON.stringify([{ goods: desk.goods.code, count: 12 }]),
    reference: `FRONT-${unique()}`,
  }),
  'picture-add': () => ({ pictures: png(7).toString('base64') }),
  'goods-change': described,
  stock: ({ goods }) => ({ goods: goods.code, stock: '7' }),
  'goods-price': ({ goods }) => ({ goods: goods.code, cost: '10.20', price: '21' }),
  'goods-withdraw': ({ goods }) => ({ goods: goods.code }),
  tick: () => ({}),
  'goods-type-add': () => ({ id: `type-${unique()}`, name: `Things ${unique()}` }),
  'goods-add': ({ goods }) => ({
    code: `C-${unique()}`,
    no: `N-${unique()}`,
    type: goods.typeId,
    name: 'Clay bowl',
    images: '/files/thing.svg',
    cost: '5',
    price: '9',
    stock: '10',
  }),
  'goods-restore': async (desk) => {
    const { code } = await addGoods(desk.server);
    await ops(desk, 'goods-withdraw', { goods: code });
    return { goods: code };
  },
  restrict: (desk) => ({ ...onShop(desk), kind: 'listing', ...stated }),
  'restriction-renew': async (desk) => ({ restriction: (await restricted(desk)).id, ...stated }),
  'restriction-lift': async (desk) => ({ restriction: (await restricted(desk)).id, reason }),
  'goods-delist': (desk) => ({ ...onShop(desk), goods: desk.goods.code, ...stated }),
  'score-change': (desk) => ({ ...onShop(desk), points: '3', ...stated }),
  'appeal-decide': async (desk) => ({ ...(await appealed(desk)), outcome: 'upheld', reason }),
  'ad-create': () => ({ ...advert, target: 'shop', quantity: '10' }),
  'ad-withdraw': async (desk) => ({ ad: (await createAd(desk)).id, reason }),
  'ad-deliver': async (desk) => ({ ...(await boughtAd(desk)), count: '1', reference: `REPORT-${unique()}` }),
  'slide-create': () => ({ image: '/files/thing.svg', alt: 'Spring' }),
  'slide-withdraw': async (desk) => ({
    slide: (await ops(desk, 'slide-create', { image: '/files/thing.svg', alt: 'Spring' })).id,
    reason,
  }),
  'withdraw-start': withdrawn,
  'withdraw-approve': async (desk) => ({ ...(await started(desk)), proof: `BANK-${unique()}` }),
  'withdraw-reject': async (desk) => ({ ...(await withdrawn(desk)), code: 'name_mismatch', reason }),
  'withdraw-paid': async (desk) => ({ ...(await sent(desk)), proof: `BANK-${unique()}` }),
  'withdraw-returned': async (desk) => ({
    ...(await sent(desk)),
    code: 'account_closed',
    reason,
    proof: `BACK-${unique()}`,
  }),
  'recharge-approve': async (desk) => ({ ...(await reported(desk)), amount: '50.00' }),
  'recharge-reject': async (desk) => ({ ...(await reported(desk)), code: 'not_arrived', reason }),
  'recharge-sent-back': async (desk) => {
    const recharge = await reported(desk);
    await ops(desk, 'recharge-reject', { ...recharge, code: 'not_the_sender', reason, arrived: '50.00' });
    return { ...recharge, proof: `BACK-${unique()}` };
  },
  'recharge-book': (desk) => ({ ...onShop(desk), amount: '25.00', proof: `IN-${unique()}` }),
  'channel-open': () => ({
    name: 'USDT',
    asset: 'USDT',
    network: 'trx',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  }),
  'channel-close': async ({ server }) => ({ channel: (await openTronChannel(server)).id, reason }),
  'pay-password-clear': ({ user }) => ({ user: user.userId, reason }),
  invite: () => ({ count: '2' }),
  'invite-end': async (desk) => {
    const { codes } = (await decide(desk.server.deps, 'invite', {}, 'test')) as { codes: string[] };
    return { code: codes[0] ?? '', reason };
  },
  'account-prepare': () => ({ user: `huda-${unique()}`, password }),
  'login-password': ({ user }) => ({
    user: user.userId,
    oldPassword: password,
    newPassword: 'another-horse-2',
  }),
  permit: ({ user }) => ({ user: user.userId, permission: 'product_support' }),
  'merchant-open': () => ({ user: `customer-${unique()}` }),
  'session-open': async ({ server }) => {
    const user = `customer-${unique()}`;
    await server.decide('merchant-open', { user }, 'test');
    return { user };
  },
  'session-end': ({ user }) => ({ user: user.userId }),
  'feedback-reply': async (desk) => ({ ...(await asked(desk)), reply: 'It will be.' }),
  'webhook-add': () => ({ url: 'https://supplier.example/souk', kinds: 'order.to_ship,order.cancelled' }),
  'webhook-end': endpoint,
  'webhook-replay': deadLetter,
  'key-create': () => ({ name: `warehouse ${unique()}`, roles: 'supplier,carrier', days: '90' }),
  'key-end': async (desk) => {
    const name = `warehouse ${unique()}`;
    await ops(desk, 'key-create', { name, roles: 'supplier' });
    return { name, reason };
  },
  'qa-publish': article,
  'qa-withdraw': async (desk) => ({ id: await published(desk), reason }),
};
