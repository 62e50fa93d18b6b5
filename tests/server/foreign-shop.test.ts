import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { isKeyed } from '../../src/contract/call-spec.ts';
import { type CallName, callNames, specOf } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { UNITS } from '../../src/contract/money.ts';
import { openapi } from '../../src/contract/openapi.ts';
import { routeOf } from '../../src/contract/request.ts';
import type { OrderStatus } from '../../src/contract/status.ts';
import { seedHelp } from '../../src/server/services/help/seed-help.ts';
import { tron, usableAccount } from '../harness/bank.ts';
import { driveCase, request } from '../harness/cases.ts';
import { dumpDatabase } from '../harness/dump-database.ts';
import { asFile, sendForm } from '../harness/form.ts';
import { verify } from '../harness/identity.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { passTime } from '../harness/pass-time.ts';
import { openTronChannel, operator } from '../harness/recharging.ts';
import { jpeg } from '../harness/sample-files.ts';
import { payPassword, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';
import { withdraw } from '../harness/withdrawing.ts';

type Known = Record<string, string>;
/** A stranger's input: one field names another shop's row (`foreign`), all others are right (`own`). */
type Foreign = [call: CallName, field: string, code: number, input: (foreign: Known, own: Known) => object];

const { ok, invalidOperation: refused, recordNotFound: none, withdrawalAccountNotFound: noAccount } = codes;
const reply = { content: 'Thank you!', signature: 'Olive & Oak' };

const table: Foreign[] = [
  ['POST /v1/shop/edit', 'logoFileId', none, ({ logo }) => ({ logoFileId: logo })],
  [
    'POST /v1/shop/edit',
    'qualificationFileIds',
    none,
    ({ document }) => ({ qualificationFileIds: [document] }),
  ],
  ['POST /v1/showcase/del', 'ids', none, ({ listing }) => ({ ids: [listing] })],
  ['POST /v1/showcase/edit', 'id', none, ({ listing }) => ({ id: listing, sellingPrice: '30.00' })],
  ['POST /v1/showcase/reprice', 'ids', none, ({ listing }) => ({ ids: [listing], rule: { percent: '10' } })],
  [
    ...(['POST /v1/showcase/reprice', 'quoteId', refused] as const),
    (a) => ({ all: true, rule: { percent: '10' }, quoteId: a.quote }),
  ],
  ['POST /v1/showcase/reprice/undo', 'repriceId', none, ({ repricing }) => ({ repriceId: repricing })],
  ['POST /v1/order/list', 'id', none, ({ order }) => ({ id: order })],
  ['POST /v1/order/pay', 'orderIds', none, ({ order }) => ({ orderIds: [order], payPassword })],
  [
    'POST /v1/order/pay',
    'quoteId',
    refused,
    (a, b) => ({ orderIds: [b.order], quoteId: a.quote, payPassword }),
  ],
  ['POST /v1/order/decline', 'orderId', none, ({ order }) => ({ orderId: order })],
  ['POST /v1/order/logistics', 'orderId', none, ({ sent }) => ({ orderId: sent })],
  ['POST /v1/quote', 'orderIds', none, ({ order }) => ({ kind: 'order', orderIds: [order] })],
  [
    'POST /v1/quote',
    'accountId',
    noAccount,
    (a) => ({ kind: 'withdraw', amount: '20.00', accountId: a.account }),
  ],
  ['POST /v1/quote', 'goodsId', none, (a) => ({ kind: 'ad', adId: a.goodsAd, goodsId: a.goods })],
  ['GET /v1/order/pay/amount', 'orderIds', none, ({ order }) => ({ orderIds: order })],
  ['POST /v1/operation', 'key', ok, ({ key }) => ({ key })],
  ['POST /v1/user/wallet_flow', 'refNo', ok, ({ orderNo }) => ({ refNo: orderNo })],
  ['POST /v1/user/bank/edit', 'id', noAccount, (a) => ({ id: a.account, note: 'Mine', payPassword })],
  ['POST /v1/user/bank/del', 'id', noAccount, ({ account }) => ({ id: account, payPassword })],
  ['POST /v1/ad/pay', 'goodsId', none, (a) => ({ adId: a.goodsAd, goodsId: a.goods, payPassword })],
  ['POST /v1/ad/pay', 'quoteId', refused, (a) => ({ adId: a.ad, quoteId: a.quote, payPassword })],
  ['POST /v1/ad/cancel', 'purchaseId', none, ({ purchase }) => ({ purchaseId: purchase })],
  ['POST /v1/order/after-sale/info', 'caseId', none, (a) => ({ caseId: a.case })],
  ['POST /v1/order/after-sale/info', 'orderId', none, ({ complained }) => ({ orderId: complained })],
  ['POST /v1/order/after-sale', 'caseId', none, (a) => ({ caseId: a.case, answer: 'approve' })],
  [
    ...(['POST /v1/order/after-sale', 'fileIds', none] as const),
    (a, b) => ({ caseId: b.case, answer: 'reject', reason: 'It was whole.', fileIds: [a.proof] }),
  ],
  ['POST /v1/shop/appeal', 'ref', none, ({ statement }) => ({ ref: statement, text: 'It was not us.' })],
  [
    'POST /v1/shop/appeal',
    'fileIds',
    none,
    (a, b) => ({ ref: b.statement, text: 'Not us.', fileIds: [a.proof] }),
  ],
  ['POST /v1/order-comment', 'orderId', none, ({ sent }) => ({ orderId: sent, ...reply })],
  [
    'POST /v1/order-comment',
    'parentId',
    none,
    (a, b) => ({ orderId: b.done, parentId: a.comment, ...reply }),
  ],
  ['POST /v1/order/note', 'id', none, ({ order }) => ({ id: order, note: 'Mine.' })],
  ['POST /v1/reply/del', 'id', none, ({ saved }) => ({ id: saved })],
  ['GET /v1/order-comment', 'orderId', none, ({ done }) => ({ orderId: done })],
  ['GET /v1/order-comment', 'goodsId', ok, ({ goods }) => ({ goodsId: goods })],
  [
    'POST /v1/home/feedback',
    'fileIds',
    codes.addFailed,
    (a) => ({ content: 'Too small.', fileIds: [a.note] }),
  ],
  ['POST /v1/user/invite/add', 'friendId', none, ({ friend }) => ({ friendId: friend })],
  [
    'POST /v1/shop/upgrade',
    'quoteId',
    refused,
    (a) => ({ typeId: 'merchant', quoteId: a.quote, payPassword }),
  ],
  ['POST /v1/notify/read', 'ids', none, ({ notice }) => ({ ids: [notice] })],
  ['POST /v1/notify/read', 'upToId', none, ({ notice }) => ({ upToId: notice })],
  [
    'POST /v1/user/withdraw/add',
    'accountId',
    noAccount,
    (a) => ({ amount: '20.00', accountId: a.account, payPassword }),
  ],
  [
    ...(['POST /v1/user/withdraw/add', 'quoteId', refused] as const),
    (a, b) => ({ amount: '20.00', accountId: b.account, quoteId: a.quote, payPassword }),
  ],
  ['POST /v1/user/withdraw/cancel', 'id', none, ({ withdrawal }) => ({ id: withdrawal })],
];

/** Lists in which the id of a row names a place, with what they are asked for. */
const paged: [call: CallName, input: object][] = [
  ...(['POST /v1/showcase/list', 'POST /v1/order/list', 'POST /v1/user/wallet_flow'] as const).map(
    (name): [CallName, object] => [name, {}],
  ),
  ...(['POST /v1/shop/statements', 'POST /v1/notify/list', 'GET /v1/order-comment'] as const).map(
    (name): [CallName, object] => [name, {}],
  ),
  ['POST /v1/user/invite/list', {}],
  ['POST /v1/ad/list', { scope: 'mine' }],
];

/** Ids of the platform that all shops share: goods, their types, promotions, channels, levels, help. */
const sharedIds = [
  'POST /v1/goods/type_list parentId',
  'POST /v1/goods/list typeId',
  'POST /v1/goods/list cursor',
  'POST /v1/goods/detail id',
  'POST /v1/home/goods cursor',
  'POST /v1/showcase/list typeId',
  'POST /v1/showcase/add goodsId',
  'POST /v1/quote adId',
  'POST /v1/quote typeId',
  'POST /v1/ad/pay adId',
  'POST /v1/shop/upgrade typeId',
  'POST /v1/order/channel/pay channelId',
  'POST /v1/home/qa_detail id',
];

const isName = /^(id|ids|ref|refNo|key|cursor)$|Ids?$/;
const namesIn = (schema: unknown): string[] =>
  Object.entries((schema ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    name === 'properties'
      ? Object.entries(value as object).flatMap(([field, own]) => [field, ...namesIn(own)])
      : Array.isArray(value)
        ? value.flatMap(namesIn)
        : typeof value === 'object'
          ? namesIn(value)
          : [],
  );

it('every field of every call that names something is in the table', () => {
  const { paths } = JSON.parse(JSON.stringify(openapi()));
  const asked = callNames.flatMap((name) => {
    const { method, path } = routeOf(name);
    const call = paths[path][method.toLowerCase()];
    const { parameters, requestBody } = call as { parameters: { name?: string }[]; requestBody?: object };
    const fields = [...parameters.flatMap((one) => one.name ?? []), ...namesIn(requestBody)];
    return fields.map((field) => `${name} ${field}`);
  });
  const named = asked.filter((one) => isName.test(one.split(' ')[2] ?? ''));
  const listed = [
    ...table.map(([call, field]) => `${call} ${field}`),
    ...paged.map(([call]) => `${call} cursor`),
    ...sharedIds,
  ];
  expect([...new Set(named)].sort()).toEqual([...listed].sort());
});

describe('another shop’s things', () => {
  const server = useServer('postgres', { config: { operator } });
  let owner: TestUser;
  let stranger: TestUser;
  let foreign: Known;
  let own: Known;
  let secrets: string[];
  const as = <T>(user: TestUser, name: string, input: object = {}, key: string = randomUUID()) =>
    server.call<T>(name, input, { token: user.token, key });
  const linesOf = async ({ shopId }: TestUser) =>
    (await dumpDatabase(server.deps.db)).filter((line) => line.includes(shopId));

  const upload = async (user: TestUser, type: string) =>
    (await sendForm<{ fileId: string }>(server, `/v1/upload/${type}`, { file: asFile(jpeg()) }, user)).data
      .fileId;
  const offer = (target: string) =>
    server.decide<{ id: string }>(
      'ad-create',
      {
        title: 'Top',
        image: '/files/thing.svg',
        target,
        unit: 'click',
        days: '30',
        price: '9.00',
        quantity: '10',
      },
      'test',
    );

  /** One of each thing that a shop has, by what it is; two where a list shall have a second page. */
  const oneOfEach = async (user: TestUser, account: string, ads: Known): Promise<Known> => {
    const { shopId } = user;
    const goods = (await addListed(server, user)).id;
    await addListed(server, user);
    const order = async (to: OrderStatus) => drive(server, await place(server, user, goods), to);
    const sent = await order('to_be_shipped');
    await server.decide('ship', { order: sent.id, carrier: 'Meridian Post', tracking: 'MP1' }, 'test');
    const complained = await order('to_be_accepted');
    const opened = await driveCase(server, await request(server, complained.id), 'merchant_due');
    const done = await order('completed');
    const hold = { shop: shopId, amount: '5.00', code: 'dispute', facts: 'A dispute.', rule: 'Terms 7.' };
    const { statementId } = await server.decide<{ statementId: string }>('hold', hold, 'test');
    for (let n = 0; n < 2; n++) {
      await as(user, 'POST /v1/ad/pay', { adId: ads.ad, payPassword });
      await server.decide('score-change', { shop: shopId, points: '1', facts: 'f', rule: 'r' }, 'test');
    }
    const priced = { kind: 'withdraw', amount: '20.00', accountId: account };
    const quote = (await as<{ quoteId: string }>(user, 'POST /v1/quote', priced)).data.quoteId;
    const key = randomUUID();
    const { data } = await withdraw(server, user, { amount: '20.00', accountId: account }, key);
    for (let n = 0; n < 2; n++) await as(user, 'POST /v1/user/invite/add');
    await as(user, 'POST /v1/order-comment', { orderId: (await order('accepted')).id, ...reply });
    const comment = { orderId: done.id, ...reply };
    const commented = await as<{ comment: { id: string } }>(user, 'POST /v1/order-comment', comment);
    const listIn = async (name: string, input: object = {}) =>
      (await as<{ list: { id: string; friendId: string; purchase: { id: string } }[] }>(user, name, input))
        .data.list[0];
    const { list: replies } = (
      await as<{ list: { id: string }[] }>(user, 'POST /v1/reply/add', { text: 'Thank you!' })
    ).data;
    const raise = { all: true, rule: { percent: '1' } };
    const raised = await as<{ repriceId: string }>(user, 'POST /v1/showcase/reprice', raise);
    return {
      ...ads,
      key,
      repricing: raised.data.repriceId,
      saved: replies[0]?.id ?? '',
      account,
      goods,
      quote,
      withdrawal: data.withdrawal.id,
      done: done.id,
      comment: commented.data.comment.id,
      order: (await order('pending_payment')).id,
      sent: sent.id,
      orderNo: sent.no,
      purchase: (await listIn('POST /v1/ad/list', { scope: 'mine' }))?.purchase.id ?? '',
      case: opened.id,
      complained: complained.id,
      statement: statementId,
      listing: (await listIn('POST /v1/showcase/list'))?.id ?? '',
      notice: (await listIn('POST /v1/notify/list'))?.id ?? '',
      friend: (await listIn('POST /v1/user/invite/list'))?.friendId ?? '',
      logo: await upload(user, 'logo'),
      document: await upload(user, 'qualification'),
      proof: await upload(user, 'certificate'),
      note: await upload(user, 'feedback'),
    };
  };

  beforeAll(async () => {
    await seedHelp(server.deps);
    await openTronChannel(server);
    const ads = { ad: (await offer('shop')).id, goodsAd: (await offer('goods')).id };
    [owner, stranger] = [await server.addUser(), await server.addUser()];
    const usable: string[] = [];
    for (const user of [owner, stranger]) {
      await passTime(server, user, 0);
      await server.fund(user.shopId, 5_000n * UNITS);
      await verify(server, user);
      usable.push((await usableAccount(server, user, { type: 'trx_usdt', address: tron[0] })).id);
    }
    await passTime(server, owner, 0);
    foreign = await oneOfEach(owner, usable[0] ?? '', ads);
    own = await oneOfEach(stranger, usable[1] ?? '', ads);
    expect(Object.entries(foreign).filter(([, value]) => value === '')).toEqual([]);
    const idsIn = (lines: string[]) =>
      lines.join('\n').match(/[a-z]{3,5}_[0-9a-hjkmnp-tv-z]{16}|SK-\d{8}-\w{8}/g) ?? [];
    const all = await dumpDatabase(server.deps.db);
    const shared = all.filter((line) => /^(goods|ad_offers|recharge_channels)\t/.test(line));
    const known = new Set(idsIn([...shared, ...all.filter((line) => line.includes(stranger.shopId))]));
    secrets = [...new Set([...idsIn(await linesOf(owner)), owner.username])].filter((one) => !known.has(one));
    const { order, account, listing, withdrawal, statement, comment, orderNo } = foreign;
    expect(secrets).toEqual(
      expect.arrayContaining([
        order,
        account,
        listing,
        withdrawal,
        statement,
        comment,
        orderNo,
        foreign.case,
      ]),
    );
  });

  const expectNothing = (text: string) =>
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);

  it.each(table)('are hidden from %s by %s: %i', async (name, _, code, input) => {
    const before = await linesOf(owner);
    const answer = await as(stranger, name, input(foreign, own));
    expect(answer.code).toBe(code);
    expectNothing(answer.text);
    expect(await linesOf(owner)).toEqual(before);
  });

  it.each(paged)('are not reached by a cursor of their list: %s', async (name, input) => {
    const first = await as<{ nextCursor: string | null }>(owner, name, { ...input, limit: 1 });
    expect([first.code, typeof first.data.nextCursor]).toEqual([codes.ok, 'string']);
    const answer = await as(stranger, name, { ...input, cursor: first.data.nextCursor });
    expect(answer.code).toBe(codes.ok);
    expectNothing(answer.text);
  });

  it('are in no answer to a call that names nothing', async () => {
    const plain = callNames.filter((name) => {
      const spec = specOf(name);
      if (spec.auth !== 'user' || isKeyed(spec) || name === 'POST /logout') return false;
      return v.safeParse(spec.input, {}).success;
    });
    expect(plain.length).toBeGreaterThan(20);
    for (const name of plain) {
      const { text, code } = await as(stranger, name);
      expect([name, code]).toEqual([name, codes.ok]);
      expectNothing(text);
    }
  });
});
