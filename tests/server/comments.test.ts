import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { minute } from '../../src/server/platform/clock.ts';
import { comments } from '../../src/server/schema.ts';
import type { OrderRow } from '../../src/server/trade/model/order-row.ts';
import { decide } from '../harness/decide.ts';
import { addListed, drive, place } from '../harness/market.ts';
import { png } from '../harness/sample-files.ts';
import type { TestUser } from '../harness/server.ts';
import { useServer } from '../harness/use-server.ts';

type List = Output<'GET /v1/order-comment'>;
type Comment = Output<'POST /v1/order-comment'>['comment'];

describe('comments on orders', () => {
  const server = useServer('postgres');
  let user: TestUser;
  let goodsId: string;
  const order = async (status: OrderRow['status'] = 'accepted') =>
    drive(server, await place(server, user, goodsId), status);
  const list = (input: Input<'GET /v1/order-comment'> = {}, as = user) =>
    server.call('GET /v1/order-comment', input, { token: as.token });
  const say = (row: OrderRow, flags: object) => {
    server.clock.advance(minute);
    return decide(
      server.deps,
      'comment',
      { order: row.no, reference: randomUUID(), ...flags },
      'rosa',
    ) as Promise<{
      id: string;
    }>;
  };
  const send = (input: Partial<Input<'POST /v1/order-comment'>>, key: string = randomUUID(), as = user) =>
    server.call<{ comment: Comment }>(
      'POST /v1/order-comment',
      { content: 'Thank you!', signature: 'Olive & Oak', ...input },
      { token: as.token, key },
    );

  beforeEach(async () => {
    user = await server.addUser();
    goodsId = (await addListed(server, user)).id;
  });

  it('show the buyer’s text, and the merchant’s one signed reply', async () => {
    const row = await order();
    const { id } = await say(row, { stars: '4', text: 'A good lamp.', picture: png(60).toString('base64') });
    const { data } = await send({ orderId: row.id, parentId: id });
    expect(data.comment).toMatchObject({
      id,
      orderId: row.id,
      orderNo: row.no,
      by: 'buyer',
      goodsId,
      rating: 4,
      content: 'A good lamp.',
      signature: null,
      reply: { content: 'Thank you!', signature: 'Olive & Oak' },
    });
    const shown = (await list({ orderId: row.id })).data.list;
    expect(shown).toMatchObject([
      { id, reply: data.comment.reply, images: [expect.stringMatching(/sign=/)] },
    ]);
    const picture = await server.app.request(shown[0]?.images[0] ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const again = await send({ orderId: row.id, parentId: id, content: 'Once more.' });
    expect(again).toMatchObject({ code: codes.invalidOperation, data: { reason: 'already_replied' } });
    expect((await list()).data.list[0]?.reply?.content).toBe('Thank you!');
  });

  it('keep one reply for three at once', async () => {
    const other = await order();
    const { id: parentId } = await say(other, { stars: '5' });
    const both = await Promise.all([1, 2, 3].map(() => send({ orderId: other.id, parentId })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 203, 203]);
    const stored = await server.deps.db
      .select()
      .from(comments)
      .where(and(eq(comments.shopId, user.shopId), eq(comments.by, 'merchant')));
    expect(stored).toHaveLength(1);
  });

  it.each<[what: string, input: Partial<Input<'POST /v1/order-comment'>>, code: number, field: string]>([
    ['no content', { content: ' ' }, codes.parameterMissing, 'content'],
    ['no signature', { signature: '' }, codes.parameterMissing, 'signature'],
    ['501 letters', { content: 'x'.repeat(501) }, codes.invalidParameter, 'content'],
    ['a long name', { signature: 'x'.repeat(65) }, codes.invalidParameter, 'signature'],
  ])('are refused with %s', async (_, input, code, field) => {
    const row = await order();
    const { id } = await say(row, { stars: '5' });
    expect(await send({ orderId: row.id, parentId: id, ...input })).toMatchObject({ code, data: { field } });
    expect((await list()).data.list[0]?.reply).toBeNull();
  });

  it('count graphemes, not code units', async () => {
    const row = await order();
    const { id } = await say(row, { stars: '5' });
    expect((await send({ orderId: row.id, parentId: id, content: '👩‍👩‍👧'.repeat(500) })).code).toBe(
      codes.ok,
    );
  });

  it('let the merchant speak of an order that was accepted, once, and of no other', async () => {
    for (const status of ['pending_payment', 'shipped', 'refunded'] as const) {
      const early = await send({ orderId: (await order(status)).id });
      expect(early).toMatchObject({ code: codes.addFailed, data: { reason: 'status', params: { status } } });
    }
    const row = await order('completed');
    const { data } = await send({ orderId: row.id, content: 'Enjoy it.' });
    expect(data.comment).toMatchObject({
      by: 'merchant',
      signature: 'Olive & Oak',
      rating: null,
      reply: null,
    });
    expect(await send({ orderId: row.id })).toMatchObject({
      code: codes.invalidOperation,
      data: { reason: 'already_commented' },
    });
    // A merchant cannot reply to the own comment.
    expect((await send({ orderId: row.id, parentId: data.comment.id })).code).toBe(codes.recordNotFound);
    const { summary } = (await list()).data;
    expect(summary).toMatchObject({ count: 0, average: null, unanswered: 0 });
  });

  it('are counted from their rows, by stars', async () => {
    for (const [stars, text] of [
      ['5', 'Good.'],
      ['5', ''],
      ['4', ''],
      ['2', 'Bent.'],
    ] as const)
      await say(await order(), { stars, ...(text && { text }) });
    await say(await order(), { text: 'When does it come in red?' });
    const { data } = await list();
    expect(data.summary).toEqual({
      count: 5,
      average: 4,
      unanswered: 3,
      byRating: { 1: 0, 2: 1, 3: 0, 4: 1, 5: 2 },
    });
    const few = (await list({ rating: 5 })).data;
    expect([few.list.length, few.summary.count]).toEqual([2, 5]);
    const [first] = data.list;
    await send({ orderId: first?.orderId ?? '', parentId: first?.id ?? '' });
    const mute = data.list.find(({ content }) => content === '');
    await send({ orderId: mute?.orderId ?? '', parentId: mute?.id ?? '' });
    const open = (await list({ state: 'unanswered' })).data;
    expect([open.list.map(({ content }) => content), open.summary.unanswered]).toEqual([
      ['Bent.', 'Good.'],
      2,
    ]);
    expect((await list({ orderId: mute?.orderId })).data.summary.unanswered).toBe(0);
    const store = await server.call('POST /v1/store/info', {}, { token: user.token });
    expect([store.data.star, store.data.starCount]).toEqual([4, 4]);
  });

  it('are found by order and by goods, page by page, the newest first', async () => {
    const rows = [];
    for (let n = 0; n < 5; n++) {
      const row = await order();
      rows.push(row);
      await say(row, { stars: '5' });
    }
    const other = await addListed(server, user);
    const apart = await drive(server, await place(server, user, other.id), 'accepted');
    await say(apart, { stars: '1' });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: List = (await list({ goodsId, limit: '2', ...(cursor ? { cursor } : {}) })).data;
      seen.push(...page.list.map(({ orderId }) => orderId));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(rows.map(({ id }) => id).reverse());
    expect((await list({ goodsId: other.id })).data).toMatchObject({
      list: [{ orderId: apart.id }],
      summary: { average: 1 },
    });
    expect((await list({ orderId: rows[0]?.id })).data.list).toHaveLength(1);
    expect((await list({ orderId: rows[0]?.id, rating: 1 })).data.list).toEqual([]);
  });

  it('take a saved reply once by its text, and no more of them than the limit', async () => {
    const call = (text: string) => server.call('POST /v1/reply/add', { text }, { token: user.token });
    const max = 20;
    for (let n = 1; n <= max; n++) await call(`Thank you ${n}.`);
    const again = await call(' Thank you 1. ');
    expect([again.code, again.data.list.length]).toEqual([codes.ok, max]);
    const full = await call('One more.');
    expect(full).toMatchObject({ code: codes.addFailed, data: { reason: 'replies_full' } });
    expect(full.msg).toContain(`up to ${max} replies`);
  });

  it('rate an order once, when it is accepted or later, and tell the merchant', async () => {
    const row = await order('to_be_accepted');
    await expect(say(row, { stars: '5' })).rejects.toMatchObject({ code: codes.invalidOperation });
    await decide(server.deps, 'accept', { order: row.id }, 'rosa');
    await say(row, { stars: '5' });
    expect((await list()).data.list).toMatchObject([{ orderId: row.id, rating: 5, content: '' }]);
    await expect(say(row, { stars: '1' })).rejects.toMatchObject({ detail: { reason: 'already_rated' } });
    await say(row, { text: 'Still good after a week.' });
    await expect(say(row, {})).rejects.toMatchObject({ code: codes.parameterMissing });
    expect(await user.notices('comment_received')).toMatchObject([{ readAt: null }]);
  });

  it('ask nothing of the merchant where they are stars alone, and leave the notice of words that wait', async () => {
    const row = await order();
    await say(row, { text: 'Where is the lid?' });
    await say(row, { stars: '4' });
    const { list: notices } = (await server.call('POST /v1/notify/list', {}, { token: user.token })).data;
    expect(notices.slice(0, 2)).toMatchObject([
      {
        kind: 'order_rated',
        body: expect.stringMatching(/^\W*4\W* of 5 stars\.$/),
        readAt: expect.any(String),
      },
      { kind: 'comment_received', readAt: null },
    ]);
  });
});
