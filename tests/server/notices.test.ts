import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { day, minute } from '../../src/server/platform/clock.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { shops } from '../../src/server/schema.ts';
import { addBuyerComment } from '../../src/server/services/comments/add-comment.ts';
import { runDue } from '../../src/server/services/run-due.ts';
import { type NoticeEvent, notify } from '../../src/server/shops/notices/notify.ts';
import { openCase as openCaseOn } from '../../src/server/trade/cases/open-case.ts';
import type { OrderEvent } from '../../src/server/trade/model/order-machine.ts';
import { kinds } from '../harness/database.ts';
import { addListed, apply, drive, place } from '../harness/market.ts';
import { password, startTestServer, type TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

/** Without the marks and spaces that keep a part of a sentence together. */
const plain = (text: string) => text.replace(/[\u2060\u2066-\u2069]/g, '').replaceAll('\u00a0', ' ');

const words = { reason: 'The lamp came broken.', actor: 'test:buyer' };
const wayToRelease = [
  ['ship', 'supplier'],
  ['deliver', 'carrier'],
  ['accept', 'buyer'],
  ['enqueue_settlement', 'system'],
  ['settle', 'system'],
  ['release', 'system'],
] as const;

/** Many orders wait for payment; of the others there are enough to answer cases and reviews of. */
const statusOf = (n: number) => {
  if (n % 60 === 0) return 'completed';
  if (n % 7 === 0) return 'shipped';
  return n % 5 === 0 ? 'cancelled' : 'pending_payment';
};

describe.each(kinds)('notices on %s', (kind) => {
  const server = useServer(kind);
  let user: TestUser;
  let tellings = 0;
  const list = async (input: object = {}, lang = 'en', as = user) =>
    (
      await server.call('POST /v1/notify/list', input, {
        token: as.token,
        headers: { 'accept-language': lang },
      })
    ).data;
  const titles = async () => (await list()).list.map(({ title }) => plain(title));
  /** What has happened, and to which goods. */
  const headlines = async (input: object = {}) =>
    (await list(input)).list.map(({ title, goods }) => plain(`${title}: ${goods?.name}`));
  const check = async (token = user.token) =>
    (await server.call('POST /v1/notify/check', {}, { token })).data;
  const read = (input: object, as = user) =>
    server.call<{ unread: number }>('POST /v1/notify/read', input, { token: as.token });
  const tell = (news: NoticeEvent, as = user, orderId?: string) =>
    inTransaction(server.deps.db, (tx) =>
      notify(tx, { ...news, shopId: as.shopId, orderId, link: null, at: server.clock.now() }),
    );
  const tellSome = async (count: number, as = user) => {
    for (let n = 0; n < count; n++)
      await tell({ kind: 'account_removed', params: { last4: `N${++tellings}` } }, as);
  };

  const signIn = async () => {
    const login = { username: user.username, password };
    return (await server.call<{ token: string }>('POST /login', login)).data.token;
  };

  beforeEach(async () => {
    user = await server.addUser();
  });

  const openCase = (orderId: string) =>
    inTransaction(server.deps.db, (db) =>
      openCaseOn({ ...server.deps, db }, { orderId, type: 'refund', reasonCode: 'damaged', ...words }),
    );
  const review = (orderId: string) =>
    inTransaction(server.deps.db, (db) =>
      addBuyerComment(
        { ...server.deps, db },
        { orderId, rating: 5, content: 'Lovely', reference: orderId, actor: 'test:buyer' },
      ),
    );

  it('are three at most for an ordinary order, and ask only for what can be done', async () => {
    await server.fund(user.shopId, 100_000_000n);
    const { id: goodsId, name } = await addListed(server, user);
    const order = await place(server, user, goodsId, { wallet: 'held_until_delivery' });
    expect((await list()).list).toMatchObject([
      {
        kind: 'order_placed',
        readAt: null,
        order: { id: order.id },
        goods: { name, image: '/files/thing.svg' },
      },
    ]);
    await apply(server, { orderId: order.id, event: 'pay', party: 'merchant' });
    expect((await check()).unread).toBe(0);
    expect((await list()).list[0]).toMatchObject({ title: 'New order', body: 'Paid.', amount: '20.00' });
    for (const [event, party] of wayToRelease) await apply(server, { orderId: order.id, event, party });
    await review(order.id);
    const { list: listed } = await list();
    expect(listed.map(({ title, amount, readAt }) => [title, amount, readAt !== null])).toEqual([
      ['New review', null, false],
      // Of what comes back to the balance 12.00 are the merchant's own; of an order every list shows its profit.
      ['Now available', '19.00', true],
      ['Order settled', '7.00', true],
    ]);
    expect(plain(listed[2]?.body ?? '')).toContain('on Mar 17.');
  });

  it('sum what a day of the shop has released in one row', async () => {
    await server.fund(user.shopId, 100_000_000n);
    const { id: goodsId } = await addListed(server, user);
    const release = async () => drive(server, await place(server, user, goodsId), 'completed');
    const released = async () =>
      (await list()).list.filter(({ kind: name }) => name === 'orders_released').map(({ amount }) => amount);
    await release();
    await release();
    expect(await released()).toEqual(['14.00']);
    server.clock.advance(day);
    user = { ...user, token: await signIn() };
    await release();
    expect(await released()).toEqual(['7.00', '14.00']);
  });

  it('take the place of an earlier one of the same case, which a mark of what was seen before leaves unread', async () => {
    await server.fund(user.shopId, 100_000_000n);
    const { id: goodsId } = await addListed(server, user);
    const { id: orderId, no } = await drive(server, await place(server, user, goodsId), 'shipped');
    await openCase(orderId);
    await tellSome(1);
    const [, opened] = (await list()).list;
    expect(opened).toMatchObject({ kind: 'case_opened', readAt: null, order: { id: orderId } });
    const before = await check();
    const finding = { order: no, fault: 'merchant', reason: 'The listing promised two shades.' };
    await server.decide('case-finding', finding, 'test');
    server.clock.advance(2 * day);
    await runDue(server.deps);
    user = { ...user, token: await signIn() };
    const [inReview] = (await list()).list;
    expect(inReview).toMatchObject({ id: opened?.id, kind: 'case_in_review' });
    expect(await check()).toMatchObject({ unread: 1, latestId: opened?.id });
    expect((await check()).latestAt).not.toBe(before.latestAt);
    const seen = { upToId: opened?.id, upToAt: opened?.createdAt };
    const decision = { order: no, result: 'approve', reason: 'One shade was sent.' };
    await server.decide('case-decide', decision, 'test');
    expect((await list()).list[0]).toMatchObject({ id: opened?.id, kind: 'case_announced', readAt: null });
    expect((await read(seen)).data).toEqual({ unread: 1 });
    expect((await read({ upToId: opened?.id })).data).toEqual({ unread: 0 });
  });

  it('say that the money waits while a case is open, and no step of the order says otherwise', async () => {
    await server.fund(user.shopId, 100_000_000n);
    const { id: goodsId } = await addListed(server, user);
    const { id: orderId } = await drive(server, await place(server, user, goodsId), 'to_be_accepted');
    await openCase(orderId);
    await apply(server, { orderId, event: 'accept', party: 'buyer' });
    await apply(server, { orderId, event: 'enqueue_settlement', party: 'system' });
    const [last] = (await list()).list;
    expect(last).toMatchObject({
      kind: 'case_opened',
      body: expect.stringMatching(/money waits\./),
    });
  });

  it('are unread in a shop of 239 orders where they ask for an act that is not done', async () => {
    await server.fund(user.shopId, 10_000_000_000n);
    const { id: goodsId } = await addListed(server, user);
    const acts = { pay: 0, answer: 0, reply: 0 };
    for (let n = 0; n < 239; n++) {
      const order = await place(server, user, goodsId);
      const to = statusOf(n);
      await drive(server, order, to);
      if (to === 'pending_payment') acts.pay++;
      if (to === 'shipped' && n % 3 === 0) acts.answer++;
      if (to === 'shipped' && n % 3 < 2) {
        const { id: caseId } = await openCase(order.id);
        const input = { caseId, answer: 'reject', reason: 'It left our hands whole.' };
        if (n % 3 === 1) await server.call('POST /v1/order/after-sale', input, { token: user.token });
      }
      if (to === 'completed') acts.reply++;
      if (to === 'completed') await review(order.id);
    }
    const { unread } = await check();
    expect(unread).toBe(acts.pay + acts.answer + acts.reply);
    const stored = await user.notices();
    expect(stored.filter(({ readAt }) => readAt === null)).toHaveLength(unread);
    const ofOrders = stored.filter(({ orderId }) => orderId !== null);
    expect(ofOrders.length).toBeLessThanOrEqual(3 * new Set(ofOrders.map(({ orderId }) => orderId)).size);
    expect((await audit(server.deps.db)).findings).toEqual([]);
  });

  it.each<[OrderEvent, Parameters<typeof apply>[1]['party'], string, string]>([
    ['decline', 'merchant', 'pending_payment', 'Declined'],
    ['cancel', 'buyer', 'pending_payment', 'Canceled by the buyer'],
    ['refund', 'platform', 'to_be_shipped', 'Refunded'],
  ])('say how an order ended: %s', async (event, party, from, words) => {
    const { id: goodsId } = await addListed(server, user);
    const order = await drive(server, await place(server, user, goodsId), from as 'to_be_shipped');
    await apply(server, { orderId: order.id, event, party });
    expect((await titles())[0]).toBe(words);
  });

  it('report what time has ended: a lapsed order and one that was not shipped', async () => {
    const { id: goodsId } = await addListed(server, user);
    await place(server, user, goodsId);
    server.clock.advance(2 * day);
    await runDue(server.deps);
    await drive(server, await place(server, user, goodsId), 'to_be_shipped');
    server.clock.advance(5 * day);
    await runDue(server.deps);
    user = { ...user, token: await signIn() };
    expect(await titles()).toEqual(expect.arrayContaining(['Expired', 'Refunded']));
  });

  it('come with a hold, its renewal and its end, in words of the reason', async () => {
    await server.fund(user.shopId, 10_000_000n);
    const reasons = { facts: 'Two cards of one owner.', rule: 'Terms 7.2' };
    const hold = { shop: user.shopId, amount: '5.00', code: 'risk', ...reasons };
    const { id } = await server.decide<{ id: string }>('hold', { ...hold, days: '3' }, 'test');
    const told = async () =>
      (await list({ type: 'money' })).list.map(({ title, body }) => plain(`${title} / ${body}`));
    expect(await told()).toEqual([expect.stringContaining('$5.00 is on hold / Security check.')]);
    await server.decide('hold-renew', { hold: id, ...reasons }, 'test');
    expect(await told()).toEqual([
      expect.stringContaining('The hold on $5.00 was renewed / Security check.'),
    ]);
    await server.decide('hold-release', { hold: id }, 'test');
    expect(await told()).toEqual([
      '$5.00 was released / It is back in your balance. Released: the review is closed.',
    ]);
  });

  it('say in their reader’s language who decided, and end with what an operator wrote', async () => {
    await server.fund(user.shopId, 10_000_000n);
    const reasons = { facts: 'Two cards of one owner.', rule: 'Terms 7.2' };
    const hold = { shop: user.shopId, amount: '5.00', code: 'risk', ...reasons };
    const { id } = await server.decide<{ id: string }>('hold', hold, 'test');
    const [placed] = (await list({ type: 'money' }, 'fr')).list;
    expect(placed?.operatorTexts).toEqual([]);
    await server.decide('hold-release', { hold: id, reason: 'The cards are his brother’s.' }, 'test');
    const [released] = (await list({ type: 'money' }, 'fr')).list;
    expect(released).toMatchObject({
      body: expect.stringMatching(
        /^La somme est de retour sur votre solde\. Décision de la plateforme\. Nous ne vous demandons jamais .*\nThe cards are his brother’s\.$/,
      ),
      operatorTexts: ['The cards are his brother’s.'],
    });
  });

  it('tell every shop that goods have left its showcase, and why', async () => {
    const other = await server.addUser();
    const goods = await addListed(server, user, { name: `Lamp ${user.shopId}` });
    await server.decide('goods-price', { goods: goods.id, cost: '30.00' }, 'test');
    expect(await headlines()).toEqual([`New purchase cost: ${goods.name}`]);
    expect((await list({}, 'en', other)).list).toEqual([]);

    const last = await addListed(server, user, { name: `Vase ${user.shopId}`, stock: 1 });
    await place(server, user, last.id);
    expect((await headlines()).slice(0, 2)).toEqual([
      `Out of stock: ${last.name}`,
      `New order: ${last.name}`,
    ]);

    const gone = await addListed(server, user, { name: `Rug ${user.shopId}` });
    await server.decide('goods-withdraw', { goods: gone.id }, 'test');
    expect(await headlines({ type: 'shop' })).toEqual([
      `No longer offered: ${gone.name}`,
      `Out of stock: ${last.name}`,
      `New purchase cost: ${goods.name}`,
    ]);
  });

  it('are written in the reader’s language, with the shop’s own clock and currency', async () => {
    await server.deps.db
      .update(shops)
      .set({ timeZone: 'Asia/Dubai', currency: 'USDT' })
      .where(eq(shops.id, user.shopId));
    const params = { no: 'W-1', net: '1234.50', backAt: '2025-03-05T21:30:00.000Z' };
    await tell({ kind: 'withdrawal_unconfirmed', params }, user);
    const textsIn = async (lang: string) => {
      const [one] = (await list({}, lang)).list;
      return one && { title: plain(one.title), body: plain(one.body) };
    };
    expect(await textsIn('en')).toEqual({
      title: 'Withdrawal W-1 is still unconfirmed',
      body: 'We sent USDT 1,234.50, but no bank has confirmed it. If none does, it’s all back on Mar 6, 1:30 AM.',
    });
    expect(await textsIn('zh-CN')).toEqual({
      title: '提现 W-1 逾期未确认',
      body: 'USDT 1,234.50 已打款，但银行尚未确认。如一直未确认，3月6日 01:30 全部退回。',
    });
    expect((await textsIn('ar'))?.title).toBe('لم يتأكد السحب W-1 بعد');
    expect((await textsIn('ar'))?.body).toMatch(/1,234\.50 USDT.*مارس/);
  });

  it('have pages that neither repeat nor lose one when new ones come meanwhile', async () => {
    await tellSome(5);
    const first = await list({ limit: 2 });
    await tellSome(1);
    const second = await list({ limit: 2, cursor: first.nextCursor });
    const third = await list({ limit: 2, cursor: second.nextCursor });
    const ids = [first, second, third].flatMap((page) => page.list.map(({ id }) => id));
    expect(ids).toHaveLength(5);
    expect(new Set(ids).size).toBe(5);
    expect(third.nextCursor).toBeNull();
  });

  it('notices read on one phone count as read on the other, and a later one stays unread', async () => {
    const other = await signIn();
    await tellSome(3);
    const seen = await check();
    expect(seen.unread).toBe(3);
    expect((await check(other)).unread).toBe(3);
    await tellSome(1);
    expect((await read({ upToId: seen.latestId })).data).toEqual({ unread: 1 });
    expect((await check()).unread).toBe(1);
    expect((await check(other)).unread).toBe(1);
    expect((await list()).list.map(({ readAt }) => readAt !== null)).toEqual([false, true, true, true]);
  });

  it('can be read one by one; reading again changes nothing', async () => {
    await tellSome(3);
    const [, second] = (await list()).list;
    expect((await read({ ids: [second?.id] })).data).toEqual({ unread: 2 });
    const readAt = (await list()).list[1]?.readAt;
    expect(readAt).toBe(server.clock.now().toISOString());
    server.clock.advance(minute);
    expect((await read({ ids: [second?.id] })).data).toEqual({ unread: 2 });
    expect((await list()).list[1]?.readAt).toBe(readAt);
  });

  it('are 404 where they are not this shop’s, and then none is marked', async () => {
    const stranger = await server.addUser();
    await tellSome(1, stranger);
    await tellSome(2);
    const foreign = (await list({}, 'en', stranger)).list[0]?.id;
    const own = (await list()).list[0]?.id;
    expect((await read({ ids: [own, foreign] })).code).toBe(codes.recordNotFound);
    expect((await read({ upToId: foreign })).code).toBe(codes.recordNotFound);
    expect((await read({ ids: ['nothing'] })).code).toBe(codes.recordNotFound);
    expect((await check()).unread).toBe(2);
    expect((await check(stranger.token)).unread).toBe(1);
  });

  it.each([
    ['neither ids nor a last one', {}],
    ['both', { ids: ['a'], upToId: 'b' }],
    ['more than a hundred', { ids: Array.from({ length: 101 }, (_, n) => `n${n}`) }],
    ['one twice', { ids: ['a', 'a'] }],
  ])('are marked by one way only: not by %s', async (_, input) => {
    expect((await read(input)).code).toBe(codes.invalidParameter);
  });

  it('notices created at once have one number each, and none is smaller than one already seen', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        tell({ kind: 'account_removed', params: { last4: `P${n}-${randomUUID()}` } }),
      ),
    );
    const { list: listed } = await list({ limit: 50 });
    expect(new Set(listed.map(({ id }) => id)).size).toBe(12);
    expect(new Set(listed.map(({ title }) => title)).size).toBe(12);
    expect((await read({ upToId: listed[4]?.id })).data).toEqual({ unread: 4 });
  });

  it('count the orders that came after one, of the own shop only', async () => {
    const { id: goodsId } = await addListed(server, user);
    const first = await place(server, user, goodsId);
    const newSince = async (ordersAfter: string, as = user) =>
      (await server.call('POST /v1/notify/check', { ordersAfter }, { token: as.token })).data.newOrders;
    expect((await check()).newOrders).toBeUndefined();
    expect(await newSince(first.id)).toBe(0);
    server.clock.advance(minute);
    for (let made = 0; made < 3; made++) await place(server, user, goodsId);
    expect(await newSince(first.id)).toBe(3);
    expect(await newSince(first.id, await server.addUser())).toBe(0);
  });
});

describe('a notice that two transactions create at once on PostgreSQL', () => {
  it('becomes visible in the order of its number', async () => {
    const server = await startTestServer('postgres');
    const user = await server.addUser();
    const telling = { shopId: user.shopId, link: null, at: server.clock.now() };
    const news = (last4: string): NoticeEvent => ({ kind: 'account_removed', params: { last4 } });
    const unread = async () =>
      (await server.call('POST /v1/notify/check', {}, { token: user.token })).data.unread;
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let began = () => {};
    const started = new Promise<void>((resolve) => {
      began = resolve;
    });
    const slow = server.deps.db.transaction(async (tx) => {
      await notify(tx, { ...news('slow'), ...telling });
      began();
      await held;
    });
    await started;
    let over = false;
    const quick = server.deps.db
      .transaction((tx) => notify(tx, { ...news('quick'), ...telling }))
      .then(() => {
        over = true;
      });
    // The second one has the larger number: it may not be seen before the first.
    expect(await unread()).toBe(0);
    expect(over).toBe(false);
    finish();
    await Promise.all([slow, quick]);
    const { data } = await server.call('POST /v1/notify/list', {}, { token: user.token });
    expect(data.list.map(({ title }) => plain(title))).toEqual([
      'Withdrawal account ending in quick was removed',
      'Withdrawal account ending in slow was removed',
    ]);
    await server.close();
  });
});
